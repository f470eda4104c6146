/** A tree's nodes, checked and capped. */
import { idOf, listOf, recordOf, textOf } from "../dom.js";

const MAX_NODES = 5000;
const MAX_LEVELS = 40;
/** Levels that are open at first. */
const OPEN_LEVELS = 2;

/** A node and what is below it. */
export interface TreeNode {
	/** Tells nodes apart, also those with the same name, and is the same where the data changes. */
	readonly key: string;
	readonly id: string;
	readonly label: string;
	/** From 1. */
	readonly level: number;
	readonly parent: TreeNode | undefined;
	readonly children: TreeNode[];
}

/** What is at the top, and whether that is all: levels are read from above, so that none is cut short for a deep one. */
export function nodesOf(given: unknown): { top: TreeNode[]; isWhole: boolean } {
	const top: TreeNode[] = [];
	const waiting: { given: unknown; parent: TreeNode | undefined; into: TreeNode[] }[] = [
		{ given, parent: undefined, into: top },
	];
	let count = 0;
	for (let next = waiting.shift(); next; next = waiting.shift()) {
		const { parent, into } = next;
		const level = (parent?.level ?? 0) + 1;
		const all = listOf(next.given);
		if (all.length > 0 && level > MAX_LEVELS) return { top, isWhole: false };
		for (const [at, one] of all.entries()) {
			if (count >= MAX_NODES) return { top, isWhole: false };
			count += 1;
			const { label, id, children } = typeof one === "object" ? recordOf(one) : { label: one };
			const words = textOf(label, 200) || "…";
			const key = `${parent?.key ?? ""}/${at}`;
			const node = { key, id: idOf(id) || words, label: words, level, parent, children: [] };
			into.push(node);
			waiting.push({ given: children, parent: node, into: node.children });
		}
	}
	return { top, isWhole: true };
}

/** Whether a node is open before anybody has opened or closed it. */
export function isOpenAtFirst({ level }: TreeNode): boolean {
	return level <= OPEN_LEVELS;
}

/** The nodes that are seen, from above. */
export function seenOf(nodes: readonly TreeNode[], isOpen: (node: TreeNode) => boolean): TreeNode[] {
	return nodes.flatMap((node) => [node, ...(isOpen(node) ? seenOf(node.children, isOpen) : [])]);
}

/** The labels from the top down to a node. */
export function pathOf(node: TreeNode): string[] {
	return [...(node.parent ? pathOf(node.parent) : []), node.label];
}

/** The keys of the nodes that are meant, and of those above them. Of a path its last node is meant, so none above another one is found. */
export function foundIn(
	nodes: readonly TreeNode[],
	isMeant: (node: TreeNode) => boolean,
): { found: ReadonlySet<string>; above: ReadonlySet<string> } {
	const above = new Set<string>();
	const all = seenOf(nodes, () => true).filter(isMeant);
	for (const node of all) for (let up = node.parent; up; up = up.parent) above.add(up.key);
	return { found: new Set(all.map(({ key }) => key).filter((key) => !above.has(key))), above };
}
