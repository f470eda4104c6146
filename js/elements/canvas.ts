/** `<auto-ui-canvas>`: the canvas with its toolbar. */
import { mountCanvas } from "../canvas/mount.js";
import { mountToolbar, type ToolbarNames } from "../canvas/toolbar.js";
import { proposeWishes } from "../agent/wishes.js";
import { nextTask } from "../core/later.js";
import { report } from "../core/report.js";
import { bus } from "../server/defaults.js";
import type { Bus, CanvasVanilla, Cleanup } from "../types/index.js";
import type { Query } from "../canvas/querying.js";
import type { Say, WordKey } from "../words/words.js";
import type { Workspace } from "../workspace/workspace.js";
import { AutoUiElement, define, html } from "./base.js";
import { bringIntoSight } from "./in-sight.js";
import { BASE_LOOKS } from "./looks.js";

const CANVAS_LOOKS = `
:host { position: relative; overflow: auto; padding: 1rem; }
.head > * { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.head > .row { margin-inline-start: auto; }
.head { display: flex; flex-wrap: wrap; gap: 0.5rem; justify-content: space-between; align-items: start; margin: 0 0 0.75rem; }
.board { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 360px), 1fr)); align-items: start; gap: 1.1rem; }
.board > * { animation: appear 0.3s ease-out; }
.board > :has(.wm-table th:nth-child(6)) { grid-column: 1 / -1; }
@keyframes appear { from { opacity: 0; translate: 0 6px; } }
`;

const TOOLS = [
	...[
		"Undo",
		"Redo",
		"Link",
		"Unlink",
		"Group",
		"Ungroup",
		"To front",
		"To back",
		"Lock",
		"Unlock",
		"Remove",
	],
	...["Flow", "Grid", "Stack", "Layout"],
];

/**
 * Shows the workspace's canvas, with toolbar, frames that are moved, resized, linked and removed, their menus, and undo.
 *
 * Attributes: `readonly` (nothing can be changed by hand), `no-toolbar`. Slots: the default one is shown while the canvas is empty;
 * `actions` stands at the end of the toolbar. Parts: `head`, `board`. What a person does in a form or with buttons of a widget is
 * proposed as a wish to the chat.
 */
export class AutoUiCanvas extends AutoUiElement {
	static readonly observedAttributes = ["no-toolbar"];
	#query: Query | undefined;
	#bus: Bus | undefined;
	#isMounted = false;
	#endToolbar: Cleanup | undefined;

	/** Answers the SQL of widgets that have some, see `mountCanvas`. To be set before the element is in the page, as `bus`. */
	get query(): Query | undefined {
		return this.#query;
	}

	set query(query: Query | undefined) {
		this.#query = query;
	}

	/** The bus that widgets talk over; the page's own by default. */
	get bus(): Bus | undefined {
		return this.#bus;
	}

	set bus(bus: Bus | undefined) {
		this.#bus = bus;
	}

	/** The element that shows the widgets; none before it is drawn. */
	get board(): HTMLElement | null {
		return this.shadow.querySelector<HTMLElement>(".board");
	}

	protected override looks(): string {
		return BASE_LOOKS + CANVAS_LOOKS;
	}

	protected override opened(workspace: Workspace): void {
		this.#isMounted = false;
		this.whileOpen(() => {
			this.#isMounted = false;
		});
		workspace.ready.then(nextTask).then(() => {
			// Meanwhile it may have been given another one.
			if (!this.isConnected || this.workspace !== workspace || this.#isMounted || !workspace.canvas) return;
			this.#mount(workspace, workspace.canvas);
		}, report);
	}

	protected override view() {
		const { canvas } = this.workspace;
		const isEmpty = canvas?.isEmpty ?? true;
		// What was cleared can still be taken back.
		const hasTools = !isEmpty || canvas?.getSnapshot().canUndo === true;
		return html`<div class="head" part="head" ?hidden=${this.has("no-toolbar")}>
				<div class="tools" ?hidden=${!hasTools}></div><div class="row"><slot name="actions"></slot></div></div>
			<slot ?hidden=${!isEmpty}></slot>
			<div class="board" part="board"></div>`;
	}

	#mount(workspace: Workspace, canvas: CanvasVanilla): void {
		const { board } = this;
		const tools = this.shadow.querySelector<HTMLElement>(".tools");
		if (!board || !tools) return;
		this.#isMounted = true;
		const isEditable = !this.has("readonly");
		const { apps } = workspace;
		if (apps) {
			apps.renderer = async (container, data) =>
				(await import("./apps.js")).drawApp(workspace, this.t, container, data);
		}
		this.whileOpen(
			mountCanvas(board, canvas, workspace.drawing, {
				bus: this.bus ?? bus,
				edit: isEditable,
				menu: true,
				...(this.query && { query: this.query }),
			}),
		);
		if (isEditable) this.#equip(tools, canvas);
		this.whileOpen(canvas.subscribe(() => this.update()));
		this.whileOpen(proposeWishes(board, ({ text }) => workspace.propose(text)));
		this.whileOpen(showAnswers(board, workspace));
		this.update();
	}

	protected override spoken(): void {
		const tools = this.shadow.querySelector<HTMLElement>(".tools");
		const { canvas } = this.workspace;
		if (!tools || !canvas || !this.#endToolbar) return;
		this.#endToolbar();
		this.#endToolbar = mountToolbar(tools, canvas, toolNames(this.t));
	}

	#equip(tools: HTMLElement, canvas: CanvasVanilla): void {
		this.#endToolbar = mountToolbar(tools, canvas, toolNames(this.t));
		this.whileOpen(() => {
			this.#endToolbar?.();
			this.#endToolbar = undefined;
		});
	}
}

/** The first widget of an answer comes into sight; what follows stands beside it. */
function showAnswers(board: HTMLElement, { conversation: { thread } }: Workspace): Cleanup {
	let answer: string | undefined;
	let end: Cleanup = () => undefined;
	const unsubscribe = thread.subscribe((change) => {
		if (change.type !== "message" || change.message.role !== "agent") return;
		const { id, widgets } = change.message;
		const [first] = widgets;
		if (first === undefined || id === answer) return;
		answer = id;
		end();
		end = bringIntoSight(board, first);
	});
	return () => {
		unsubscribe();
		end();
	};
}

/** The toolbar's names in the element's language. */
function toolNames(t: Say): ToolbarNames {
	const names = TOOLS.map((name): [string, string] => [
		name,
		t(`tool-${name.toLowerCase().replace(" ", "-")}` as WordKey),
	]);
	return {
		...Object.fromEntries(names),
		Free: t("tool-floating"),
		Tiles: t("tool-tiling"),
		Canvas: t("canvas"),
	};
}

define("auto-ui-canvas", AutoUiCanvas);
