/** A server of both eras by the official Python SDK 2.x, spoken to in the newer one. */
import { later, must, rejection, same, sent, textOf } from "../talk.mjs";
import * as common from "./common.mjs";
import * as killed from "./killed.mjs";
import * as modern from "./modern.mjs";
import * as underWay from "./under-way.mjs";

/** @typedef {import("../talk.mjs").Talk} Talk */

const MODERN = "2026-07-28";
const STREET = "modern://cities/{city}/streets/{street}";
const CLOCK = "modern://clock";

/** What has to come as headers, and does not fit there as it is. */
const MIRRORED = { region: "Zürich ", count: 3 };
const HEADERS = {
	"mcp-method": "tools/call",
	"mcp-name": "mirror",
	"mcp-protocol-version": MODERN,
	"mcp-param-region": "=?base64?WsO8cmljaCA=?=",
	"mcp-param-count": "3",
};

/** @type {common.Wanted} */
const TOOLS = {
	add: {
		with: { a: 2, b: 40.5 },
		gives: ({ structuredContent }) => same(structuredContent, { result: 42.5 }, "the sum"),
	},
	weather: {
		with: { city: "Zürich 世界" },
		gives: ({ structuredContent }) =>
			same(structuredContent, { city: "Zürich 世界", degrees: 18.5 }, "the weather"),
	},
	fail: { fails: true, gives: /broken|fail/ },
	mirror: {
		with: MIRRORED,
		gives: ({ structuredContent }) => same(structuredContent, HEADERS, "what came as headers"),
	},
	work: { with: { steps: 2, ms: 20 }, gives: /^2 steps$/ },
	look: { with: { steps: 2, ms: 20 }, gives: /^2 steps$/ },
	ask: { gives: /^accept {"name":"Ada","age":30}$/ },
	interview: { gives: /^Ada, indeed, 1$/ },
	log: { gives: /^logged$/ },
	grow: { gives: /^grown-\d+$/ },
	touch: { gives: /^version \d+$/ },
};

const SLOW = { name: "work", args: (steps, ms) => ({ steps, ms }), says: /^\d steps$/, hasMessage: true };
const ADD = { name: "add", args: { a: 1, b: 2 }, gives: /^3\.0$/ };

/** @type {import("../talk.mjs").Checks} */
const asks = {
	"what the person does is told apart": async ({ client, answers, asked, fresh }) => {
		fresh();
		for (const action of /** @type {const} */ (["decline", "cancel"])) {
			answers.elicit = () => ({ action });
			same(textOf(await client.callTool("ask")), action, "what the server was told");
		}
		same(asked[0].request.requestedSchema.required, ["name"], "the form");
	},
	"the person's time is not the server's": async ({ client, answers }) => {
		answers.elicit = async () => {
			await later(900);
			return { action: "accept", content: { name: "Slow" } };
		};
		must(
			/"name":"Slow"/.test(textOf(await client.callTool("ask", {}, { timeoutMs: 400 }))),
			"It was given up.",
		);
	},
	"states come back as they were": async ({ client, server }) => {
		const from = (await server.told()).length;
		same(textOf(await client.callTool("interview")), "Slow, indeed, 1", "what was said");
		const calls = sent(await server.told(from), "tools/call");
		must(calls.length > 1, "It was asked at once.");
		same(new Set(calls.map(({ id }) => id)).size, calls.length, "numbers of requests");
		must(typeof calls.at(-1)?.params.requestState === "string", "No state went back.");
	},
	"who can answer nothing is not asked": async ({ McpClient, url }) => {
		const bare = new McpClient(url);
		const error = await rejection("It", bare.callTool("ask"));
		same(error.details?.code, -32021, `what it is rejected with (${error.code}: ${error.message})`);
		await bare.disconnect();
	},
};

/** @type {import("../talk.mjs").Checks} */
export const pythonModern = {
	"the era is found out, and the server's word is kept": common.connects({
		info: { name: "modern", version: "3.2.1" },
		protocolVersion: MODERN,
		capabilities: ["completions", "prompts", "resources", "tools"],
		instructions: /^Ask for anything\.$/,
		handshakes: 0,
	}),
	"everything is listed": common.lists({
		tools: Object.keys(TOOLS),
		resources: [CLOCK],
		templates: [STREET],
		prompts: ["forecast"],
	}),
	"every resource is read": common.readsAll({ [CLOCK]: /^version 1$/ }),
	"a template is filled in": common.fillsTemplate(
		"modern://cities/Bern/streets/Kramgasse",
		/^Kramgasse in Bern$/,
	),
	"a resource that is not there is an error": common.missesResources(["modern://nowhere"]),
	"every prompt is filled in": common.getsAllPrompts({
		forecast: { with: { city: "Bern" }, gives: /The weather in Bern\?/ },
	}),
	"arguments are completed": common.completes([
		{ of: { type: "ref/prompt", name: "forecast" }, name: "city", value: "Ber", gives: ["Bern", "Berlin"] },
		{
			of: { type: "ref/resource", uri: STREET },
			name: "street",
			value: "K",
			typed: { city: "Bern" },
			gives: ["Kramgasse"],
		},
	]),
	"every tool is called": common.callsAll(TOOLS),
	...asks,
	"logs are heard at the level that is wished, with each call": async ({ client, fresh, news }) => {
		fresh();
		await client.callTool("log");
		same(news("notifications/message"), [], "logs that nobody wished");
		await client.setLogLevel("warning");
		await client.callTool("log");
		const logs = news("notifications/message").map(({ level, data }) => [level, data]);
		same(
			logs,
			[
				["warning", "a warning"],
				["error", "a error"],
			],
			"logs",
		);
	},
	"a list that may be kept is asked for once, until it changes": modern.keepsLists,
	"a resource that may be kept is read once, until it changes": modern.keepsResources(CLOCK),
	"progress is seen, and gives more time": underWay.tellsProgress(SLOW),
	"a call is stopped, and the server learns of it": underWay.stops(SLOW, true, true),
	"a question ends with its call": underWay.stopsAsking("ask"),
	"after the server has died all calls come back": killed.comesBack(ADD, undefined, false),
	"who only listens hears it again": killed.hearsAgain(
		({ client }) => client.callTool("grow"),
		"notifications/tools/list_changed",
	),
	"what answers in its place while it is away is got over": killed.outlivesGateways(ADD),
	"what may be done twice is done again when the server dies": killed.repeatsWhatIsSafe(
		killed.beginning(SLOW, "look"),
		/^4 steps$/,
	),
	"what may not is not, where the server is away for a while": killed.doesNotRepeat(
		killed.beginning(SLOW, "work"),
		"late",
	),
	"what may not is not, where it is back at once": killed.doesNotRepeat(
		killed.beginning(SLOW, "work"),
		"soon",
	),
	"disconnecting ends all on the server too": common.disconnects(false),
};
