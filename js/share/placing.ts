/** Puts the widgets of a HyperSkill onto a canvas: each has to pass the server that draws it, whatever its sender says of that. */
import type { CanvasVanilla, JsonObject, WebMcpServer } from "../types/index.js";
import { toBase64url } from "./base64url.js";
import { blocksOf } from "./canvas.js";
import type { HyperSkill } from "./types.js";

/** A widget that is not shown, by its place in the HyperSkill, and why. */
export interface UnshownWidget {
	widget: number;
	type: string;
	message: string;
}

type Block = ReturnType<typeof blocksOf>[number];
interface Placed {
	readonly at: number;
	readonly block: Block;
}

/** Shows all widgets that can be shown, in the place of those that are there, as one step. Returns the others. */
export function place(
	canvas: CanvasVanilla,
	skill: HyperSkill,
	servers: readonly WebMcpServer[],
): UnshownWidget[] {
	const unshown: UnshownWidget[] = [];
	const refuse = ({ at, block }: Placed, message: string) =>
		unshown.push({ widget: at, type: block.type, message });
	// No link can be in a group of another's before it is drawn.
	const mark = `${toBase64url(crypto.getRandomValues(new Uint8Array(9)))}-`;
	const judge = judgeOf(servers);
	const sound = blocksOf(skill, mark).flatMap((block, at): Placed[] => {
		const verdict = judge(block);
		if ("serverName" in verdict) return [{ at, block: { ...block, ...verdict } }];
		refuse({ at, block }, verdict.message);
		return [];
	});
	const { layout } = skill.content;
	const work = () => {
		if (layout) canvas.setLayout(layout);
		set(canvas, sound, refuse);
	};
	canvas.transact(work, { label: "open shared" });
	return unshown.sort((one, other) => one.widget - other.widget);
}

/** Says which server draws a widget, or what is wrong with it. A widget that names none would be checked by none. */
function judgeOf(servers: readonly WebMcpServer[]) {
	const layers = servers.map((server) => ({ server, layer: server.layer() }));
	return ({ type, data, serverName }: Block): { serverName: string } | { message: string } => {
		const able = layers.filter(({ server }) => server.getWidget(type) !== undefined);
		const [drawing] = [...able.filter(({ server }) => server.name === serverName), ...able];
		if (!drawing) return { message: `No server draws '${type}'.` };
		const problem = drawing.layer.checkWidget?.(type, data);
		return problem ? { message: wordsOf(problem) } : { serverName: drawing.server.name };
	};
}

/** The canvas takes all of a list or nothing of it: where it refuses, each half is tried by itself. */
function set(
	canvas: CanvasVanilla,
	placed: readonly Placed[],
	refuse: (one: Placed, message: string) => void,
): void {
	const kept: Block[] = [];
	const tryAll = (part: readonly Placed[]) => {
		try {
			const blocks = part.map(({ block }) => block);
			canvas.setBlocks([...kept, ...blocks]);
			kept.push(...blocks);
		} catch (error) {
			const [first] = part;
			if (part.length === 1 && first)
				return void refuse(first, error instanceof Error ? error.message : String(error));
			if (part.length < 2) throw error;
			const middle = Math.ceil(part.length / 2);
			tryAll(part.slice(0, middle));
			tryAll(part.slice(middle));
		}
	};
	tryAll(placed);
}

function wordsOf({ error, details }: JsonObject): string {
	const [first] = Array.isArray(details) ? details : [];
	const { path = "", message = "" } = (first ?? {}) as { path?: string; message?: string };
	return [error, [path, message].filter(Boolean).join(": ")].filter(Boolean).join(" ");
}
