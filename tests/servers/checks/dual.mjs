/** A server of both eras by the official SDK 2.x, spoken to in the newer one, which has no sessions. */
import { must, rejection, same, sent, textOf } from "../talk.mjs";
import * as common from "./common.mjs";
import { asks } from "./dual-asks.mjs";
import * as killed from "./killed.mjs";
import * as modern from "./modern.mjs";
import * as underWay from "./under-way.mjs";

/** @typedef {import("../talk.mjs").Talk} Talk */

const MODERN = "2026-07-28";
const STREET = "dual://cities/{city}/streets/{street}";

/** What has to come as headers, and does not fit there as it is. */
const MIRRORED = { region: "Zürich ", count: 3, dry: false, place: { zone: "=?base64?eA==?=" } };
const HEADERS = {
	"mcp-method": "tools/call",
	"mcp-name": "mirror",
	"mcp-protocol-version": MODERN,
	"mcp-param-region": "=?base64?WsO8cmljaCA=?=",
	"mcp-param-count": "3",
	"mcp-param-dry-run": "false",
	"mcp-param-zone": "=?base64?PT9iYXNlNjQ/ZUE9PT89?=",
};

/** @type {common.Wanted} */
const TOOLS = {
	echo: { with: { message: "Grüße, 世界 🌍" }, gives: /^Echo: Grüße, 世界 🌍$/ },
	sum: {
		with: { a: 2, b: 40.5 },
		gives: ({ structuredContent }) => same(structuredContent, { sum: 42.5 }, "the sum"),
	},
	scores: {
		gives: ({ structuredContent }) =>
			same(
				structuredContent,
				[
					{ name: "Ada", points: 3 },
					{ name: "Bo", points: 5 },
				],
				"the scores",
			),
	},
	lie: { rejects: true, gives: /^protocol: .*'lie' does not fit the schema.*sum/ },
	fail: { fails: true, gives: /^It is broken\.$/ },
	mirror: {
		with: MIRRORED,
		gives: (result, args) =>
			same(JSON.parse(textOf(result)), { args, headers: HEADERS }, "what came as headers"),
	},
	rename: {
		gives: async (_, __, { client }) =>
			same(textOf(await client.callTool("rename")), "Region", "its name again"),
	},
	work: { with: { steps: 2, ms: 20 }, gives: /^2 steps$/ },
	look: { with: { steps: 2, ms: 20 }, gives: /^2 steps$/ },
	grow: { gives: /^grown-\d+$/ },
	touch: { gives: /^version \d+$/ },
	log: { gives: /^logged$/ },
	confirm: { gives: /^{"action":"accept","content":{"age":30,"colour":"green","name":"Ada"}}$|"name":"Ada"/ },
	visit: { gives: /^visit: accept$/ },
	think: { gives: /^thought: indeed$/ },
	folders: { gives: /^folders: file:\/\/\/projects\/ada$/ },
	interview: {
		with: { topic: "tests" },
		gives: (result) =>
			same(
				JSON.parse(textOf(result)),
				{ topic: "tests", name: "Ada", roots: 1, thought: "indeed" },
				"what was said",
			),
	},
};

const SLOW = { name: "work", args: (steps, ms) => ({ steps, ms }), says: /^\d steps$/, hasMessage: true };
const SUM = { name: "sum", args: { a: 1, b: 2 }, gives: /^3$/ };

/** @type {import("../talk.mjs").Checks} */
export const dual = {
	"the era is found out, and the server's word is kept": common.connects({
		info: { name: "dual", title: "Both eras", version: "1.2.3" },
		protocolVersion: MODERN,
		capabilities: ["completions", "logging", "prompts", "resources", "tools"],
		instructions: /^Ask for anything\.$/,
		handshakes: 0,
	}),
	"everything is listed": common.lists({
		tools: Object.keys(TOOLS),
		resources: ["dual://clock", "dual://bytes", "dual://secret"],
		templates: [STREET],
		prompts: ["weather", "personal"],
	}),
	"tools that break the rules of headers are left out, and it is said why": async ({ client }) => {
		await client.listTools();
		same(client.refusedTools.map(({ name }) => name).sort(), ["bad-number", "bad-place"], "what is left out");
		must(
			client.refusedTools.every(({ problem }) => problem.length > 10),
			"It does not say why.",
		);
	},
	"every resource is read": common.readsAll({
		"dual://clock": /^version 1$/,
		"dual://bytes": /^R0lGODlh$/,
		"dual://secret": /^for Ada$/,
	}),
	"a template is filled in": common.fillsTemplate(
		"dual://cities/Bern/streets/Kramgasse",
		/^Kramgasse in Bern$/,
	),
	"a resource that is not there is an error": common.missesResources(["dual://nowhere"]),
	"every prompt is filled in": common.getsAllPrompts({
		weather: { with: { city: "Bern" }, gives: /The weather in Bern\?/ },
		personal: { gives: /I am Ada\./ },
	}),
	"arguments are completed": common.completes([
		{ of: { type: "ref/prompt", name: "weather" }, name: "city", value: "Ber", gives: ["Bern", "Berlin"] },
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
		const logs = news("notifications/message").map(({ level, data, logger }) => [level, data, logger]);
		same(
			logs,
			[
				["warning", "a warning", "dual"],
				["error", "a error", "dual"],
			],
			"logs",
		);
	},
	"a list that may be kept is asked for once, until it changes": modern.keepsLists,
	"a resource that may be kept is read once, until it changes": modern.keepsResources("dual://clock"),
	"headers that no longer fit are found out anew": async ({ client, server }) => {
		const [tools, from] = [await client.listTools(), (await server.told()).length];
		must(tools.length > 0 && textOf(await client.callTool("rename")) === "Area", "It was not renamed.");
		const text = textOf(await client.callTool("mirror", { ...MIRRORED, plain: "x" }));
		same(
			JSON.parse(text).headers["mcp-param-area"],
			HEADERS["mcp-param-region"],
			"the header under its new name",
		);
		const told = await server.told(from);
		same(
			[sent(told, "tools/list").length, sent(told, "tools/call").length],
			[1, 3],
			"lists and calls that it took",
		);
		await client.callTool("rename");
		await client.callTool("mirror", { ...MIRRORED, plain: "x" });
	},
	"progress is seen, and gives more time": underWay.tellsProgress(SLOW),
	"a call is stopped, and the server learns of it": underWay.stops(SLOW, true, true),
	"a question ends with its call": underWay.stopsAsking("confirm"),
	"a tool that is not there is an error": async ({ client }) => {
		const error = await rejection("It", client.callTool("no-such-tool"));
		same(
			[error.code, error.details?.code],
			["protocol", -32602],
			`what it is rejected with (${error.message})`,
		);
	},
	"who is told the era before is answered in it": async ({ another, server }) => {
		const from = (await server.told()).length;
		const client = another({ era: "legacy" }, "?legacy");
		same((await client.listTools()).length >= Object.keys(TOOLS).length, true, "whether all tools are there");
		same(client.status.protocolVersion, "2025-11-25", "the revision");
		same((await client.callTool("sum", { a: 1, b: 2 })).structuredContent, { sum: 3 }, "the sum");
		same(sent(await server.told(from), "server/discover"), [], "requests for the newer era");
		await client.disconnect();
	},
	"after the server has died all calls come back": killed.comesBack(SUM, undefined, false),
	"who only listens hears it again": killed.hearsAgain(async ({ another }) => {
		const client = another();
		await client.callTool("grow");
		await client.disconnect();
	}, "notifications/tools/list_changed"),
	"what answers in its place while it is away is got over": killed.outlivesGateways(SUM),
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
