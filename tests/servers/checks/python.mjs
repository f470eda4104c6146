/** A server by FastMCP of the official Python SDK, of the era with sessions. */
import { must, same, sent, textOf, until } from "../talk.mjs";
import * as common from "./common.mjs";
import * as killed from "./killed.mjs";
import { asks } from "./python-asks.mjs";
import * as underWay from "./under-way.mjs";

/** @typedef {import("../talk.mjs").Talk} Talk */

const STREET = "fast://cities/{city}/streets/{street}";
const CLOCK = "fast://clock";

/** @type {common.Wanted} */
const TOOLS = {
	add: {
		with: { a: 2, b: 40.5 },
		gives: ({ structuredContent }) => same(structuredContent, { result: 42.5 }, "the sum"),
	},
	weather: {
		with: { city: "Zürich 世界" },
		gives: ({ structuredContent }) =>
			same(structuredContent, { city: "Zürich 世界", degrees: 18.5, sky: "cloudy" }, "the weather"),
	},
	dot: {
		gives: ({ content: [image] }) =>
			same([image.type, image.mimeType, image.data], ["image", "image/gif", "R0lGODlh"], "the picture"),
	},
	fail: { fails: true, gives: /It is broken\./ },
	work: { with: { steps: 2, ms: 20 }, gives: /^2 steps$/ },
	look: { with: { steps: 2, ms: 20 }, gives: /^2 steps$/ },
	drop: { gives: /^all the same$/ },
	ask: { gives: /^accept {"name":"Ada","age":30}$/ },
	visit: { gives: /^visit: accept$/ },
	think: { gives: /^thought: indeed$/ },
	folders: { gives: /^folders: file:\/\/\/projects\/ada$/ },
	log: { gives: /^logged$/ },
	grow: { gives: /^grown-\d+$/ },
	touch: { gives: /^version \d+$/ },
};

const SLOW = { name: "work", args: (steps, ms) => ({ steps, ms }), says: /^\d steps$/, hasMessage: true };
const ADD = { name: "add", args: { a: 1, b: 2 }, gives: /^3\.0$/ };

/** @type {import("../talk.mjs").Checks} */
const told = {
	"logs are heard, and the level that is wished is told": async ({ client, server, fresh, news }) => {
		fresh();
		await client.setLogLevel("warning");
		await client.callTool("log");
		// FastMCP sends all, whatever is wished.
		const logs = news("notifications/message").map(({ level, data }) => [level, data]);
		same(
			logs,
			[
				["debug", "a debug"],
				["warning", "a warning"],
				["error", "a error"],
			],
			"logs",
		);
		await until("The level's arrival", async () =>
			(await server.told()).some(({ event, level }) => event === "level" && level === "warning"),
		);
	},
	"other lists are told of": async ({ client, fresh, news }) => {
		await until("The stream", () => client.status.isStreaming);
		fresh();
		const before = await client.listTools();
		const name = textOf(await client.callTool("grow"));
		for (const what of ["tools", "prompts", "resources"]) {
			await until(`The word of other ${what}`, () => news(`notifications/${what}/list_changed`).length === 1);
		}
		const after = await client.listTools();
		same(after.length, before.length + 1, "tools");
		must(new RegExp(`I am ${name}`).test(textOf(await client.callTool(name))), `${name} does not answer.`);
	},
	"a resource that is watched tells of changes": async ({ client, server, fresh, news }) => {
		fresh();
		const from = (await server.told()).length;
		await client.watchResource(CLOCK);
		const version = textOf(await client.callTool("touch"));
		const params = await until("The word of its change", () => news("notifications/resources/updated")[0]);
		same([params.uri, (await client.readResource(CLOCK))[0].text], [CLOCK, version], "what has changed");
		await client.watchResource(CLOCK, false);
		const noticed = (event) =>
			until(`That the server has ${event}`, async () =>
				(await server.told(from)).some((told) => told.event === event && told.uri === CLOCK),
			);
		await noticed("subscribed");
		await noticed("unsubscribed");
	},
	"a reply that breaks off is gone on with where it was": async ({ client, server }) => {
		const from = (await server.told()).length;
		/** @type {number[]} */
		const steps = [];
		const result = await client.callTool("drop", {}, { onProgress: ({ progress }) => steps.push(progress) });
		same([textOf(result), steps], ["all the same", [1, 2]], "what came");
		const told = await server.told(from);
		same(sent(told, "tools/call").length, 1, "calls");
		const again = told.filter(({ what, http }) => what === "request" && http === "GET");
		same(again.length, 1, "requests that go on with it");
		must(/^\d+$/.test(again[0].headers?.["last-event-id"] ?? ""), "It does not say from where.");
	},
};

/** @type {import("../talk.mjs").Checks} */
export const python = {
	"the era is found out, and the server's word is kept": common.connects({
		info: { name: "fast", version: "1.30.0" },
		protocolVersion: "2025-11-25",
		capabilities: ["completions", "experimental", "logging", "prompts", "resources", "tools"],
		instructions: /^Ask for anything\.$/,
		handshakes: 1,
	}),
	"everything is listed": common.lists({
		tools: Object.keys(TOOLS),
		resources: [CLOCK, "fast://bytes"],
		templates: [STREET],
		prompts: ["forecast", "hello"],
	}),
	"every resource is read": common.readsAll({ [CLOCK]: /^version 1$/, "fast://bytes": /^R0lGODlh$/ }),
	"a template is filled in": common.fillsTemplate(
		"fast://cities/Bern/streets/Kramgasse",
		/^Kramgasse in Bern$/,
	),
	"a resource that is not there is an error": common.missesResources(["fast://nowhere"]),
	"every prompt is filled in": common.getsAllPrompts({
		forecast: { with: { city: "Bern" }, gives: /The weather in Bern\?/ },
		hello: { gives: /Hello\./ },
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
	...told,
	"progress is seen, and gives more time": underWay.tellsProgress(SLOW),
	"a call is stopped, and the server learns of it": underWay.stops(SLOW, false, true),
	"a question ends with its call": underWay.stopsAsking("ask"),
	"a tool that is not there is an error": async ({ client }) => {
		const result = await client.callTool("no-such-tool");
		must(result.isError === true && /Unknown tool/.test(textOf(result)), `It gave ${JSON.stringify(result)}`);
	},
	"after the server has died all calls come back by one handshake": killed.comesBack(ADD, 404, true),
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
	"disconnecting ends all on the server too": common.disconnects(true),
};
