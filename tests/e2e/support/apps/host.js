/** The page of a host: shows apps, and writes down what they want of it. */
import * as apps from "/pkg/apps/index.js";

const RESULT = {
	content: [{ type: "text", text: "12 apples, 3 nuts" }],
	structuredContent: {
		items: [
			{ name: "apples", count: 12 },
			{ name: "nuts", count: 3 },
			{ name: "pears", count: 7 },
		],
	},
};
const TOOL = {
	name: "count",
	title: "Stock",
	description: "Counts a shelf",
	inputSchema: { type: "object", properties: { shelf: { type: "string" } } },
	_meta: { ui: { resourceUri: "ui://stock/app" } },
};
/** What has come to the page's functions. */
const heard = [];
/** All messages that have come to the window, also those that nobody heeds. */
let messages = 0;
addEventListener("message", () => {
	messages += 1;
});
const hears = (name, answer) => (first, second, third) => {
	const signal = third?.signal ?? second?.signal;
	const entry = { name, args: name === "callTool" ? [first, second] : [first] };
	heard.push(entry);
	signal?.addEventListener("abort", () => heard.push({ name: `${name} aborted`, args: [first] }));
	return answer;
};

globalThis.host = {
	apps,
	heard,
	handles: [],
	RESULT,
	TOOL,
	secret: "what only the host knows",
	messages: () => messages,
	log: () => heard.filter(({ name }) => name === "onLog").map(({ args }) => args[0].data),
	/** Shows an app; `more` are options as JSON, and `functions` the names of those that the page has. */
	show(text, { meta, functions = [], hangs = false, ...more } = {}) {
		const all = {
			callTool: hears("callTool", hangs ? new Promise(() => undefined) : RESULT),
			readResource: hears("readResource", []),
			onMessage: hears("onMessage"),
			onModelContext: hears("onModelContext"),
			openLink: hears("openLink"),
			downloadFile: hears("downloadFile"),
			requestDisplayMode: hears("requestDisplayMode", "fullscreen"),
			onTeardownRequest: hears("onTeardownRequest"),
			onLog: hears("onLog"),
			audit: hears("audit"),
		};
		const given = Object.fromEntries(["onLog", "audit", ...functions].map((name) => [name, all[name]]));
		const handle = apps.mountMcpApp(document.querySelector("#place"), {
			resource: {
				uri: "ui://stock/app",
				mimeType: apps.APP_MIME_TYPE,
				text,
				_meta: meta ? { ui: meta } : undefined,
			},
			sandboxUrl: document.documentElement.dataset.sandbox,
			tool: { name: "count", definition: TOOL },
			...given,
			...more,
		});
		handle.ended.then((end) => heard.push({ name: "ended", args: [end] }));
		globalThis.host.handles.push(handle);
		return handle;
	},
};
document.documentElement.dataset.ready = "yes";
