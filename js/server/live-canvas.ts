/** The published `createCanvas` for pages without a framework: a canvas whose fields are signals. */
import { aFunction } from "../core/arguments.js";
import { aCanvas, FIELDS, type FollowedCanvas } from "../canvas/followed.js";
import type { CanvasSnapshot, CanvasVanilla, Cleanup } from "../types/index.js";
import { createCanvasVanilla } from "./create.js";

/** A canvas whose fields are signals. */
export interface LiveCanvas extends FollowedCanvas {
	/**
	 * Does `work` at once, and again after each change of a field that it has read the last time (`blocks`, `blockCount`, `layout`, `canUndo`, …).
	 * What it throws the first time is thrown here, and later reported.
	 *
	 * @returns Ends it; may be called again.
	 */
	effect(work: () => void): Cleanup;
}

type Reader = (now: CanvasSnapshot) => unknown;

/** What is read by each name: a change is one of what was read, so that who counts does not run again for a move. */
const READERS: { [name: string]: Reader } = {
	...Object.fromEntries(FIELDS.map((key) => [key, (now: CanvasSnapshot) => now[key]])),
	blockCount: ({ blocks }) => blocks.length,
	isEmpty: ({ blocks }) => blocks.length === 0,
};
/** Each change is one of the history. */
const whole: Reader = (now) => now;

/**
 * A canvas whose fields always say how it is now, and can be followed (spec "System Architecture", Dual-Store Architecture). It is the canvas in
 * all else: servers, `mountCanvas` and the toolbar take it. Svelte's and Solid's own are in `webmcp-auto-ui/svelte` and `/solid`.
 *
 * @param canvas - The one that it follows; a new one where it is left out.
 * @throws {@link WebMcpError} `not_initialised` before `init()`, `invalid_argument` for what is no canvas.
 */
export function createCanvas(canvas: CanvasVanilla = createCanvasVanilla()): LiveCanvas {
	aCanvas("createCanvas: canvas", canvas);
	let reading: Map<Reader, unknown> | undefined;
	const follow = (reader: Reader): unknown => {
		const value = reader(canvas.getSnapshot());
		reading?.set(reader, value);
		return value;
	};
	const history = () => {
		follow(whole);
		return canvas.history;
	};
	const getters = { ...mapped(READERS, (reader) => () => follow(reader)), history };
	const effect = (work: () => void): Cleanup => {
		aFunction("effect: work", work);
		let read = new Map<Reader, unknown>();
		const run = () => {
			const outer = reading;
			read = new Map();
			reading = read;
			try {
				work();
			} finally {
				reading = outer;
			}
		};
		run();
		return canvas.subscribe(() => {
			const now = canvas.getSnapshot();
			if ([...read].some(([reader, value]) => reader(now) !== value)) run();
		});
	};
	return Object.create(canvas, {
		...mapped(getters, (get) => ({ get, enumerable: true })),
		effect: { value: effect },
	});
}

const mapped = <From, To>(table: { [name: string]: From }, to: (from: From) => To): { [name: string]: To } =>
	Object.fromEntries(Object.entries(table).map(([name, from]) => [name, to(from)]));
