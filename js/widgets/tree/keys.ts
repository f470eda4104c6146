/** What keys do in a tree, as the ARIA practices have it. */
import type { TreeNode } from "./nodes.js";

/** Where a key leads: to another node, to this one opened or closed, or to its choice. */
export type Step = { to: TreeNode } | { open: boolean } | { choose: true } | undefined;

/** What a tree is when a key is pressed. */
export interface Place {
	readonly at: TreeNode;
	/** All that is seen, from above. */
	readonly seen: readonly TreeNode[];
	readonly isOpen: boolean;
	/** Whether what is inside lies to the left. */
	readonly isRightToLeft: boolean;
}

const to = (node: TreeNode | undefined): Step => (node ? { to: node } : undefined);

/** What `key` does; nothing where it is no key of a tree. */
export function stepOf(key: string, { at, seen, isOpen, isRightToLeft }: Place): Step {
	const place = seen.indexOf(at);
	const [inward, outward] = isRightToLeft ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
	const hasChildren = at.children.length > 0;
	if (key === inward) return isOpen ? to(at.children[0]) : hasChildren ? { open: true } : undefined;
	if (key === outward) return isOpen ? { open: false } : to(at.parent);
	if (key === "ArrowDown") return to(seen[place + 1]);
	if (key === "ArrowUp") return to(seen[place - 1]);
	if (key === "Home") return to(seen[0]);
	if (key === "End") return to(seen.at(-1));
	if (key === "Enter" || key === " ") return { choose: true };
	return Array.from(key).length === 1 ? to(named(key, place, seen)) : undefined;
}

/** The next node below, or from the top, whose label begins so. */
function named(letter: string, place: number, seen: readonly TreeNode[]): TreeNode | undefined {
	const wanted = letter.toLocaleLowerCase();
	const order = [...seen.slice(place + 1), ...seen.slice(0, place)];
	return order.find(({ label }) => label.toLocaleLowerCase().startsWith(wanted));
}
