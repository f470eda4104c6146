/** A tree of names. */
import { textOf } from "../dom.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { toldOf } from "../told.js";
import { type Content, html, nothing, repeat, stateful } from "../view.js";
import { stepOf } from "./keys.js";
import { foundIn, isOpenAtFirst, type TreeNode, nodesOf, pathOf, seenOf } from "./nodes.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** Draws nodes that are opened, walked through and chosen. */
export default stateful(({ container, emit, redraw, onMessage }) => {
	useStyles(container, looks);
	const opened = new Map<string, boolean>();
	let given: unknown;
	let tree = nodesOf(undefined);
	/** The one node that the tabulator reaches, and the chosen one. */
	let current = "";
	let chosen: string | undefined;
	/** The keys of nodes that linked widgets tell of. */
	let marked: ReadonlySet<string> = new Set();
	const told = toldOf();

	const isOpen = (node: TreeNode) =>
		node.children.length > 0 && (opened.get(node.key) ?? isOpenAtFirst(node));

	const focus = (node: TreeNode) => {
		current = node.key;
		redraw();
		// A key has digits and strokes alone.
		container.querySelector<HTMLElement>(`[data-key="${node.key}"]`)?.focus();
	};
	const turn = (node: TreeNode, open = !isOpen(node)) => {
		if (node.children.length > 0) opened.set(node.key, open);
		focus(node);
	};
	const choose = (node: TreeNode) => {
		chosen = node.key;
		told.forget();
		marked = new Set();
		focus(node);
		emit("select", { id: node.id, label: node.label, path: pathOf(node) });
	};

	const press = (node: TreeNode) => (event: KeyboardEvent) => {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		// A node lies inside those above it, which do not hear of its keys.
		event.stopPropagation();
		const isRightToLeft = getComputedStyle(container).direction === "rtl";
		const seen = seenOf(tree.top, isOpen);
		const step = stepOf(event.key, { at: node, seen, isOpen: isOpen(node), isRightToLeft });
		if (!step) return;
		event.preventDefault();
		if ("to" in step) focus(step.to);
		else if ("open" in step) turn(node, step.open);
		else choose(node);
	};
	const click = (node: TreeNode) => () => {
		if (node.children.length > 0) opened.set(node.key, !isOpen(node));
		choose(node);
	};

	onMessage((_, payload) => {
		if (!told.hear(payload)) return;
		const { found, above } = foundIn(tree.top, ({ label }) => told.has(label));
		marked = found;
		for (const key of above) opened.set(key, true);
		redraw();
		bringUp(container);
	});

	const list = (nodes: readonly TreeNode[]) =>
		repeat(
			nodes,
			({ key }) => key,
			(node, at) => item(node, at, nodes.length),
		);
	const item = (node: TreeNode, at: number, size: number): Content => {
		const open = isOpen(node);
		const hasChildren = node.children.length > 0;
		const sign = hasChildren
			? html`<span class="wm-tree-sign" aria-hidden="true" @click=${(event: Event) => {
					event.stopPropagation();
					turn(node);
				}}></span>`
			: nothing;
		return html`<li role="treeitem" data-key=${node.key} tabindex=${node.key === current ? 0 : -1}
			aria-label=${node.label} aria-level=${node.level} aria-setsize=${size} aria-posinset=${at + 1}
			aria-selected=${node.key === chosen} aria-current=${marked.has(node.key) ? "true" : nothing} aria-expanded=${hasChildren ? open : nothing} @keydown=${press(node)}>
			<div class="wm-tree-line" @click=${click(node)}>${sign}<bdi>${node.label}</bdi></div>
			${open ? html`<ul role="group">${list(node.children)}</ul>` : nothing}
		</li>`;
	};

	return (data) => {
		if (given !== data.nodes) {
			tree = nodesOf(data.nodes);
			marked = foundIn(tree.top, ({ label }) => told.has(label)).found;
		}
		given = data.nodes;
		const { top, isWhole } = tree;
		// What had the focus may be gone, or inside something that is closed.
		const seen = seenOf(top, isOpen);
		if (!seen.some(({ key }) => key === current)) current = seen[0]?.key ?? "";
		const title = textOf(data.title, 200);
		const why = top.length === 0 ? say("There is nothing in the tree.") : "";
		const cut = isWhole
			? why
			: say("Not all of it is shown: it has more than 5,000 nodes, or more than 40 levels.");
		const items = html`<ul class="wm-tree" role="tree" aria-label=${title || say("Tree")}>${list(top)}</ul>`;
		return html`${heading(title)}${top.length > 0 ? items : nothing}${note(cut)}`;
	};
});

/** Scrolls the tree, and not the page, to the first node that is told of. */
function bringUp(container: HTMLElement): void {
	const tree = container.querySelector(".wm-tree");
	const line = tree?.querySelector('[aria-current="true"] > .wm-tree-line');
	if (!tree || !line) return;
	const [outer, inner] = [tree.getBoundingClientRect(), line.getBoundingClientRect()];
	if (inner.top < outer.top) tree.scrollTop -= outer.top - inner.top;
	else if (inner.bottom > outer.bottom) tree.scrollTop += inner.bottom - outer.bottom;
}
