/** What a page calls on a canvas beyond the core's own methods: each is one action, in the words of the `canvas` tool. */
import { aFunction, aText, invalid, listOf, number, objectOf, oneOf, optional } from "../core/arguments.js";
import type { CanvasHistory, CanvasLayout, CanvasVanilla, JsonObject } from "../types/index.js";

/** What the core has for it. */
interface Core extends CanvasVanilla {
	__history(): CanvasHistory;
	__open(actor: string | undefined, label: string | undefined): boolean;
	__close(keep: boolean): void;
}

const IDS = listOf(aText, "a list of ids");
const WHO = objectOf({ by: optional(aText) });
const DETAILS = objectOf({ actor: optional(aText), label: optional(aText) });

const NUMBER = number("a whole number from 0", (value) => Number.isInteger(value) && value >= 0);
const LAYOUT = oneOf(["flow", "grid", "tiling", "floating", "stack"]);
const GROUP = optional(aText);

/** A method that does an action to one widget. */
function toOne(name: string, action: string) {
	return function (this: Core, id: string): boolean {
		aText(`${name}: id`, id);
		return this.act({ action, id });
	};
}

/** A method that does an action to several. */
function toAll(name: string, action: string) {
	return function (this: Core, ids: readonly string[]): boolean {
		IDS(`${name}: ids`, ids);
		return this.act({ action, ids });
	};
}

type Added =
	| ("addBlock" | "updateBlock" | "removeBlock" | "clearBlocks")
	| ("undo" | "redo" | "history" | "travel" | "transact")
	| (
			| "select"
			| "raise"
			| "lower"
			| "lock"
			| "unlock"
			| "group"
			| "ungroup"
			| "link"
			| "unlink"
			| "setLayout"
	  );

/** Puts them on all canvases of this core. */
export function withActions(canvas: CanvasVanilla): CanvasVanilla {
	const core: object = Object.getPrototypeOf(canvas);
	if (!Object.hasOwn(core, "undo")) Object.defineProperties(core, Object.getOwnPropertyDescriptors(methods));
	return canvas;
}

const methods: Pick<CanvasVanilla, Added> & ThisType<Core> = {
	addBlock(type: string, data?: JsonObject) {
		return this.addWidget(type, data);
	},
	updateBlock(id: string, patch: JsonObject) {
		return this.updateWidget(id, patch);
	},
	removeBlock(id: string) {
		return this.removeWidget(id);
	},
	clearBlocks() {
		this.clear();
	},
	undo(who: { by?: string } = {}) {
		WHO("undo: who", who);
		return this.act({ action: "undo", ...(who.by != null && { by: who.by }) });
	},
	redo(who: { by?: string } = {}) {
		WHO("redo: who", who);
		return this.act({ action: "redo", ...(who.by != null && { by: who.by }) });
	},
	get history() {
		return this.__history();
	},
	travel(to: number) {
		NUMBER("travel: to", to);
		return this.act({ action: "travel", to });
	},
	transact<T>(work: () => T, details: { actor?: string; label?: string } = {}): T {
		aFunction("transact: work", work);
		DETAILS("transact: details", details);
		const isOutermost = this.__open(details.actor ?? undefined, details.label ?? undefined);
		let done = false;
		try {
			const result = work();
			if (result instanceof Promise) {
				// Others' changes meanwhile would be part of it.
				throw invalid("transact: work", "must be done when it returns, not a promise");
			}
			done = true;
			return result;
		} finally {
			if (isOutermost) this.__close(done);
		}
	},
	select(ids: readonly string[]) {
		IDS("select: ids", ids);
		this.act({ action: "focus", ids });
	},
	raise: toOne("raise", "front"),
	lower: toOne("lower", "back"),
	lock: toOne("lock", "lock"),
	unlock: toOne("unlock", "unlock"),
	group: toAll("group", "group"),
	ungroup: toAll("ungroup", "ungroup"),
	link(ids: readonly string[], group?: string) {
		IDS("link: ids", ids);
		GROUP("link: group", group);
		return this.act({ action: "link", ids, ...(group != null && { group }) });
	},
	unlink(id: string, group?: string) {
		aText("unlink: id", id);
		GROUP("unlink: group", group);
		return this.act({ action: "unlink", id, ...(group != null && { group }) });
	},
	setLayout(layout: CanvasLayout) {
		LAYOUT("setLayout: layout", layout);
		return this.act({ action: "layout", layout });
	},
};
