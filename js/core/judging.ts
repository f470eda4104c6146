/** Decides what of others' widgets a canvas shows: each has to pass the server that draws it, whatever it says of that itself. */
import type { CanvasVanilla, Cleanup, JsonObject, WebMcpServer, Widget } from "../types/index.js";

/** A widget as `setBlocks` takes it. */
export type Block = Partial<Omit<Widget, "type" | "data">> & Pick<Widget, "type" | "data">;

/** Hears of a widget that is not shown, and why. */
export type Refuse<Given> = (block: Given, message: string) => void;

/** The servers that draw what a canvas shows: those that it is attached to, and those of the places where it is mounted. */
const drawing = new WeakMap<object, Set<object>>();

/** Notes that these servers draw a canvas; the cleanup takes back what was noted by this call. */
export function drawnBy(canvas: object, servers: readonly object[]): Cleanup {
	const known = drawing.get(canvas) ?? new Set();
	drawing.set(canvas, known);
	const added = servers.filter((server) => !known.has(server));
	for (const server of added) known.add(server);
	return () => {
		for (const server of added) known.delete(server);
	};
}

/** The servers that are known to draw a canvas; none before it was attached or mounted. */
export function drawersOf(canvas: object): readonly WebMcpServer[] {
	return [...(drawing.get(canvas) ?? [])].filter(isServer);
}

/** Servers of this package have a layer; what else draws has nothing to be asked. */
function isServer(server: object): server is WebMcpServer {
	return "layer" in server && typeof server.layer === "function";
}

/**
 * Those widgets that their servers take, each with the server that draws it. One that names none, or one that is not there, would be checked
 * by none.
 */
export function judged<Given extends Block>(
	blocks: readonly Given[],
	servers: readonly WebMcpServer[],
	refuse: Refuse<Given>,
): { readonly given: Given; readonly block: Given }[] {
	const layers = servers.map((server) => ({ server, layer: server.layer() }));
	// Once for each type: a recipe is read with each answer.
	const ableTo = new Map<string, typeof layers>();
	return blocks.flatMap((given) => {
		const { type } = given;
		const able = ableTo.get(type) ?? layers.filter(({ server }) => server.getWidget(type) !== undefined);
		ableTo.set(type, able);
		const [drawing] = [...able.filter(({ server }) => server.name === given.serverName), ...able];
		const problem = drawing?.layer.checkWidget?.(given.type, given.data);
		if (drawing && !problem) return [{ given, block: { ...given, serverName: drawing.server.name } }];
		refuse(given, problem ? wordsOf(problem) : `No server draws '${given.type}'.`);
		return [];
	});
}

/** Shows widgets in the place of those that are there. The canvas takes all of a list or nothing: where it refuses, each half is tried by itself. */
export function setSound<Given>(
	canvas: CanvasVanilla,
	all: readonly { readonly given: Given; readonly block: Block }[],
	refuse: Refuse<Given>,
): void {
	const kept: Block[] = [];
	const tryAll = (part: typeof all) => {
		try {
			const blocks = part.map(({ block }) => block);
			canvas.setBlocks([...kept, ...blocks]);
			kept.push(...blocks);
		} catch (error) {
			const [first] = part;
			if (part.length === 1 && first)
				return refuse(first.given, error instanceof Error ? error.message : String(error));
			if (part.length < 2) throw error;
			const middle = Math.ceil(part.length / 2);
			tryAll(part.slice(0, middle));
			tryAll(part.slice(middle));
		}
	};
	tryAll(all);
}

function wordsOf({ error, details }: JsonObject): string {
	const [first] = Array.isArray(details) ? details : [];
	const { path = "", message = "" } = (first ?? {}) as { path?: string; message?: string };
	return [error, [path, message].filter(Boolean).join(": ")].filter(Boolean).join(" ");
}
