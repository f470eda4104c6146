/** Text, queries and code, whose results feed what comes after. */
import { oneOf } from "../dom.js";
import { markdownShower, type Shower } from "../markdown.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { type Content, html, nothing, repeat, stateful, titleOf } from "../view.js";
import { type Cell, type CellType, plain } from "./cells.js";
import { cellView, type Deeds } from "./cell-view.js";
import { Editing } from "./editing.js";
import { Results } from "./results.js";
import { Running } from "./running.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

const ADDED: readonly (readonly [CellType, () => string])[] = [
	["md", () => say("Add text")],
	["sql", () => say("Add SQL")],
	["js", () => say("Add JavaScript")],
];

/** Draws the cells; each runs when a person wants it. */
export default stateful(({ container, redraw, emit, onMessage, onDispose }) => {
	useStyles(container, looks);
	const results = new Results();
	const editing = new Editing((said) => {
		if (said !== "") running.said = said;
		redraw();
		emit("change", { cells: plain(editing.cells) });
	});
	const running = new Running({
		get cells() {
			return editing.cells;
		},
		results,
		query: (cell, sql) => emit("query", { cell, sql }),
		changed: redraw,
	});
	onMessage((channel, payload) => {
		if (channel === "result") running.answered(payload);
	});
	onDispose(() => running.end());

	let showText: Shower | undefined;
	let isLoading = false;
	const texts = new Map<string, { content: string; element: HTMLElement }>();
	/** A cell's Markdown; the library loads with the first. */
	const textOfCell = ({ key, type, content }: Cell): Content => {
		if (type !== "md") return nothing;
		if (!showText && !isLoading) {
			isLoading = true;
			void markdownShower().then((shower) => {
				showText = shower;
				redraw();
			});
		}
		const known = texts.get(key);
		if (known?.content === content || !showText) return known?.element ?? nothing;
		const element = known?.element ?? document.createElement("div");
		element.className = "wm-text";
		showText(element, content);
		texts.set(key, { content, element });
		return element;
	};

	/** The focus goes along with what was done: to the same button of the cell, or another of it. */
	const focus = (key: string, name: string) => {
		const cell = [...container.querySelectorAll<HTMLElement>("[data-cell]")].find(
			({ dataset }) => dataset.cell === key,
		);
		const all = [...(cell?.querySelectorAll<HTMLButtonElement>("button, textarea") ?? [])].filter(
			({ disabled }) => !disabled,
		);
		(all.find(({ dataset, localName }) => (dataset.do ?? localName) === name) ?? all[0])?.focus();
	};
	const deedsOf = (key: string): Deeds => ({
		run: () => running.run([key]),
		stop: () => running.stop(),
		// A field that goes while all is drawn says so in the middle of it.
		written: () => queueMicrotask(() => editing.written()),
		write(change) {
			editing.write(key, change);
			redraw();
		},
		move(by) {
			editing.move(key, by);
			focus(key, by < 0 ? "up" : "down");
		},
		remove() {
			if (running.current === key) running.stop();
			editing.remove(key);
			container.querySelector<HTMLElement>("[data-do=undo]")?.focus();
		},
	});
	const undo = () => {
		editing.undo();
		container.querySelector<HTMLElement>("[data-do=all]")?.focus();
	};

	return (data) => {
		if (editing.take(data.cells) && running.current !== undefined)
			running.stop(say("Stopped, for other cells came."));
		const { cells, leftOut } = editing;
		const isEdited = oneOf(data.mode, ["view", "edit"]) === "edit";
		const stale = results.stale(cells);
		const stateOf = ({ key }: Cell) =>
			running.current === key
				? "runs"
				: running.waiting.includes(key)
					? "waits"
					: stale.has(key)
						? "stale"
						: "";
		const view = (cell: Cell, at: number) => {
			const standing = {
				at,
				count: cells.length,
				isEdited,
				state: stateOf(cell),
				text: textOfCell(cell),
			} as const;
			return cellView(cell, { ...standing, result: results.get(cell.key) }, deedsOf(cell.key));
		};
		const isBusy = running.current !== undefined;
		const all = () => (isBusy ? running.stop() : running.run(cells.map(({ key }) => key)));
		const button = html`<button type="button" class=${isBusy ? "wm-run wm-run-stop" : "wm-run"} data-do="all"
			?disabled=${cells.every(({ type }) => type === "md")} @click=${all}>${isBusy ? say("Stop") : say("Run all")}</button>`;
		const back = html`<button type="button" class="wm-run-quiet" data-do="undo" ?disabled=${!editing.canUndo} @click=${undo}>${say("Undo")}</button>`;
		const add = ([type, label]: readonly [CellType, () => string]) =>
			html`<button type="button" class="wm-run-quiet" ?disabled=${editing.isFull} @click=${() => focus(editing.add(type), "textarea")}>${label()}</button>`;
		const title = titleOf(data);
		const cut = leftOut > 0 ? say("{n} further cells are not shown.", { n: leftOut }) : "";
		return html`${heading(title)}
			<div class="wm-notebook" role="group" aria-label=${title || say("Notebook")}>
				<div class="wm-run-bar">${button}${isEdited ? back : nothing}<span role="status">${running.said}</span></div>
				<div class="wm-cells">${repeat(cells, ({ key }) => key, view)}</div>
				${note(cells.length === 0 ? say("There are no cells.") : cut)}
				${isEdited ? html`<div class="wm-run-bar">${ADDED.map(add)}</div>` : nothing}
			</div>`;
	};
});
