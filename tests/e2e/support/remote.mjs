/** The demo with a model behind a key-keeping proxy: page, proxy and MCP server are real, the model's API is replayed. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
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
 * the MCP server was asked; the proxy is a process of its own, which `killProxy` ends without a word; `line` is the wire
 * between the page and the proxy.
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
	const line = await startLine(() => proxy.url);
	await serversReady(page);
	const choose = async (format) => {
		if (!(await page.getByTestId("kind").isVisible()))
			await page.locator("[data-panel=model] > summary").click();
		await page.getByTestId("kind").selectOption("remote");
		await page.getByTestId("remoteFormat").selectOption(format);
		for (const [field, value] of [
			["remoteUrl", `${line.url}/${format}`],
			["remoteModel", "m-1"],
		]) {
			await page.getByTestId(field).fill(value);
			await page.getByTestId(field).press("Tab");
		}
		await page.locator("[data-panel=model] > summary").click();
	};
	return {
		demo,
		page,
		seen: model.seen,
		calls,
		answers,
		choose,
		line,
		killProxy: () => proxy.kill(),
		startProxy: async () => {
			proxy = await startProxy(options);
		},
		close: async () => {
			await demo.close();
			proxy.kill();
			await line.close();
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

/** A wire to another address: `cut` breaks what goes over it, `hush` lets nothing more through and says nothing. */
async function startLine(target) {
	const pairs = new Set();
	const server = createServer((near) => {
		const { hostname, port } = new URL(target());
		const far = connect(Number(port), hostname);
		const pair = { near, far };
		pairs.add(pair);
		for (const [one, other] of [
			[near, far],
			[far, near],
		]) {
			one.pipe(other);
			one.on("error", () => other.destroy());
			one.on("close", () => {
				pairs.delete(pair);
				other.destroy();
			});
		}
	});
	await new Promise((done) => server.listen(0, "127.0.0.1", done));
	const cut = () => {
		for (const { near, far } of pairs) {
			near.resetAndDestroy();
			far.destroy();
		}
	};
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		cut,
		hush: () => {
			for (const { near, far } of pairs) {
				far.unpipe(near);
				near.unpipe(far);
			}
		},
		close: () => {
			cut();
			return new Promise((done) => server.close(done));
		},
	};
}
