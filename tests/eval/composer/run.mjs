/**
 * How often a model in the page answers strangers' wishes rightly:
 * `[GEMMA_GGUF=MODEL.gguf] [THREADS=2] node tests/eval/composer/run.mjs ADAPTER.gguf|instruct|examples|base [tuned|sight|fresh] [wishes] [file]`.
 * `instruct` is a model with a chat template of its own; `examples` the base model untaught, with worked examples in front; `base` the same
 * without a grammar, so that it writes what it likes, a line of at most 80 tokens. With a number of wishes, only so many of each file; with a
 * name, such as `more`, that file alone. The files `strange` are about widgets that are no part of the training, those called `more` about
 * the 26 widgets that `autoui` gets last. Of `fresh`, which is to be run once for each release and never worked on, questions have a level: 1 one table, 2 groups and
 * order, 3 a join, 4 nested. `BESIDE=DATABASE` (a name, or `demo`) connects data for the wishes that ask for none, as in a page that has
 * some: they are harder then. With `SAID=FILE` what the model wrote for each wish, how likely that was, by how many votes a query
 * was chosen and whether it was right is written there, as JSON lines. With `REPLAY=FILE` what the model answered is kept there, and not
 * asked of it again: after a change of code only what is asked otherwise takes time. A file for each model.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "../../../www/server/database.mjs";
import { datasets } from "../../../www/server/datasets.mjs";
import { ISOLATED, openPage, serve } from "../../browser-engine/site.mjs";
import { judge } from "./judge.mjs";
import { startServer } from "./servers.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [adapter, half = "tuned", most = "1000", only] = process.argv.slice(2);
if (!adapter)
	throw new Error("Which adapter? node tests/eval/composer/run.mjs ADAPTER.gguf [tuned|sight|fresh]");
const given = ["examples", "base", "instruct"].includes(adapter) ? undefined : resolve(adapter);

const read = (/** @type {string[]} */ ...path) => readFileSync(join(here, ...path), "utf8");
const threads = Number(process.env.THREADS ?? 1);
const site = await serve(given ? { "/adapter/": dirname(given) } : {}, threads > 1 ? ISOLATED : {});
const { page, close } = await openPage(site.address);
const replay = process.env.REPLAY;
const kept = replay && existsSync(replay) ? readFileSync(replay, "utf8").trim().split("\n") : [];
await page.exposeFunction(
	"keep",
	(/** @type {string} */ line) => replay && appendFileSync(replay, `${line}\n`),
);
await page.evaluate(
	async ({ url, isFree, threads, kept }) => {
		const kit = await import("/index.js");
		await kit.init();
		/** @type {object[]} */
		const lines = [];
		/** @type {Map<string, any>} */
		const answers = new Map(kept.map((line) => JSON.parse(line)));
		/** What was asked by a message's number. @type {Map<number, string>} */
		const asked = new Map();
		class Heard extends Worker {
			constructor(/** @type {string | URL} */ address, /** @type {WorkerOptions} */ options) {
				super(address, options);
				this.addEventListener("message", ({ data }) => {
					const { text, logProb } = data.value ?? {};
					if (data.kind === "result" && text) lines.push({ text, logProb });
					const question = asked.get(data.id);
					if (data.kind !== "result" || question === undefined || answers.has(question)) return;
					answers.set(question, data.value);
					/** @type {any} */ (window).keep(JSON.stringify([question, data.value]));
				});
			}
			/** @override */
			postMessage(/** @type {any} */ message, /** @type {any} */ transfer) {
				const { request } = message.operation ?? {};
				if (isFree && request?.maxTokens !== undefined) {
					delete request.schema;
					delete request.calls;
					Object.assign(request, { stop: ["\n"], maxTokens: Math.min(request.maxTokens, 80) });
				}
				if (["generate", "compare"].includes(message.operation?.kind)) {
					const question = JSON.stringify(message.operation);
					asked.set(message.id, question);
					const value = answers.get(question);
					if (value) {
						const data = { kind: "result", id: message.id, value };
						setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data })));
						return;
					}
				}
				super.postMessage(message, transfer);
			}
		}
		Object.assign(window, { Worker: Heard, lines });
		const adapters = url ? [{ url }] : [];
		const provider = new kit.WasmProvider({
			model: "/model.gguf",
			adapters,
			threads,
			planner: "composer",
			useCache: false,
		});
		await provider.initialize();
		Object.assign(window, { kit, provider });
	},
	{ url: given && `/adapter/${basename(given)}`, isFree: adapter === "base", threads, kept },
);

/** Connects what the wishes of a file are about. @param {{server?: string, tools?: object[], widgets?: object[]}} about */
const connect = (about) =>
	page.evaluate(async ({ server, tools, widgets }) => {
		const { kit, provider } = /** @type {any} */ (window);
		const client = new kit.McpMultiClient();
		if (server) await client.addServer(server);
		const called = /** @type {object[]} */ ([]);
		const own = kit.createWebMcpServer("tools", { description: "" });
		for (const { name, description, inputSchema } of tools ?? []) {
			const execute = async (/** @type {any} */ args) => {
				called.push({ name, args });
				return "done";
			};
			own.addTool({ name, description, inputSchema, execute });
		}
		for (const { name, description, schema } of widgets ?? []) {
			const head = Object.entries({ widget: name, description, schema }).map(
				([key, value]) => `${key}: ${JSON.stringify(value)}\n`,
			);
			own.registerWidget(`---\n${head.join("")}---\n`, () => {});
		}
		const hasOwn = tools?.length || widgets?.length;
		const layers = () => [kit.autoui.layer(), ...client.layers(), ...(hasOwn ? [own.layer()] : [])];
		Object.assign(window, { client, layers, called });
		await kit.warmUp({ provider, client, layers: layers() });
	}, about);

/** Makes a wish, after those of `earlier`. @param {string} wish @param {boolean} anew @returns {Promise<import("./judge.mjs").Did & {ms: number, calls: any[], lines: object[], told: string}>} */
const ask = (wish, anew) =>
	page.evaluate(
		async ({ wish, anew }) => {
			const page = /** @type {any} */ (window);
			const { kit, provider, client, layers, called, lines } = page;
			if (anew) Object.assign(page, { messages: undefined, types: {}, shown: 0 });
			called.length = 0;
			lines.length = 0;
			const start = performance.now();
			const callbacks = {
				onWidget: (/** @type {string} */ type) => {
					const id = `w_${page.shown++}`;
					page.types[id] = type;
					return { id };
				},
				onUpdate: () => ({ ok: true }),
				onClear: () => ({ ok: true }),
				onRemove: () => ({ ok: true }),
			};
			const { toolCalls, text, messages } = await kit.runAgentLoop(wish, {
				provider,
				client,
				layers: layers(),
				callbacks,
				...(page.messages ? { initialMessages: page.messages } : {}),
			});
			page.messages = messages;
			const ms = performance.now() - start;
			const of = (/** @type {RegExp} */ name) =>
				toolCalls.filter((/** @type {any} */ call) => name.test(call.name));
			const sqlOf = (/** @type {any} */ call) => call.args.sql ?? call.args.query ?? "";
			const isUpdate = (/** @type {any} */ call) =>
				/_canvas$/.test(call.name) && call.args.action === "update";
			// Of several queries, the one whose rows are shown stands in the line beside the widget.
			const thoughts = messages
				.flatMap((/** @type {any} */ message) => (Array.isArray(message.content) ? message.content : []))
				.filter((/** @type {any} */ block) => block.type === "reasoning")
				.map((/** @type {any} */ block) => block.text.split("\n").at(-1));
			const line = JSON.parse(thoughts.at(-1) ?? "{}");
			const shown = toolCalls
				.filter((/** @type {any} */ call) => /_widget_display$/.test(call.name) || isUpdate(call))
				.at(-1);
			const { id, params } = shown?.args ?? {};
			return {
				ms,
				lines: structuredClone(lines),
				said: text,
				valid: shown !== undefined && !shown.error,
				told: String(shown?.result),
				shown: shown && isUpdate(shown) ? { name: page.types[id], params } : shown?.args,
				votes: line.votes,
				// The person hears that it may not be what was meant.
				doubted: line.readings !== undefined,
				queries: [
					...of(/_(query_sql|read_query)$/)
						.map(sqlOf)
						.filter(
							(/** @type {string} */ sql) => !/AS n FROM \(SELECT \* FROM|sqlite_master|LIMIT 40$/.test(sql),
						),
					...(line.votes && shown ? [line.sql] : []),
				],
				// Looking around for tables answers no wish.
				calls: structuredClone(called).filter(
					({ args }) => !/sqlite_master|information_schema/.test(JSON.stringify(args)),
				),
				removed: of(/_canvas$/).filter((/** @type {any} */ call) => call.args.action === "remove").length,
				changed: toolCalls.some(isUpdate),
			};
		},
		{ wish, anew },
	);

/** @type {Record<string, {right: number, acted: number, widget: number, all: number}>} */
const table = {};
const count = (
	/** @type {string} */ row,
	/** @type {{right: boolean, acted: boolean, widget?: boolean}} */ judged,
) => {
	table[row] ??= { right: 0, acted: 0, widget: 0, all: 0 };
	table[row].all += 1;
	table[row].right += Number(judged.right);
	table[row].acted += Number(judged.acted);
	table[row].widget += Number(judged.widget ?? judged.right);
};
const times = [];
let confidentlyWrong = 0;
const doubted = { right: 0, wrong: 0 };
/** What was to be done and was not; what was written, and what of it no server or schema takes. */
let [toDo, wronglyDeclined, written, invalid] = [0, 0, 0, 0];
for (const file of readdirSync(join(here, half))
	.filter((name) => name.endsWith(".jsonl") && (!only || name === `${only}.jsonl`))
	.toSorted()) {
	const [about, ...cases] = read(half, file)
		.split("\n")
		.filter((line) => line.trim())
		.map((line) => JSON.parse(line));
	const name = about.database ?? process.env.BESIDE;
	const tables =
		name === "demo" ? datasets() : name ? JSON.parse(read("databases", `${name}.json`)).tables : [];
	const tools = about.tools ? JSON.parse(read("tools", `${about.tools}.json`)).tools : [];
	const more = about.widgets === "more";
	const widgets = about.widgets && !more ? JSON.parse(read("widgets", `${about.widgets}.json`)).widgets : [];
	const database = await openDatabase(tables);
	// Each database is a server of another name, as in a page: what the provider knows of one is not said of the next.
	const server = tables.length > 0 ? await startServer(about.shape ?? "recipes", name, tables) : undefined;
	await connect({ server: server?.url, tools, widgets });
	for (const wanted of cases
		.slice(0, Number(most))
		.flatMap((one) => [
			one,
			...(one.then ?? []).map((/** @type {any} */ next) => ({ lang: one.lang, ...next, after: true })),
		])) {
		const did = await ask(wanted.wish, !wanted.after).catch((error) => ({
			error: String(error),
			queries: [],
			calls: [],
			removed: 0,
			changed: false,
			valid: false,
			said: "",
			ms: 0,
		}));
		const judged = await judge(wanted, did, database.query);
		times.push(did.ms);
		const kind = wanted.after
			? "follow-up"
			: more
				? "more"
				: about.widgets
					? `${judged.kind} untaught`
					: judged.kind;
		count(kind, judged);
		count(`${kind} ${wanted.lang}`, judged);
		if (wanted.level) count(`${kind} level ${wanted.level}`, judged);
		if (judged.acted && "doubted" in did && did.doubted) doubted[judged.right ? "right" : "wrong"] += 1;
		else if (judged.acted && !judged.right) confidentlyWrong += 1;
		toDo += Number(!wanted.say);
		wronglyDeclined += Number(!wanted.say && !judged.acted);
		const failures = await Promise.all(
			did.queries.map((/** @type {string} */ sql) =>
				database.query(sql).then(
					() => undefined,
					(error) => `${sql}: ${error.message}`,
				),
			),
		);
		const checked = [
			...failures,
			...(did.shown
				? [did.valid || !("told" in did) ? undefined : `${JSON.stringify(did.shown)}: ${did.told}`]
				: []),
		];
		for (const failure of checked) if (failure) console.log(`! ${file}: ${wanted.wish}\n    ${failure}`);
		written += checked.length;
		invalid += checked.filter(Boolean).length;
		if (process.env.SAID) {
			const { wish, lang } = wanted;
			const votes = "votes" in did ? did.votes : undefined;
			const line = {
				file,
				kind,
				lang,
				wish,
				...judged,
				ms: did.ms,
				votes,
				lines: "lines" in did ? did.lines : [],
			};
			appendFileSync(process.env.SAID, `${JSON.stringify(line)}\n`);
		}
		if (!judged.right) {
			const instead =
				did.error ?? did.queries.at(-1) ?? JSON.stringify(did.calls[0] ?? did.shown ?? did.said);
			console.log(`✗ ${file} ${kind}: ${wanted.wish}\n    ${instead.slice(0, 300)}`);
		}
	}
	await server?.close();
	database.close();
}
console.log(`\n${"".padEnd(20)}  right    of   acted  widget`);
for (const [row, { right, all, acted, widget }] of Object.entries(table).toSorted()) {
	console.log(
		`${row.padEnd(20)}${String(right).padStart(7)}${String(all).padStart(6)}${String(acted).padStart(8)}${String(widget).padStart(8)}`,
	);
}
times.sort((a, b) => a - b);
console.log(
	`confidently wrong: ${confidentlyWrong} of ${times.length}; shown with doubt: ${doubted.right} right, ${doubted.wrong} wrong; median ${Math.round(times[times.length >> 1])} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms`,
);
const share = (/** @type {number} */ part, /** @type {number} */ of) =>
	`${part} of ${of} (${((100 * part) / of).toFixed(1)} %)`;
console.log(
	`valid: ${share(written - invalid, written)} queries and widgets; wrongly declined: ${share(wronglyDeclined, toDo)}`,
);
await close();
site.close();
