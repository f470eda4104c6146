/** Mermaid, which a page has where it wants diagrams: what it draws is made harmless by `picture.ts`. */
import type { Mermaid, MermaidConfig } from "mermaid";
import { withoutHandlers } from "./handlers.js";
import { stage } from "./stage.js";
import { themeOf } from "./theme.js";

/** A diagram as the library has drawn it: markup whose inline styles stand in {@link STYLE}, and its style sheet. */
export interface Drawn {
	readonly markup: string;
	readonly css: string;
}

/** Draws a text in the colours that `element` inherits. */
export type Draw = (source: string, element: HTMLElement) => Promise<Drawn>;

const MAX_CHARS = 50_000;
const MAX_EDGES = 500;
/** Pixels of width before anybody knows of how many there are. */
const USUAL_WIDTH = 600;

/** What holds for every diagram, whatever its text says. */
export const LIMITS: MermaidConfig = {
	startOnLoad: false,
	suppressErrorRendering: true,
	logLevel: "fatal",
	securityLevel: "strict",
	maxTextSize: MAX_CHARS,
	maxEdges: MAX_EDGES,
	htmlLabels: false,
	flowchart: { htmlLabels: false },
	secure: [
		...["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "suppressErrorRendering"],
		...["htmlLabels", "themeCSS", "look", "fontFamily", "altFontFamily", "logLevel"],
	],
};

let loading: Promise<Draw> | undefined;
let count = 0;

async function load(): Promise<Draw> {
	try {
		const { default: mermaid } = await import("mermaid");
		let last: Promise<unknown> = Promise.resolve();
		return (source, element) => {
			// One at a time: what it is told about looks is told to all of its drawings.
			const drawing = last.then(() => draw(mermaid, source, element));
			last = drawing.catch(() => undefined);
			return drawing;
		};
	} catch (error) {
		loading = undefined;
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`Diagrams need a package that this page does not have: npm install mermaid (${reason}).`);
	}
}

/** Loads it once. Rejects with a sentence that names the package where the page has it not. */
export function library(): Promise<Draw> {
	loading ??= load();
	return loading;
}

/** What of a text has to be otherwise. */
export function drawable(mermaid: Mermaid, source: string): string {
	// Formulas would be drawn as HTML with inline styles.
	const text = withoutHandlers(source.replaceAll("$$", "$"));
	const type = mermaid.detectType(text);
	if (type === "architecture")
		throw new Error("The text is of the kind architecture, whose layout writes styles that pages forbid.");
	// The same holds for the usual layout of this one.
	return type === "mindmap" ? `${text}\n%%{init: {"layout": "dagre"}}%%` : text;
}

async function draw(mermaid: Mermaid, given: string, element: HTMLElement): Promise<Drawn> {
	mermaid.initialize({ ...LIMITS, ...themeOf(element) });
	const source = drawable(mermaid, given);
	await mermaid.parse(source);
	await refusePictures(mermaid, source);
	count += 1;
	const place = stage(element.clientWidth || USUAL_WIDTH);
	try {
		await mermaid.render(`wm-diagram-${count}`, source, place.container);
		return place.drawn();
	} finally {
		place.end();
	}
}

/** A picture in a diagram would be loaded to be measured, and an icon is written with its styles. */
async function refusePictures({ mermaidAPI }: Mermaid, source: string): Promise<void> {
	const { db } = await mermaidAPI.getDiagramFromText(source);
	const data = (db as { getData?(): { nodes?: { img?: unknown; shape?: string }[] } }).getData?.();
	if (data?.nodes?.some(({ img, shape = "" }) => img || /^icon/.test(shape)))
		throw new Error("The text names a picture or an icon: a diagram loads none.");
}
