/**
 * How far the ordinary loop gets with a model that nobody scripted:
 * `GEMMA_GGUF=MODEL.gguf [THREADS=2] [SAID=FILE] node tests/eval/loop/run.mjs page|server [task …]`.
 * `page`: the model in the page, as its own planner. `server`: the same file behind llama.cpp's server, which speaks OpenAI's API.
 * With tasks, only those, by their ids or how these begin. With `SAID=FILE` what the model was told and wrote for each is appended there.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync } from "node:fs";
import { inRoot } from "../../../scripts/lib/paths.mjs";
import { llamaServer } from "../../../scripts/setup/llama-server.mjs";
import { ISOLATED, openPage, serve, weights } from "../../browser-engine/site.mjs";
import { judge, wanted } from "./judge.mjs";
import { startServers } from "./servers.mjs";

const CONTEXT = 8192;
const [where, ...only] = process.argv.slice(2);
if (where !== "page" && where !== "server") throw new Error("Where does the model run? page or server");
const threads = Number(process.env.THREADS ?? 1);

const servers = await startServers();
const llama =
	where === "server"
		? spawn(
				"python3",
				[inRoot("tests", "e2e", "support", "llama_server.py"), weights(), "", String(CONTEXT)],
				{
					env: { ...process.env, PYTHONPATH: await llamaServer() },
					stdio: ["pipe", "pipe", "ignore"],
				},
			)
		: undefined;
const baseUrl = llama ? String((await once(llama.stdout, "data"))[0]).trim() : undefined;
const site = await serve({}, threads > 1 ? ISOLATED : {});
const { page, close } = await openPage(site.address);
await page.evaluate(
	async ({ baseUrl, threads, contextSize, urls }) => {
		const kit = await import("/index.js");
		await kit.init();
		const provider = baseUrl
			? new kit.LocalLLMProvider({ backend: "openai", baseUrl, model: "local" })
			: new kit.WasmProvider({
					model: "/model.gguf",
					threads,
					contextSize,
					planner: "model",
					useCache: false,
				});
		await provider.initialize?.();
		const client = new kit.McpMultiClient();
		for (const url of urls) await client.addServer(url);
		Object.assign(window, { kit, provider, client });
	},
	{ baseUrl, threads, contextSize: CONTEXT, urls: servers.urls },
);

/** @param {string} wish */
const make = (wish) =>
	page.evaluate(async (wish) => {
		const { kit, provider, client } = /** @type {any} */ (window);
		/** @type {Map<string, {type: string, data: unknown}>} */
		const widgets = new Map();
		const start = performance.now();
		const callbacks = {
			onWidget: (/** @type {string} */ type, /** @type {unknown} */ data) => {
				const id = `w${widgets.size}`;
				widgets.set(id, { type, data });
				return { id };
			},
			onUpdate: (/** @type {string} */ id, /** @type {unknown} */ data) => {
				widgets.set(id, { type: widgets.get(id)?.type ?? "", data });
				return { ok: true };
			},
			onClear: () => {
				widgets.clear();
				return { ok: true };
			},
			onRemove: (/** @type {string} */ id) => ({ ok: widgets.delete(id) }),
		};
		const layers = [...client.layers(), kit.autoui.layer()];
		const run = await kit
			.runAgentLoop(wish, {
				provider,
				client,
				layers,
				callbacks,
				maxIterations: 10,
				temperature: 0,
				maxTokens: 700,
			})
			.catch((/** @type {Error} */ error) => ({
				failed: String(error),
				text: "",
				toolCalls: [],
				messages: [],
				metrics: {},
			}));
		const calls = run.toolCalls.map((/** @type {any} */ { name, args, error, result }) => ({
			name,
			args,
			error: Boolean(error),
			result: String(typeof result === "string" ? result : JSON.stringify(result)).slice(0, 400),
		}));
		const { text, stopReason, metrics, messages, failed } = run;
		return structuredClone({
			ms: performance.now() - start,
			widgets: [...widgets.values()],
			calls,
			text,
			failed,
			stopReason,
			metrics,
			messages,
		});
	}, wish);

const tasks = readFileSync(new URL("tasks.jsonl", import.meta.url), "utf8")
	.split("\n")
	.filter(Boolean)
	.map((line) => JSON.parse(line))
	.filter(({ id }) => only.length === 0 || only.some((begun) => id.startsWith(begun)));
const sums = { right: 0, steps: 0, calls: 0, refused: 0, input: 0, output: 0, deadEnds: 0 };
const times = [];
for (const task of tasks) {
	const values = await wanted(task, servers.sql);
	const did = await make(task.wish);
	const { right, missing } = judge(task, values, did);
	const refused = did.calls.filter((/** @type {{error: boolean}} */ { error }) => error).length;
	// It ended with nothing shown and nothing said, or was stopped.
	const isDeadEnd =
		Boolean(did.failed) || did.stopReason !== "end_turn" || (did.widgets.length === 0 && !did.text);
	sums.right += Number(right);
	sums.steps += did.metrics.iterations ?? 0;
	sums.calls += did.calls.length;
	sums.refused += refused;
	sums.input += did.metrics.totalInputTokens ?? 0;
	sums.output += did.metrics.totalOutputTokens ?? 0;
	sums.deadEnds += Number(isDeadEnd);
	times.push(did.ms);
	const names = did.calls.map((/** @type {any} */ { name, error }) => `${name}${error ? "!" : ""}`).join(" ");
	console.log(
		`${right ? "✓" : "✗"} ${task.id} ${Math.round(did.ms / 1000)} s, ${did.stopReason ?? did.failed}: ${names}`,
	);
	if (!right)
		console.log(`    missing ${JSON.stringify(missing).slice(0, 120)}; said: ${did.text.slice(0, 160)}`);
	if (process.env.SAID)
		appendFileSync(process.env.SAID, `${JSON.stringify({ task, values, right, missing, ...did })}\n`);
}
times.sort((a, b) => a - b);
console.log(`\n${where}: ${sums.right} of ${tasks.length} solved, ${sums.deadEnds} dead ends`);
console.log(
	`${sums.steps} steps, ${sums.calls} calls, ${sums.refused} of them refused; ${sums.input} tokens read, ${sums.output} written; median ${Math.round((times[times.length >> 1] ?? 0) / 1000)} s, slowest ${Math.round((times.at(-1) ?? 0) / 1000)} s`,
);
await close();
site.close();
llama?.kill("SIGKILL");
await servers.close();
process.exit(0);
