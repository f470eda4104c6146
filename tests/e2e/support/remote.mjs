/** The demo with a model behind a key-keeping proxy: page, proxy and MCP server are real, the model's API is replayed. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { inRoot } from "../../../scripts/lib/paths.mjs";
import { KEY } from "../../js/support/proxy.mjs";
import { upstream } from "../../js/support/replay.mjs";
import { openDemo, serversReady } from "./demo.mjs";
import { startMcp } from "./mcp.mjs";

export const FORMATS = ["anthropic", "openai", "openai-responses", "gemini"];

const parameter = (name) => ({
	type: "object",
	properties: { [name]: { type: "string" } },
	required: [name],
});
/** What the recorded models called, on a server of that name. */
const TOOLS = [
	{ name: "weather", description: "Weather at a place.", inputSchema: parameter("location") },
	{
		name: "updateIssueList",
		description: "Updates issues.",
		inputSchema: { type: "object", properties: {} },
	},
	{ name: "calculator", description: "Calculates.", inputSchema: { type: "object", properties: {} } },
];
const SERVER = "forecast";
/** What each tool says. */
export const RESULT = "18 degrees, rain from noon on";

/** The recorded stream, but the call names the tool as the page offers it: recorded models called it by its bare name. */
export function asOffered(bytes, tool) {
	return Buffer.from(bytes.toString("utf8").replaceAll(`"name":"${tool}"`, `"name":"${SERVER}_mcp_${tool}"`));
}

/**
 * Opens it. `answers` are functions `(request, response)` that answer for the model one after the other; `calls` is what
 * the MCP server was asked; the proxy is a process of its own, which `killProxy` ends without a word.
 */
export async function openRemote() {
	const calls = [];
	const answers = [];
	const server = await startMcp({
		name: SERVER,
		tools: TOOLS,
		call: (tool, args) => {
			calls.push({ tool, args });
			return RESULT;
		},
	});
	const model = await upstream((request, response) => {
		const answer = answers.shift();
		if (answer) return answer(request, response);
		response.writeHead(500).end("Nothing more was recorded.");
	});
	const demo = await openDemo({ mcpServers: [server.url] });
	const { page } = demo;
	const options = {
		upstreams: Object.fromEntries(FORMATS.map((format) => [format, { format, url: `${model.url}/v1` }])),
		keys: Object.fromEntries(FORMATS.map((format) => [format, KEY])),
		allowModels: Object.fromEntries(FORMATS.map((format) => [format, ["m-*"]])),
		origins: [new URL(page.url()).origin],
	};
	let proxy = await startProxy(options);
	await serversReady(page);
	const choose = async (format) => {
		if (!(await page.getByTestId("model-kind").isVisible()))
			await page.locator("#model-panel > summary").click();
		await page.getByTestId("model-kind").selectOption("remote");
		await page.getByTestId("remoteFormat").selectOption(format);
		for (const [field, value] of [
			["remoteUrl", `${proxy.url}/${format}`],
			["remoteModel", "m-1"],
		]) {
			await page.getByTestId(field).fill(value);
			await page.getByTestId(field).press("Tab");
		}
		await page.locator("#model-panel > summary").click();
	};
	return {
		demo,
		page,
		seen: model.seen,
		calls,
		answers,
		choose,
		killProxy: () => proxy.kill(),
		startProxy: async () => {
			proxy = await startProxy(options);
		},
		close: async () => {
			await demo.close();
			proxy.kill();
			await model.close();
			await server.close();
		},
	};
}

async function startProxy(options) {
	const child = fork(inRoot("tests", "js", "support", "served-proxy.mjs"), [JSON.stringify(options)]);
	const [{ url }] = await once(child, "message");
	return { url, kill: () => child.kill("SIGKILL") };
}
