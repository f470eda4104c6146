/**
 * The Tool Execution API: what a request costs in this process, and how many are answered over loopback, beside the Python package
 * `mcp-embedded-ui` where `PYTHON_PEER` names a Python that has it (`pip install mcp-embedded-ui==0.5.0 uvicorn==0.38.0`), and the
 * crate of that name where `RUST_PEER` names the program of `rust-peer/`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { serveToolApi } from "../../pkg/hosts/node.js";
import { createToolApi } from "../../pkg/tool-api/index.js";
import { compare, median, report } from "./measure.mjs";

const EACH = 300;
const SCHEMA = {
	type: "object",
	required: ["msg"],
	properties: { msg: { type: "string" }, n: { type: "integer" } },
};
const toolsOf = (count) =>
	Array.from({ length: count }, (_, n) => ({ name: `t${n}`, description: `Tool ${n}`, inputSchema: SCHEMA }));
const call = async (_, args) => [[{ type: "text", text: JSON.stringify(args) }], false, "t-1"];
const json = { "content-type": "application/json" };
const BODY = '{"msg":"hello","n":3}';

const few = createToolApi({ tools: toolsOf(5), call, allowExecute: true, prefix: "" });
const many = createToolApi({ tools: () => toolsOf(1000), call, allowExecute: true, prefix: "" });
const fixed = createToolApi({ tools: toolsOf(1000), call, allowExecute: true, prefix: "" });
const asked = (api, method, path, body) => async () => {
	for (let n = 0; n < EACH; n += 1) {
		const response = await api.fetch(new Request(`http://localhost${path}`, { method, body, headers: json }));
		await response.text();
	}
};
const plainly = async () => {
	for (let n = 0; n < EACH; n += 1)
		await few.handle({ method: "POST", path: "/tools/t1/call", headers: json, body: BODY });
};
if (process.argv[2] === "serve") {
	const { url } = await serveToolApi(few, { port: 0 });
	console.log(url);
	await new Promise(() => undefined);
}
const times = await compare(
	{
		"call by handle": plainly,
		"call by fetch": asked(few, "POST", "/tools/t1/call", BODY),
		"validate, fits": asked(few, "POST", "/tools/t1/validate", BODY),
		"validate, two errors": asked(few, "POST", "/tools/t1/validate", '{"n":"x"}'),
		"list of 5": asked(few, "GET", "/tools"),
		"list of 1,000": asked(fixed, "GET", "/tools"),
		"list of 1,000, asked anew": asked(many, "GET", "/tools"),
		"one of 1,000": asked(fixed, "GET", "/tools/t999"),
		page: asked(few, "GET", "/"),
	},
	{ rounds: 9, warmUps: 3 },
);
report("In this process", times, { unit: "ms", per: EACH, perName: "request" });

/** Calls as many times, so many at once; gives requests a second and the 99th percentile in milliseconds. */
async function load(url, atOnce, count) {
	const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
	const took = [];
	const one = () =>
		new Promise((resolve, reject) => {
			const start = performance.now();
			const sent = request(
				url,
				{ method: "POST", agent, headers: { ...json, "content-length": BODY.length } },
				(response) => {
					if (response.statusCode !== 200) reject(new Error(`HTTP ${response.statusCode}`));
					response.resume().on("end", () => resolve(took.push(performance.now() - start)));
				},
			);
			sent.on("error", reject).end(BODY);
		});
	const start = performance.now();
	let left = count;
	const worker = async () => {
		while (left-- > 0) await one();
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	const seconds = (performance.now() - start) / 1000;
	agent.destroy();
	return { perSecond: count / seconds, p99: took.toSorted((a, b) => a - b)[Math.floor(count * 0.99)] };
}

const PEER = `
import json, sys, uvicorn
from mcp_embedded_ui import create_app
class Tool:
    def __init__(self, n):
        self.name, self.description, self.annotations = f"t{n}", f"Tool {n}", None
        self.inputSchema = json.loads(sys.argv[2])
async def call(name, args):
    return [{"type": "text", "text": json.dumps(args)}], False, "t-1"
app = create_app([Tool(n) for n in range(5)], call, allow_execute=True)
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning", access_log=False)
`;
const PORTS = { PYTHON_PEER: 18_788, RUST_PEER: 18_789 };
const ARGUMENTS = { PYTHON_PEER: ["-c", PEER], RUST_PEER: [] };

/** Ours in a process of its own, as the peer is: the client takes a core itself. */
async function child() {
	const server = spawn(process.execPath, [import.meta.filename ?? process.argv[1], "serve"], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	const [line] = await once(server.stdout, "data");
	return { url: String(line).trim(), close: () => server.kill() };
}

/** The peer whose program this variable names. */
async function peer(variable) {
	const port = PORTS[variable];
	const args = [...ARGUMENTS[variable], String(port), JSON.stringify(SCHEMA)];
	const child = spawn(process.env[variable], args, { stdio: ["ignore", "inherit", "inherit"] });
	const url = `http://127.0.0.1:${port}`;
	for (let tries = 0; tries < 100; tries += 1) {
		const up = await fetch(`${url}/tools`).then(
			({ ok }) => ok,
			() => false,
		);
		if (up) return { url, close: () => child.kill() };
		await wait(100);
	}
	child.kill();
	throw new Error(`The peer of ${variable} did not come up.`);
}

const own = await child();
const sides = { ours: own };
if (process.env.PYTHON_PEER) sides["Python peer"] = await peer("PYTHON_PEER");
if (process.env.RUST_PEER) sides["Rust peer"] = await peer("RUST_PEER");
for (const atOnce of [8, 64]) {
	const figures = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
	for (let round = 0; round < 5; round += 1) {
		for (const [name, { url }] of Object.entries(sides)) {
			const figure = await load(`${url}/tools/t1/call`, atOnce, 20_000);
			if (round > 0) figures[name].push(figure);
		}
	}
	console.log(`\nCalls over loopback, ${atOnce} at once`);
	const [first] = Object.values(figures);
	for (const [name, all] of Object.entries(figures)) {
		const perSecond = median(all.map((one) => one.perSecond));
		const ratio = (perSecond / median(first.map((one) => one.perSecond))).toFixed(2);
		console.log(
			`  ${name.padEnd(14)} ${perSecond.toFixed(0)} requests/s, p99 ${median(all.map((one) => one.p99)).toFixed(1)} ms  ×${ratio}`,
		);
	}
}
for (const { close } of Object.values(sides)) await close();
