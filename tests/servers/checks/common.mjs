/** What is checked of every server: who it is, all that it lists, all of its tools, resources and prompts. */
import { sampleOf } from "../arguments.mjs";
import { must, rejection, same, sent, textOf, until } from "../talk.mjs";

/** @typedef {import("../talk.mjs").Talk} Talk */

/**
 * It is found out which era the server is of, from a page of another origin too.
 *
 * @param {{info: object, protocolVersion: string, capabilities: string[], instructions: RegExp, handshakes: number}} wanted
 */
export const connects =
	(wanted) =>
	async (/** @type {Talk} */ { client, server }) => {
		same(await client.connect(), wanted.info, "who it says it is");
		const { state, protocolVersion, isModern, capabilities, instructions = "", problem } = client.status;
		same(
			{ state, protocolVersion, problem },
			{ state: "ready", protocolVersion: wanted.protocolVersion, problem: null },
			"status",
		);
		same(isModern, protocolVersion === "2026-07-28", "the era");
		same(Object.keys(capabilities).sort(), wanted.capabilities, "capabilities");
		must(wanted.instructions.test(instructions), `Its instructions came as: ${instructions}`);
		const told = await server.told();
		same(sent(told, "server/discover").length, 1, "requests for the newer era");
		same(sent(told, "initialize").length, wanted.handshakes, "handshakes of the era before");
		const page = globalThis.location;
		for (const { headers = {} } of told.filter(({ what }) => what === "request")) {
			same(headers.origin, page?.origin, "the origin that the server sees");
			must(!page || !client.url.startsWith(page.origin), "The page has the server's origin.");
		}
		return protocolVersion;
	};

/** @param {{tools: string[], resources: string[], templates: string[], prompts: string[]}} wanted by name, uri, template and name */
export const lists =
	(wanted) =>
	async (/** @type {Talk} */ { client }) => {
		const tools = await client.listTools();
		const resources = await client.listResources();
		const templates = await client.listResourceTemplates();
		const prompts = await client.listPrompts();
		same(tools.map(({ name }) => name).sort(), [...wanted.tools].sort(), "tools");
		same(resources.map(({ uri }) => uri).sort(), [...wanted.resources].sort(), "resources");
		same(templates.map(({ uriTemplate }) => uriTemplate).sort(), [...wanted.templates].sort(), "templates");
		same(prompts.map(({ name }) => name).sort(), [...wanted.prompts].sort(), "prompts");
		const counts = { tools, resources, templates, prompts };
		return Object.entries(counts)
			.map(([what, all]) => `${all.length} ${what}`)
			.join(", ");
	};

/**
 * What a tool is called with beside what its schema wants at least, and what then holds of its result; a regular expression is for its
 * text. `fails` are its own failures, `rejects` ours.
 *
 * @typedef {(result: import("../../../pkg/mcp/index.js").McpToolResult, args: any, talk: Talk) => unknown} Judge
 * @typedef {{[tool: string]: {with?: object, gives: RegExp | Judge, fails?: boolean, rejects?: boolean}}} Wanted
 */

/** Every tool that is listed is called, and what it gives is judged. @param {Wanted} wanted */
export const callsAll = (wanted) => async (/** @type {Talk} */ talk) => {
	const { client } = talk;
	const tools = await client.listTools();
	for (const { name, inputSchema } of tools) {
		must(wanted[name] !== undefined, `Nobody has said what the tool ${name} is to give.`);
		const { with: more = {}, gives, fails = false, rejects = false } = wanted[name];
		const args = { ...sampleOf({ type: "object", ...inputSchema }), ...more };
		const called = `${name}(${JSON.stringify(args)})`;
		const { result, error } = await client.callTool(name, args).then(
			(result) => ({ result, error: undefined }),
			(error) => ({
				result: { content: [{ type: "text", text: `${error.code}: ${error.message}` }] },
				error,
			}),
		);
		const text = textOf(result);
		same(error !== undefined, rejects, `whether ${called} rejects (${text})`);
		same(result.isError ?? false, fails, `whether ${called} fails (${text})`);
		if (gives instanceof RegExp) must(gives.test(text), `${name} said: ${text}`);
		else await gives(result, args, talk);
	}
	same(
		Object.keys(wanted).filter((name) => !tools.some((tool) => tool.name === name)),
		[],
		"tools that are not listed",
	);
	return `${tools.length} tools`;
};

/** Every resource that is listed is read. @param {{[uri: string]: RegExp}} wanted what is in it, of bytes in Base64 */
export const readsAll =
	(wanted) =>
	async (/** @type {Talk} */ { client }) => {
		const resources = await client.listResources();
		for (const { uri } of resources) {
			must(wanted[uri] !== undefined, `Nobody has said what is in ${uri}.`);
			const [first, ...more] = await client.readResource(uri);
			same({ uri: first?.uri, more }, { uri, more: [] }, "what is read");
			must(wanted[uri].test(first.text ?? first.blob ?? ""), `In ${uri} is: ${first.text ?? first.blob}`);
		}
		return `${resources.length} resources`;
	};

/** @param {string} uri made of a template @param {RegExp} wanted */
export const fillsTemplate =
	(uri, wanted) =>
	async (/** @type {Talk} */ { client }) => {
		const [{ text, blob, uri: said }] = await client.readResource(uri);
		same(said, uri, "whose content it is");
		must(wanted.test(text ?? blob ?? ""), `In ${uri} is: ${text ?? blob}`);
	};

/** @param {string[]} uris that are not there, of a template or of none */
export const missesResources =
	(uris) =>
	async (/** @type {Talk} */ { client }) => {
		for (const uri of uris) {
			const error = await rejection(`Reading ${uri}`, client.readResource(uri));
			// The code of either era; FastMCP of Python's SDK 1.x has none of its own.
			must([-32002, -32602, 0].includes(error.details?.code), `It is rejected with ${JSON.stringify(error)}`);
			same(error.code, "protocol", `what reading ${uri} is rejected with (${error.message})`);
		}
	};

/** Every prompt that is listed is filled in. @param {{[name: string]: {with?: {[name: string]: string}, gives: RegExp}}} wanted */
export const getsAllPrompts =
	(wanted) =>
	async (/** @type {Talk} */ { client }) => {
		const prompts = await client.listPrompts();
		for (const { name, arguments: args = [] } of prompts) {
			must(wanted[name] !== undefined, `Nobody has said what the prompt ${name} is to give.`);
			const { with: filled = {}, gives } = wanted[name];
			const missing = args.filter((one) => one.required && !(one.name in filled)).map((one) => one.name);
			same(missing, [], `arguments of ${name} without a value`);
			const { messages } = await client.getPrompt(name, filled);
			must(gives.test(JSON.stringify(messages)), `${name} gave ${JSON.stringify(messages)}`);
		}
		const error = await rejection("A prompt that is not there", client.getPrompt("no-such-prompt"));
		same(error.code, "protocol", "a prompt that is not there");
		return `${prompts.length} prompts`;
	};

/**
 * @typedef {import("../../../pkg/mcp/index.js").JsonObject} JsonObject
 * @param {{of: JsonObject, name: string, value: string, typed?: {[name: string]: string}, gives: string[]}[]} cases
 */
export const completes =
	(cases) =>
	async (/** @type {Talk} */ { client }) => {
		for (const { of, name, value, typed, gives } of cases) {
			const { values } = await client.complete(of, { name, value }, typed);
			same(values, gives, `what can stand for ${name} beginning with '${value}'`);
		}
	};

/** The session is ended on the server, its stream closed, and the next call makes another. @param {boolean} hasSession */
export const disconnects =
	(hasSession) =>
	async (/** @type {Talk} */ { client, server }) => {
		// Whatever became of the session before.
		await client.listPrompts();
		const before = (await server.told()).length;
		await client.disconnect();
		same(
			{ is: client.isConnected, state: client.status.state },
			{ is: false, state: "idle" },
			"after disconnect",
		);
		if (hasSession) {
			const ended = await until("The end of the session", async () =>
				(await server.told(before)).find(({ what, http }) => what === "head" && http === "DELETE"),
			);
			must((ended.status ?? 0) < 300, `The server answered ${ended.status} to the end of the session.`);
		}
		await until("The end of all that was open", async () => {
			const told = await server.told();
			const life = told.at(-1)?.life;
			return told.filter((one) => one.life === life).every(isOver);
		});
		await client.listTools();
		same(client.isConnected, true, "after another call");
		await client.disconnect();
	};

/** Whether a reply that was begun has ended. */
function isOver({ what, number }, _, all) {
	return what !== "head" || all.some((told) => told.what === "closed" && told.number === number);
}
