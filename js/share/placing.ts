/** Puts the widgets of a HyperSkill onto a canvas: each has to pass the server that draws it, whatever its sender says of that. */
import { judged, setSound } from "../core/judging.js";
import type { CanvasVanilla, WebMcpServer } from "../types/index.js";
import { toBase64url } from "./base64url.js";
import { blocksOf } from "./canvas.js";
import type { HyperSkill } from "./types.js";

/** A widget that is not shown, by its place in the HyperSkill, and why. */
export interface UnshownWidget {
	widget: number;
	type: string;
	message: string;
}

/** Shows all widgets that can be shown, in the place of those that are there, as one step. Returns the others. */
export function place(
	canvas: CanvasVanilla,
	skill: HyperSkill,
	servers: readonly WebMcpServer[],
): UnshownWidget[] {
	const unshown: UnshownWidget[] = [];
	// No link can be in a group of another's before it is drawn.
	const mark = `${toBase64url(crypto.getRandomValues(new Uint8Array(9)))}-`;
	const blocks = blocksOf(skill, mark);
	const refuse = (block: (typeof blocks)[number], message: string) =>
		void unshown.push({ widget: blocks.indexOf(block), type: block.type, message });
	const sound = judged(blocks, servers, refuse);
	const { layout } = skill.content;
	const work = () => {
		if (layout) canvas.setLayout(layout);
		setSound(canvas, sound, refuse);
	};
	canvas.transact(work, { label: "open shared" });
	return unshown.sort((one, other) => one.widget - other.widget);
}
