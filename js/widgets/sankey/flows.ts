/** What flows from where to where, checked and capped. */
import { numberOf } from "../amount.js";
import { idOf, listOf, recordOf, textOf } from "../dom.js";
import { colorAt, colorOf } from "../color.js";
import { someOf } from "../numbers.js";
import type { Loose } from "../view.js";
import { say } from "../say.js";

const MAX_NODES = 200;
const MAX_LINKS = 1000;
/** Sums of more would be no numbers. */
const MAX_VALUE = 1e15;

/** Something that flows lead to or from. */
export interface FlowNode {
	readonly id: string;
	readonly label: string;
	readonly color: string;
}

/** An amount from one node to another, by their ids. */
export interface Flow {
	readonly source: string;
	readonly target: string;
	readonly value: number;
}

/** What can be drawn, and what is to say of the rest. */
export interface Flows {
	readonly nodes: readonly FlowNode[];
	readonly links: readonly Flow[];
	readonly notes: readonly string[];
}

/** Reads nodes and links; what no Sankey can show is said in the notes. */
export function flowsOf(data: Loose): Flows {
	const [allNodes, allLinks] = [listOf(data.nodes), listOf(data.links)];
	const nodes = new Map<string, FlowNode>();
	for (const [at, value] of allNodes.slice(0, MAX_NODES).entries()) {
		const { id, label, color } = typeof value === "object" ? recordOf(value) : { label: value };
		const words = textOf(label, 100) || idOf(id).slice(0, 100);
		const own = idOf(id) || words;
		if (own !== "" && !nodes.has(own))
			nodes.set(own, { id: own, label: words, color: colorOf(color) ?? colorAt(at) });
	}
	const unknown: string[] = [];
	const valueless: string[] = [];
	const circular: string[] = [];
	const links: Flow[] = [];
	const onward = new Map<string, string[]>();
	for (const one of allLinks.slice(0, MAX_LINKS).map(recordOf)) {
		const [source, target] = [idOf(one.source), idOf(one.target)];
		const value = numberOf(one.value);
		const words = `${nodes.get(source)?.label ?? source} → ${nodes.get(target)?.label ?? target}`;
		if (!nodes.has(source) || !nodes.has(target)) unknown.push(words);
		else if (value === undefined || value <= 0 || value > MAX_VALUE) valueless.push(words);
		else if (leads(onward, target, source)) circular.push(words);
		else {
			links.push({ source, target, value });
			onward.set(source, [...(onward.get(source) ?? []), target]);
		}
	}
	const linked = new Set(links.flatMap(({ source, target }) => [source, target]));
	const alone = [...nodes.values()].filter(({ id }) => !linked.has(id)).map(({ label }) => label);
	const tooMany = Math.max(allNodes.length - MAX_NODES, 0) + Math.max(allLinks.length - MAX_LINKS, 0);
	const notes = [
		said(say("Left out, because it names no node that there is"), unknown),
		said(say("Left out, because its value is no amount above 0"), valueless),
		said(say("Left out, because it would flow in a circle"), circular),
		said(say("Without any flow"), alone),
		tooMany > 0 ? say("{n} further nodes and links are not shown.", { n: tooMany }) : "",
	];
	return { nodes: [...nodes.values()].filter(({ id }) => linked.has(id)), links, notes };
}

function said(why: string, things: readonly string[]): string {
	return things.length === 0 ? "" : `${why}: ${someOf(things)}`;
}

/** Whether a way goes on from one node to another. */
function leads(onward: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
	const seen = new Set([from]);
	for (const id of seen) {
		if (id === to) return true;
		for (const next of onward.get(id) ?? []) seen.add(next);
	}
	return false;
}
