/** `@modelcontextprotocol/server-everything`, over Streamable HTTP and over the first transport. */
import { must, rejection, same, sent, textOf, until } from "../talk.mjs";
import * as common from "./common.mjs";
import { asks } from "./everything-asks.mjs";
import { ALWAYS, TOOLS, WHERE_ASKED } from "./everything-tools.mjs";
import * as killed from "./killed.mjs";
import * as underWay from "./under-way.mjs";

/** @typedef {import("../talk.mjs").Talk} Talk */

const STATIC = "demo://resource/static/document";
const DYNAMIC = "demo://resource/dynamic";
const FILES = [
	"architecture",
	"extension",
	"features",
	"how-it-works",
	"instructions",
	"startup",
	"structure",
];
const SLOW = {
	name: "trigger-long-running-operation",
	args: (steps, ms) => ({ duration: (steps * ms) / 1000, steps }),
	says: /^Long running operation completed/,
	hasMessage: false,
};
const SUM = { name: "get-sum", args: { a: 1, b: 2 }, gives: /is 3\.$/ };
const FEATURES = `${STATIC}/features.md`;

/** Until the answer of the person it is under way; it may not be done twice. @param {Talk} talk @param {Talk["client"]} client */
function beginUnsafe({ asked, answers, fresh }, client) {
	fresh();
	answers.elicit = () => new Promise(() => undefined);
	const name = "trigger-elicitation-request";
	const begun = () => until("The question", () => asked.some(({ what }) => what === "elicit"));
	return { name, result: client.callTool(name), begun };
}

/** What changes on the server by itself, or by a tool. @type {import("../talk.mjs").Checks} */
const told = {
	"logs are heard at the level that is wished": async ({ client, server, fresh, news }) => {
		fresh();
		await client.setLogLevel("debug");
		must(/^Started/.test(textOf(await client.callTool("toggle-simulated-logging"))), "It does not start.");
		const isSimulated = ({ data }) => /message/.test(String(data));
		const message = await until("A log", () => news("notifications/message").find(isSimulated));
		same(typeof message.level, "string", "its level");
		await client.callTool("toggle-simulated-logging");
		same(
			sent(await server.told(), "logging/setLevel").at(-1)?.params.level,
			"debug",
			"the level that was wished",
		);
	},
	"a resource that is watched tells of changes, and no more when it is not": async ({
		client,
		fresh,
		news,
	}) => {
		fresh();
		await client.watchResource(FEATURES);
		await client.callTool("toggle-subscriber-updates");
		const params = await until("An update", () => news("notifications/resources/updated")[0]);
		same(params.uri, FEATURES, "what has changed");
		await client.callTool("toggle-subscriber-updates");
		await client.watchResource(FEATURES, false);
		fresh();
		// It tells whoever watches at once, before it answers the next call.
		await client.callTool("toggle-subscriber-updates");
		await client.callTool("echo", { message: "later" });
		await client.callTool("toggle-subscriber-updates");
		same(news("notifications/resources/updated"), [], "updates of what is not watched");
	},
	"a resource more is told of, listed and read": async ({ client, fresh, news }) => {
		fresh();
		const before = (await client.listResources()).length;
		await client.callTool("gzip-file-as-resource", { name: "more.gz", data: "data:text/plain,more" });
		await until("The word of another list", () => news("notifications/resources/list_changed").length > 0);
		const after = await client.listResources();
		same(after.length, before + 1, "resources");
		must(
			after.some(({ uri }) => uri.endsWith("/more.gz")),
			"It is not among them.",
		);
	},
};

/** @param {boolean} isSse whether it is the first transport, where a session is a stream @returns {import("../talk.mjs").Checks} */
export const everything = (isSse) => ({
	"the era is found out, and the server's word is kept": common.connects({
		info: { name: "mcp-servers/everything", title: "Everything Reference Server", version: "2.0.0" },
		protocolVersion: "2025-11-25",
		capabilities: ["completions", "logging", "prompts", "resources", "tasks", "tools"],
		instructions: /Everything Server/,
		// Those of the first transport refuse it where they have their stream.
		handshakes: isSse ? 2 : 1,
	}),
	"it asks for the folders as soon as it can": async ({ asked }) => {
		await until("The question", () => asked.some(({ what }) => what === "roots"));
	},
	...(isSse && {
		"words with a 202 are no answer": async ({ McpClient, url }) => {
			// The SDK's server says "Accepted"; what it has to say comes by the stream.
			const plain = new McpClient(url);
			try {
				same((await plain.listTools()).length, ALWAYS.length, "tools");
			} finally {
				await plain.disconnect();
			}
		},
	}),
	"everything is listed": common.lists({
		tools: [...ALWAYS, ...WHERE_ASKED],
		resources: FILES.map((file) => `${STATIC}/${file}.md`),
		templates: [`${DYNAMIC}/text/{resourceId}`, `${DYNAMIC}/blob/{resourceId}`],
		prompts: ["simple-prompt", "args-prompt", "completable-prompt", "resource-prompt"],
	}),
	"a client that can answer nothing is offered less, and asked nothing": async ({
		McpClient,
		url,
		fetch,
	}) => {
		const bare = new McpClient(url, { fetch });
		same((await bare.listTools()).map(({ name }) => name).sort(), ALWAYS, "tools");
		await bare.disconnect();
	},
	"every resource is read": common.readsAll(
		Object.fromEntries(FILES.map((file) => [`${STATIC}/${file}.md`, /Everything Server/])),
	),
	"a template is filled in": async (talk) => {
		await common.fillsTemplate(`${DYNAMIC}/text/12`, /^Resource 12: /)(talk);
		await common.fillsTemplate(`${DYNAMIC}/blob/12`, /^[\w+/]+=*$/)(talk);
	},
	"a resource that is not there is an error": common.missesResources([`${DYNAMIC}/none/1`, "demo://nowhere"]),
	"every prompt is filled in": common.getsAllPrompts({
		"simple-prompt": { gives: /without arguments/ },
		"args-prompt": { with: { city: "Bern", state: "BE" }, gives: /weather in Bern, BE/ },
		"completable-prompt": {
			with: { department: "Sales", name: "Eve" },
			gives: /promote Eve to the head of the Sales/,
		},
		"resource-prompt": { with: { resourceType: "Blob", resourceId: "3" }, gives: /dynamic\/blob\/3/ },
	}),
	"arguments are completed": common.completes([
		{
			of: { type: "ref/prompt", name: "completable-prompt" },
			name: "department",
			value: "S",
			gives: ["Sales", "Support"],
		},
		{
			of: { type: "ref/prompt", name: "completable-prompt" },
			name: "name",
			value: "E",
			typed: { department: "Sales" },
			gives: ["Eve"],
		},
		{
			of: { type: "ref/resource", uri: `${DYNAMIC}/text/{resourceId}` },
			name: "resourceId",
			value: "7",
			gives: ["7"],
		},
	]),
	"every tool is called": common.callsAll(TOOLS),
	...asks,
	...told,
	"progress is seen, and gives more time": underWay.tellsProgress(SLOW),
	"a call is stopped, and the server learns of it": underWay.stops(SLOW, false, false),
	"a task tells how it stands, and asks the person": async ({ client, asked, answers, fresh }) => {
		fresh();
		answers.elicit = () => ({ action: "accept", content: { interpretation: "technical" } });
		const tasks = [];
		const messages = [];
		const result = await client.callTool(
			"simulate-research-query",
			{ topic: "python", ambiguous: true },
			{ onTask: (task) => tasks.push(task), onProgress: ({ message }) => messages.push(message) },
		);
		must(/# Research Report: python/.test(textOf(result)), `It gave ${JSON.stringify(result)}`);
		same([tasks.length, tasks[0]?.status], [1, "working"], "the task that is told of");
		must(messages.length > 1, `It told of itself ${messages.length} times`);
		same(asked.length, 1, "questions");
	},
	"a task is given up with its call": async ({ client, server }) => {
		const from = (await server.told()).length;
		const abort = new AbortController();
		let taskId;
		const onTask = (task) => {
			taskId = task.taskId;
			setTimeout(() => abort.abort(new Error("enough")), 300);
		};
		const call = client.callTool(
			"simulate-research-query",
			{ topic: "time" },
			{ signal: abort.signal, onTask },
		);
		same((await rejection("A task that was stopped", call)).message, "enough", "what it is rejected with");
		const isTold = async () =>
			sent(await server.told(from), "tasks/cancel").some(({ params }) => params.taskId === taskId);
		await until("What gives up the task", isTold);
		const { status } = await client.request("tasks/get", { taskId });
		same(status, "cancelled", "how it stands");
	},
	"a task that was begun before is waited for": async ({ client }) => {
		const params = { name: "simulate-research-query", arguments: { topic: "tea" }, task: { ttl: 60_000 } };
		const { task } = /** @type {any} */ (await client.request("tools/call", params));
		const result = await client.resumeTask(task.taskId);
		must(/# Research Report: tea/.test(textOf(result)), `It gave ${JSON.stringify(result)}`);
		const error = await rejection("A task that is not there", client.resumeTask("no-such-task"));
		same(error.code, "protocol", `what it is rejected with (${error.message})`);
	},
	"a task can be run by requests of one's own": async ({ client }) => {
		const params = { name: "simulate-research-query", arguments: { topic: "tests" }, task: { ttl: 60_000 } };
		const { task } = /** @type {any} */ (await client.request("tools/call", params));
		same(task.status, "working", "the task");
		const { taskId } = task;
		const result = await client.request("tasks/result", { taskId });
		must(
			/# Research Report: tests/.test(textOf(/** @type {any} */ (result))),
			`It gave ${JSON.stringify(result)}`,
		);
		same((await client.request("tasks/get", { taskId })).status, "completed", "the task");
	},
	// By the one stream of the first transport nobody can tell for which call something is asked.
	...(!isSse && { "a question ends with its call": underWay.stopsAsking("trigger-elicitation-request") }),
	"three clients more are served at once": async ({ another }) => {
		const clients = [1, 2, 3].map((of) => another({ timeouts: { connectMs: 4_000 } }, `?client=${of}`));
		try {
			const sums = await Promise.all(clients.map((client, b) => client.callTool("get-sum", { a: 1, b })));
			for (const [b, sum] of sums.entries())
				must(textOf(sum).endsWith(`is ${1 + b}.`), `It gave: ${textOf(sum)}`);
		} finally {
			await Promise.all(clients.map((client) => client.disconnect()));
		}
	},
	"a tool that is not there is an error": async ({ client }) => {
		const result = await client.callTool("no-such-tool").catch((/** @type {any} */ error) => error);
		must(result.isError === true || result.code === "protocol", `It gave ${JSON.stringify(result)}`);
	},
	"after the server has died all calls come back by one handshake": killed.comesBack(
		SUM,
		isSse ? undefined : 400,
		true,
	),
	"who only listens hears it again": killed.hearsAgain(async ({ client }) => {
		await client.callTool("gzip-file-as-resource", { name: "again.gz", data: "data:text/plain,again" });
	}, "notifications/resources/list_changed"),
	"what answers in its place while it is away is got over": killed.outlivesGateways(SUM, isSse),
	"what may be done twice is done again when the server dies": killed.repeatsWhatIsSafe(
		killed.beginning(SLOW, SLOW.name),
		SLOW.says,
	),
	"what may not is not, where the server is away for a while": killed.doesNotRepeat(beginUnsafe, "late"),
	"what may not is not, where it is back at once": killed.doesNotRepeat(beginUnsafe, "soon"),
	"disconnecting ends all on the server too": common.disconnects(!isSse),
});
