/** A chart of the library on the page: drawn by a spec, given other rows, made wider, taken away. */
import type { View } from "vega";
import type { TopLevelSpec } from "vega-lite";
import type { JsonObject } from "../../types/index.js";
import { element } from "../dom.js";
import { type Files, pngOf } from "../taking.js";
import { closed, copied, quiet } from "./closed.js";
import { configOf, dressed } from "./config.js";
import { guardedBy } from "./expressions.js";
import { fitted, isFluid, labelAngle } from "./fit.js";
import type { Library } from "./library.js";
import { pointing } from "./pointing.js";
import { rowBehind, rowOf } from "./pressed.js";
import type { Prepared } from "./spec.js";
import { tipOf } from "./tip.js";

/** More rows than that are drawn as pixels, for each is an element of its own otherwise. */
const MAX_ELEMENTS = 2000;
/** Pixels of width before anybody knows of how many there are. */
const USUAL_WIDTH = 600;
/** A picture that is taken along is twice as large as it is shown. */
const SCALE = 2;

/** A chart on the page. */
export interface Live extends Files {
	/**
	 * Shows this in the place of what is there: where the spec is the same, only the rows change, unless it is to be drawn anew, in the page's
	 * colours of now. Rejects with what is wrong.
	 */
	show(chart: Prepared, label: string, isAnew: boolean): Promise<void>;
	/** Points at what a linked widget tells of. */
	receive(payload: unknown): void;
	end(): void;
}

/** Draws in `plane`; `pressed` hears the row behind a mark, as `told` says it. */
export function live(
	library: Library,
	plane: HTMLElement,
	told: (row: JsonObject) => JsonObject,
	pressed: (row: JsonObject) => void,
): Live {
	const { vega, compile, interpreter } = library;
	const [picture, inputs] = [element("div"), element("div", { class: "wm-vega-inputs" })];
	plane.replaceChildren(picture, inputs);
	// Enter in a field would send a form that the page has around the chart.
	inputs.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
	const tooltip = tipOf(plane);
	const expr = guardedBy(interpreter);
	const read = vega.read as unknown as (rows: unknown[], format: unknown) => object[];
	let view: View | undefined;
	let chart: Prepared | undefined;
	let [words, shown, width] = ["", "", 0];
	const reading = (read: typeof rowOf) => (item: unknown) => {
		const row = read(item, chart?.rows?.[0]);
		return row && told(row);
	};
	const behind = reading(rowBehind);
	const pointed = pointing(plane, picture, { behind, row: reading(rowOf), pressed, tip: tooltip });
	/** How the spec reads its rows, and what went wrong while the chart was drawn. */
	let [format, failure]: unknown[] = [];
	const logger = quiet((problem) => {
		failure ??= problem;
	});
	const roomy = () => plane.clientWidth || USUAL_WIDTH;
	const counted =
		({ rows = [] }: Prepared) =>
		(field: unknown) =>
			new Set(rows.map((row) => String((row as { [name: string]: unknown })?.[String(field)]))).size;
	const settled = async (made: View) => {
		failure = undefined;
		await made.runAsync();
		// The picture has one name; some marks of composed charts say that they are symbols, and have none.
		for (const mark of picture.querySelectorAll('[role="graphics-symbol"]'))
			mark.setAttribute("aria-hidden", "true");
		if (failure !== undefined) throw failure;
	};
	const fill = (made: View, { source, rows }: Prepared) => {
		// The library writes into what it is given.
		if (rows) made.data(source, read(rows.map(copied), format));
	};

	const build = async (next: Prepared) => {
		view?.finalize();
		view = undefined;
		width = roomy();
		const spec = fitted(next.spec, width, counted(next));
		const angle = labelAngle(spec, next.rows ?? []);
		const compiled = compile(dressed(spec, plane) as unknown as TopLevelSpec, {
			config: configOf(plane, isMuch(next), angle),
			logger,
		}).spec;
		const data = compiled.data?.find(({ name }) => name === next.source);
		format = data && "format" in data ? data.format : undefined;
		const made = new vega.View(vega.parse(compiled, undefined, { ast: true }), {
			...{ container: picture, bind: inputs, loader: closed(), logger, tooltip, expr },
			renderer: isMuch(next) ? "canvas" : "svg",
		});
		view = made;
		made.description(words);
		picture.setAttribute("role", "img");
		picture.setAttribute("aria-label", words);
		made.addEventListener("click", (_, item) => {
			const row = behind(item);
			if (row) pressed(row);
		});
		pointed.follow(made);
		fill(made, next);
		await settled(made);
	};

	const size = new ResizeObserver(() => {
		if (!view || !chart || Math.abs(roomy() - width) < 1) return;
		width = roomy();
		const isWhole = isFluid(chart.spec, counted(chart));
		void (isWhole ? view.width(width).runAsync() : build(chart)).catch(reportError);
	});
	size.observe(plane);

	return {
		async show(next, label, isAnew) {
			const key = JSON.stringify([next.spec, isMuch(next)]);
			const isSame = key === shown && next.rows !== undefined && !isAnew;
			// What fails is drawn anew the next time.
			[chart, words, shown] = [next, label, ""];
			if (isSame && view) {
				picture.setAttribute("aria-label", label);
				fill(view, next);
				await settled(view);
			} else await build(next);
			if (chart === next) shown = key;
		},
		receive: (payload) => pointed.receive(payload),
		svg: async () => (await view?.toSVG()) ?? "",
		async png() {
			if (!view) throw new Error("There is no chart.");
			return pngOf(await view.toCanvas(SCALE));
		},
		end() {
			size.disconnect();
			view?.finalize();
			view = undefined;
			plane.replaceChildren();
		},
	};
}

const isMuch = ({ rows = [] }: Prepared) => rows.length > MAX_ELEMENTS;
