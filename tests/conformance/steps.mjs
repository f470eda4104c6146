/** What each scenario wants of a client, done with ours. It runs in Node and in a page, so it imports nothing of either. */

/**
 * @typedef {{scenario: string, revision: string, url: string, context: {toolCalls?: {name: string, arguments: object}[], client_id?: string, client_secret?: string, issuer?: string}}} Asked
 * @typedef {Pick<typeof import("../../pkg/mcp/index.js"), "McpClient"> & Pick<typeof import("../../pkg/mcp-auth/index.js"), "createMcpAuth">} Package
 * @typedef {InstanceType<Package["McpClient"]>} Client
 */

/** @param {boolean} isTrue @param {string} problem */
function must(isTrue, problem) {
	if (!isTrue) throw new Error(problem);
}

/** The call's text. Anything but a finished result is a failure, also where the mock would let it pass. */
async function call(client, name, args = {}) {
	const result = await client.callTool(name, args);
	must(Array.isArray(result?.content), `${name} came back unfinished: ${JSON.stringify(result)}`);
	must(!result.isError, `${name} failed: ${JSON.stringify(result.content)}`);
	return result.content.map(({ text }) => text ?? "").join("");
}

/** Something that fits a property's schema. */
const SAMPLES = { string: "text", number: 1.5, integer: 1, boolean: true, object: {}, array: [], null: null };

const sample = ({ properties = {} } = {}) =>
	Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, SAMPLES[type] ?? "text"]));

/** A method by the name that it will have, so that its absence is a failure and says so. */
function needs(client, method) {
	must(typeof client[method] === "function", `McpClient has no ${method} yet.`);
	return client[method].bind(client);
}

const callsOf = (name) => async (client) => {
	await client.listTools();
	await call(client, name);
};

/** @type {{[scenario: string]: (client: Client, asked: Asked) => Promise<unknown>}} */
const STEPS = {
	initialize: (client) => client.listTools(),
	tools_call: async (client) => {
		await client.listTools();
		const text = await call(client, "add_numbers", { a: 5, b: 3 });
		must(text.endsWith("is 8"), `The sum came back as: ${text}`);
	},
	"elicitation-sep1034-client-defaults": callsOf("test_client_elicitation_defaults"),
	"sse-retry": callsOf("test_reconnection"),
	"request-metadata": (client) => client.listTools(),
	"sep-2322-client-request-state": async (client) => {
		await client.listTools();
		// Side by side, because what belongs to one must not reach the other.
		await Promise.all([call(client, "test_mrtr_echo_state"), call(client, "test_mrtr_unrelated")]);
		await call(client, "test_mrtr_no_state");
		await call(client, "test_mrtr_no_result_type");
	},
	"http-standard-headers": async (client) => {
		for (const { name } of await client.listTools()) await call(client, name);
		for (const { uri } of await client.listResources()) await client.readResource(uri);
		for (const { name } of await needs(client, "listPrompts")()) await needs(client, "getPrompt")(name);
	},
	"http-custom-headers": async (client, { context }) => {
		await client.listTools();
		for (const { name, arguments: args } of context.toolCalls ?? []) await call(client, name, args);
	},
	"http-invalid-tool-headers": async (client) => {
		for (const { name, inputSchema } of await client.listTools())
			await call(client, name, sample(inputSchema));
	},
	"json-schema-ref-no-deref": (client) => client.layer(),
	"json-schema-2020-12-preservation": async (client) => {
		const focal = (await client.listTools()).find(({ name }) => name === "json_schema_2020_12_tool");
		if (!focal) throw new Error("The tool with the schema is not listed.");
		await call(client, "json_schema_echo", { schema: focal.inputSchema });
	},
};

/** @param {string} scenario */
function stepsOf(scenario) {
	if (scenario.startsWith("auth/")) return callsOf("test-tool");
	const steps = STEPS[scenario];
	must(steps !== undefined, `tests/conformance/steps.mjs has no steps for ${scenario} yet.`);
	return steps;
}

/** The address of a document that describes this client; the mocks know it by its address alone. */
const DOCUMENT = "https://conformance-test.local/client-metadata.json";

/** @returns {import("../../pkg/mcp-auth/index.js").McpAuthOptions} */
function signIn({ context }, answerOf) {
	const { client_id: id, client_secret: secret, issuer } = context;
	return {
		redirectUrl: "http://127.0.0.1:3000/callback",
		clientMetadataUrl: DOCUMENT,
		...(id && { client: { id, ...(secret && { secret }), ...(issuer && { issuer }) } }),
		open: (address) => answerOf(address.href),
		// The person agrees: `auth/metadata-var2` asks for a token that is good for all of its host.
		allowWiderResource: () => true,
	};
}

/**
 * Does what the scenario wants, and rejects where the client cannot.
 *
 * @param {Package} webmcp
 * @param {Asked} asked
 * @param {(address: string) => Promise<string>} answerOf where an authorization server sends who has opened its page
 * @returns {Promise<void>}
 */
export async function act({ McpClient, createMcpAuth }, asked, answerOf) {
	const steps = stepsOf(asked.scenario);
	const client = new McpClient(asked.url, {
		clientName: "webmcp-auto-ui",
		clientVersion: "0.0.0",
		// The harness refuses what the other era sends; to find out the era is tested elsewhere.
		era: asked.revision >= "2026" ? "modern" : "legacy",
		...(asked.scenario.startsWith("auth/") && { auth: createMcpAuth(signIn(asked, answerOf)) }),
		elicit: ({ requestedSchema }) => ({
			action: "accept",
			content: requestedSchema?.properties?.confirmed ? { confirmed: true } : {},
		}),
	});
	await client.connect();
	await steps(client, asked);
	await client.disconnect();
}
