/** What the pages of all frameworks share: a workspace whose model answers with what it was asked, and what the test reads. */
import "webmcp-auto-ui/elements";
import { Workspace } from "../../../../pkg/workspace/workspace.js";

export const workspace = new Workspace();
const echo = {
	name: "echo",
	model: "echo",
	chat: async (messages) => {
		const [{ text }] = messages.at(-1).content;
		return { content: [{ type: "text", text: `You said **${text}**` }], stopReason: "end_turn" };
	},
};
Object.defineProperty(workspace.model, "provider", { get: () => echo });

/** A widget of the framework's own. */
export const servers = [
	{
		name: "own",
		getWidget: (name) => (name === "price" ? { renderer: (place, { price }) => void (place.textContent = `It is ${price}`) } : undefined),
	},
];
window.desk = { workspace, heard: [] };
