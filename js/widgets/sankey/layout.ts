/** Where the nodes and links of a Sankey are. */
import type * as library from "d3-sankey";
import type { Flow, FlowNode, Flows } from "./flows.js";

/** The library, which loads with the first Sankey. */
export type Library = typeof library;

const NODE_WIDTH = 14;
/** Room for the outline of a node that has the focus, and for the label of a thin one at the top or the bottom. */
const [EDGE, EDGE_UP] = [3, 9];
/** From one column of nodes to the next, at least. */
const COLUMN = 70;
const PADDING = 12;
/** Height of a node with its padding, at least about. */
const ROW = 34;
const LEAST_HEIGHT = 180;
/** A letter is about as wide. */
const LETTER = 6.6;
const LABEL_GAP = 6;

/** A node as a box, and its label beside it. */
export interface Box {
	readonly node: FlowNode;
	readonly value: number;
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	readonly label: string;
	/** Where the label begins, or ends where it is to the left. */
	readonly labelX: number;
	readonly isLabelLeft: boolean;
}

/** A link as a line as thick as it is much. */
export interface Band {
	readonly link: Flow;
	readonly source: FlowNode;
	readonly target: FlowNode;
	readonly path: string;
	readonly width: number;
}

/** A drawing of that size. */
export interface Layout {
	readonly width: number;
	readonly height: number;
	readonly boxes: readonly Box[];
	readonly bands: readonly Band[];
}

/** Lays flows out in a drawing that is `least` pixels wide, or wider and as high as the nodes need. */
export function laidOut(
	{ nodes, links }: Flows,
	least: number,
	{ sankey, sankeyLinkHorizontal }: Library,
): Layout {
	const lay = (width: number, height: number) => {
		const plan = sankey<FlowNode, Flow>()
			.nodeId(({ id }) => id)
			.nodeWidth(NODE_WIDTH)
			.nodePadding(PADDING);
		plan.extent([
			[EDGE, EDGE_UP],
			[width - EDGE, height - EDGE_UP],
		]);
		// The library writes into what it is given.
		return plan({ nodes: nodes.map((node) => ({ ...node })), links: links.map((link) => ({ ...link })) });
	};
	const columns = new Map<number, number>();
	for (const { layer = 0 } of lay(COLUMN, LEAST_HEIGHT).nodes as { layer?: number }[]) {
		columns.set(layer, (columns.get(layer) ?? 0) + 1);
	}
	const width = Math.max(least, columns.size * COLUMN);
	const height = Math.max(LEAST_HEIGHT, Math.max(...columns.values()) * ROW);
	const room = (width - columns.size * NODE_WIDTH) / Math.max(columns.size - 1, 1) - 2 * LABEL_GAP;
	const graph = lay(width, height);
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const draw = sankeyLinkHorizontal<FlowNode, Flow>();
	const boxes = graph.nodes.flatMap(({ id, value = 0, x0 = 0, x1 = 0, y0 = 0, y1 = 0 }): Box[] => {
		const node = byId.get(id);
		const isLabelLeft = x0 > width / 2;
		const labelX = isLabelLeft ? x0 - LABEL_GAP : x1 + LABEL_GAP;
		const box = { value, x: x0, y: y0, width: x1 - x0, height: y1 - y0, labelX, isLabelLeft };
		return node ? [{ ...box, node, label: cut(node.label, room / LETTER) }] : [];
	});
	const bands = graph.links.flatMap((one, at): Band[] => {
		const link = links[at];
		const [source, target] = [byId.get(link?.source ?? ""), byId.get(link?.target ?? "")];
		return link && source && target
			? [{ link, source, target, path: draw(one) ?? "", width: one.width ?? 0 }]
			: [];
	});
	return { width, height, boxes, bands };
}

/** A label that does not reach the next column. */
function cut(label: string, letters: number): string {
	const most = Math.max(Math.floor(letters), 3);
	const signs = Array.from(label);
	return signs.length > most ? `${signs.slice(0, most - 1).join("")}…` : label;
}
