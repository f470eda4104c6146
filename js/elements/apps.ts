/** Draws the widget that is an app of an MCP server: once the server is connected, in a frame that keeps it apart. */
import { appOf } from "../apps/app-of.js";
import type { McpAppMessage, McpAppOptions, McpAppWords } from "../apps/index.js";
import type { Cleanup, JsonObject, McpToolDef } from "../types/index.js";
import { element } from "../widgets/dom.js";
import type { Say } from "../words/words.js";
import type { AppCall } from "../workspace/apps.js";
import type { Workspace } from "../workspace/workspace.js";
import { AppQuestions } from "./apps/question.js";

/** What an app proposes to say is read by a person before it is sent. */
const MAX_MESSAGE_CHARS = 4_000;

/**
 * Draws one app.
 *
 * @param data - What `Apps` of the workspace has placed, or what a link or a file holds.
 * @returns Ends it.
 */
export function drawApp(workspace: Workspace, t: Say, container: HTMLElement, data: JsonObject): Cleanup {
	const call = workspace.apps?.callOf(data);
	const say = (text: string) => {
		const note = element("p", { class: "wm-note", role: "status", part: "app-note" }, text);
		container.replaceChildren(note);
	};
	if (!call) {
		say(t("app-none"));
		return () => container.replaceChildren();
	}
	const over = new AbortController();
	const { servers } = workspace;
	const { serverUrl, serverName } = call;
	let isBegun = false;
	const follow = () => {
		if (isBegun) return;
		const url = addressOf(servers, call);
		if (url === undefined) {
			const server = serverUrl === "" ? serverName : `${serverName} (${serverUrl})`;
			return say(t("app-waits", { server }));
		}
		isBegun = true;
		show(workspace, t, container, { ...call, serverUrl: url }, over.signal).catch((error: unknown) => {
			if (over.signal.aborted) return;
			const reason = error instanceof Error ? error.message : String(error);
			say(t("app-failed", { tool: call.tool, reason }));
		});
	};
	const unfollow = servers.subscribe(follow);
	follow();
	return () => {
		unfollow();
		over.abort();
		container.replaceChildren();
	};
}

/** Where the server of a call is connected. */
function addressOf(servers: Workspace["servers"], { serverUrl, serverName }: AppCall): string | undefined {
	const entry = servers.entries.find(({ url, name }) =>
		serverUrl === "" ? name === serverName : url === serverUrl,
	);
	return entry && servers.layerOf(entry) ? entry.url : undefined;
}

async function show(
	workspace: Workspace,
	t: Say,
	container: HTMLElement,
	{ serverUrl, serverName, tool: name, args, result }: AppCall,
	signal: AbortSignal,
): Promise<void> {
	const { servers, sandboxUrl } = workspace;
	const tools = () => servers.layerOf({ url: serverUrl })?.tools ?? [];
	const definition = tools().find((tool) => tool.name === name);
	// What a link names is shown only where the server itself says that it is an app of this tool.
	const uri = definition && appOf(definition);
	const client = servers.client.clientOf(serverUrl);
	if (!uri || !client || sandboxUrl === undefined) throw new Error(t("app-gone"));
	const [contents, { mountMcpApp }] = await Promise.all([
		client.readResource(uri, { signal }),
		import("../apps/index.js"),
	]);
	const resource = contents.find((content) => content.uri === uri) ?? contents[0];
	if (!resource) throw new Error(t("app-gone"));
	if (signal.aborted) return;
	const place = element("div", { part: "app-question" });
	const questions = new AppQuestions(place, t);
	const mayCall = async (wanted: McpToolDef, given: JsonObject, waits: AbortSignal) => {
		if (workspace.mayAppDo(wanted)) return;
		const whose = serverName.replace(/\W+/g, "_");
		const isAllowed = await questions.ask({ name: `${whose}_mcp_${wanted.name}`, args: given }, waits);
		if (!isAllowed) throw new Error(`The person did not allow '${wanted.name}'.`);
	};
	container.replaceChildren(place);
	const options: McpAppOptions = {
		resource,
		sandboxUrl,
		tool: {
			name,
			definition,
			...(args && { arguments: args }),
			...(result && { result }),
		},
		tools,
		async callTool(wanted, given, call) {
			const found = tools().find((tool) => tool.name === wanted);
			if (!found) throw new Error(`The server has no tool '${wanted}' any more.`);
			await mayCall(found, given, call.signal);
			return servers.call(serverUrl, wanted, given, { signal: call.signal });
		},
		async readResource(wanted, call) {
			const read = { name: "read_resource", inputSchema: {}, annotations: { readOnlyHint: true } };
			await mayCall(read, { uri: wanted }, call.signal);
			return client.readResource(wanted, { signal: call.signal });
		},
		onMessage: (message) => proposed(workspace, message),
		words: wordsOf(t),
		signal,
	};
	const app = mountMcpApp(container, options);
	if (!result) app.toolCancelled(t("app-cut"));
}

/** Puts what an app wants to say where wishes are typed; whether it is said is the person's to decide. */
function proposed(workspace: Workspace, { content }: McpAppMessage): boolean {
	const texts = content.map(({ text }) => (typeof text === "string" ? text : ""));
	const wish = texts.join("\n").trim().slice(0, MAX_MESSAGE_CHARS);
	if (wish === "") return false;
	workspace.propose(wish);
	return true;
}

/** Their place for the app's title is left as it is. */
function wordsOf(t: Say): McpAppWords {
	return {
		openLink: t("app-open-link"),
		open: t("open"),
		saveFile: t("app-save-file"),
		save: t("app-save"),
		refuse: t("deny"),
		left: t("app-left"),
		flooded: t("app-flooded"),
		grabbed: t("app-grabbed"),
		unreachable: t("app-unreachable"),
	};
}
