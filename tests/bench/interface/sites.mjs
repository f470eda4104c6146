/** The interfaces that are compared: where each one's page lies, and how to find in it what is waited for. */
import { fileURLToPath } from "node:url";
import { inRoot } from "../../../scripts/lib/paths.mjs";

/** Where the peers' pages lie beside what npm installs for them. */
export const PEERS = inRoot("build", "interface", "peers");

/**
 * @typedef {object} Site
 * @property {string} name
 * @property {string} folder its name on the server
 * @property {string} root the page's sources
 * @property {{[find: string]: string}} [alias] which file is meant by a name, for Vite
 * @property {() => unknown} input the text field, once it is there; this and the following run in the page
 * @property {() => unknown} [button] what sends, where the enter key does not
 * @property {() => unknown} [answers] whether a wish would be answered, where that can be later
 * @property {() => unknown} chart what the chart is drawn on
 * @property {() => unknown} log where answers are shown
 */

/** A bar of Recharts. */
const recharts = () => document.querySelector(".recharts-bar-rectangle path");

/** @type {Site[]} */
export const SITES = [
	{
		name: "ours",
		folder: "ours",
		root: fileURLToPath(new URL("ours/", import.meta.url)),
		alias: { "webmcp-auto-ui/elements": inRoot("pkg", "elements") },
		input: () => document.querySelector("auto-ui-chat")?.shadowRoot?.querySelector(".composer textarea"),
		answers: () => {
			const workspace = /** @type {any} */ (document.querySelector("auto-ui-canvas"))?.workspace;
			return workspace?.canvas && workspace.model.canAnswer;
		},
		chart: () => document.querySelector("auto-ui-canvas")?.shadowRoot?.querySelector(".board canvas"),
		log: () => document.querySelector("auto-ui-chat")?.shadowRoot?.querySelector(".log"),
	},
	{
		name: "assistant-ui",
		folder: "assistant-ui",
		root: `${PEERS}/assistant-ui`,
		input: () => document.querySelector("textarea"),
		chart: recharts,
		log: () => document.querySelector("#root"),
	},
	{
		name: "CopilotKit",
		folder: "copilotkit",
		root: `${PEERS}/copilotkit`,
		input: () => document.querySelector("textarea"),
		chart: recharts,
		log: () => document.querySelector("#root"),
	},
	{
		name: "CopilotKit react-ui",
		folder: "copilotkit-ui",
		root: `${PEERS}/copilotkit-ui`,
		input: () => document.querySelector("textarea"),
		chart: recharts,
		log: () => document.querySelector("#root"),
	},
	{
		name: "A2UI",
		folder: "a2ui",
		root: `${PEERS}/a2ui`,
		// Its fields and its libraries must share one zod, as they do where nothing else is installed.
		alias: { zod: `${PEERS}/node_modules/@a2ui/web_core/node_modules/zod` },
		button: () => document.querySelector("a2ui-surface")?.shadowRoot?.querySelector("button"),
		input: () => document.querySelector("a2ui-surface")?.shadowRoot?.querySelector("input"),
		chart: () =>
			document
				.querySelector("a2ui-surface")
				?.shadowRoot?.querySelector("bench-bar-chart")
				?.shadowRoot?.querySelector("canvas"),
		log: () => document.querySelector("a2ui-surface")?.shadowRoot?.querySelector("a2ui-basic-column"),
	},
];
