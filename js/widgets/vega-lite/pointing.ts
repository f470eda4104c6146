/** How the marks of a chart are pointed at without a pointer: by arrow keys and Enter, and by what a linked widget tells. */
import type { View } from "vega";
import type { JsonObject } from "../../types/index.js";
import { element, textOf } from "../dom.js";
import { boxOf, type Mark, marksOf } from "./marks.js";
import { meaningOf } from "./meant.js";
import { type Box, ringsIn } from "./rings.js";
import type { tipOf } from "./tip.js";

/** How far a key goes from one mark to another, and from which place where it is not the one of now. */
const WAYS = new Map<string, { readonly step: number; readonly from?: number }>([
	["ArrowRight", { step: 1 }],
	["ArrowDown", { step: 1 }],
	["ArrowLeft", { step: -1 }],
	["ArrowUp", { step: -1 }],
	["Home", { step: 1, from: -1 }],
	["End", { step: -1, from: 0 }],
]);
/** So many values of a row are said, and of each so many letters. */
const [MAX_VALUES, MAX_WORDS] = [12, 120];

/** What is known of marks, and what becomes of a press. */
interface Told {
	/** What a press on a mark tells. */
	behind(item: unknown): JsonObject | undefined;
	/** The row of a mark, or of a place of a line. */
	row(item: unknown): JsonObject | undefined;
	pressed(row: JsonObject): void;
	readonly tip: ReturnType<typeof tipOf>;
}

/** Points at the marks of one view after another. */
export interface Pointing {
	/** Points within this view, also when its marks move. */
	follow(view: View): void;
	/** Points at the marks that are meant by what a linked widget tells; where it names nothing, what was told before stands. */
	receive(payload: unknown): void;
}

/** Makes `picture`, which `plane` holds, a stop of the keyboard in which keys go from mark to mark. */
export function pointing(plane: HTMLElement, picture: HTMLElement, told: Told): Pointing {
	const ring = ringsIn(plane, picture);
	const status = element("div", { class: "wm-hidden", role: "status" });
	plane.append(status);
	picture.tabIndex = 0;
	let view: View | undefined;
	/** Where the keys have led, among the marks; the pointer has its own. */
	let active: number | undefined;
	let boxes: (shown: View) => readonly Box[] = () => [];
	const draw = () => ring(view ? boxes(view) : []);

	const current = (shown: View) => (active === undefined ? undefined : marksOf(shown, false)[active]);
	/** Points where the keys are, and says what is there. */
	const point = (item: Mark | undefined) => {
		status.textContent = wordsOf(told.behind(item));
		boxes = (shown) => [current(shown)].flatMap((mark) => (mark ? boxOf(shown, mark, false) : []));
		const drawn = draw();
		drawn?.scrollIntoView({ block: "nearest", inline: "nearest" });
		told.tip(undefined, drawn ? middleOf(drawn) : undefined, undefined, item?.tooltip);
	};
	picture.addEventListener("keydown", (event) => {
		if (event.altKey || event.ctrlKey || event.metaKey || !view) return;
		const way = WAYS.get(event.key);
		if (!way && event.key !== "Enter" && event.key !== " ") return;
		event.preventDefault();
		if (way) {
			const from = way.from ?? active ?? (way.step > 0 ? -1 : 0);
			active = next(marksOf(view, false), from, way.step, told.behind);
			point(current(view));
			return;
		}
		const row = told.behind(current(view));
		if (row) told.pressed(row);
	});
	// What a person presses makes what others told a thing of the past.
	for (const type of ["blur", "click"])
		picture.addEventListener(type, () => {
			active = undefined;
			point(undefined);
		});

	return {
		follow(made) {
			view = made;
			const again = () => {
				// Its marks have moved, but it is not painted yet.
				requestAnimationFrame(draw);
				made.runAfter(again, true);
			};
			made.runAfter(again, true);
		},
		receive(payload) {
			const meaning = meaningOf(payload);
			if (!meaning) return;
			boxes = (shown) => {
				const all = marksOf(shown, true);
				return meaning(all.map(told.row)).flatMap((at) => (all[at] ? boxOf(shown, all[at], true) : []));
			};
			draw();
		},
	};
}

/** The next place whose mark tells something; behind the last one comes the first. */
function next(all: readonly Mark[], from: number, step: number, behind: Told["behind"]): number | undefined {
	for (let far = 1; far <= all.length; far += 1) {
		const place = (((from + far * step) % all.length) + all.length) % all.length;
		if (behind(all[place])) return place;
	}
	return undefined;
}

function wordsOf(row: JsonObject = {}): string {
	const values = Object.entries(row).slice(0, MAX_VALUES);
	return values.map(([name, value]) => `${textOf(name, MAX_WORDS)}: ${textOf(value, MAX_WORDS)}`).join(", ");
}

function middleOf(drawn: Element): MouseEvent {
	const { left, top, width, height } = drawn.getBoundingClientRect();
	return new MouseEvent("mousemove", { clientX: left + width / 2, clientY: top + height / 2 });
}
