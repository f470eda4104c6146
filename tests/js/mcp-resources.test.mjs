/** Resources of a server of the official SDK: listed and read by the client, and by a model through two tools. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { McpClient, McpMultiClient } from "../../pkg/index.js";

const COLUMNS = JSON.stringify([{ column_name: "species", data_type: "text" }]);

/** A database of one table whose columns stand in a resource; `own` are tools that it has under the names that ours would have. */
function database(/** @type {string[]} */ own = []) {
	const server = new McpServer({ name: "vet", version: "1.0.0" });
	server.registerTool("query", { description: "Runs a SELECT" }, async () => ({
		content: [{ type: "text", text: "[]" }],
	}));
	for (const name of own) {
		server.registerTool(name, { description: "Its own" }, async () => ({
			content: [{ type: "text", text: "own" }],
		}));
	}
	server.registerResource(
		"visits schema",
		"db://vet/visits/schema",
		{ mimeType: "application/json" },
		async ({ href }) => ({
			contents: [{ uri: href, text: COLUMNS }],
		}),
	);
	server.registerResource("picture", "db://vet/plan", { mimeType: "image/png" }, async ({ href }) => ({
		contents: [
			{ uri: href, mimeType: "image/png", blob: "AAAA" },
			{ uri: href, mimeType: "application/zip", blob: "AAAA" },
		],
	}));
	server.registerResource(
		"row",
		new ResourceTemplate("db://vet/row/{id}", { list: undefined }),
		{},
		async ({ href }, { id }) => ({
			contents: [{ uri: href, text: `row ${id}` }],
		}),
	);
	return server;
}

/** @type {import("node:http").Server[]} */
const sites = [];
after(() => {
	for (const site of sites) site.close();
});

/** The address of a server without sessions, made anew for each request. */
async function served(/** @type {() => McpServer} */ make) {
	const site = createServer(async (request, response) => {
		const transport = new StreamableHTTPServerTransport({
			sessionIdGenerator: undefined,
			enableJsonResponse: true,
		});
		await make().connect(transport);
		await transport.handleRequest(request, response);
	});
	sites.push(site);
	await new Promise((done) => site.listen(0, "127.0.0.1", () => done(undefined)));
	return `http://127.0.0.1:${/** @type {any} */ (site.address()).port}/mcp`;
}

/** @type {string} */
let url;
before(async () => {
	url = await served(() => database());
});

test("a client lists a server's resources and reads them, also those of a template", async () => {
	const client = new McpClient(url);
	const listed = await client.listResources();
	assert.deepEqual(
		listed.map(({ uri }) => uri),
		["db://vet/visits/schema", "db://vet/plan"],
	);
	const [content] = await client.readResource("db://vet/visits/schema");
	assert.equal(content?.text, COLUMNS);
	assert.equal((await client.readResource("db://vet/row/7"))[0]?.text, "row 7");
	await assert.rejects(client.readResource("db://elsewhere"), { code: "protocol" });
	await assert.rejects(client.readResource(/** @type {any} */ (5)), { code: "invalid_argument" });
});

test("a layer of a server with resources has two tools that read them", async () => {
	const client = new McpMultiClient();
	const { tools } = await client.addServer(url);
	assert.deepEqual(
		tools.map(({ name }) => name),
		["query", "list_resources", "read_resource"],
	);
	const { content } = await client.callToolOn(url, "list_resources");
	const [first] = JSON.parse(String(content[0]?.text));
	assert.deepEqual(first, {
		uri: "db://vet/visits/schema",
		name: "visits schema",
		mimeType: "application/json",
	});
	const read = await client.callToolOn(url, "read_resource", { uri: first.uri });
	assert.deepEqual(read.content, [{ type: "text", text: COLUMNS }]);
	const plan = await client.callToolOn(url, "read_resource", { uri: "db://vet/plan" });
	assert.deepEqual(plan.content, [
		{ type: "image", data: "AAAA", mimeType: "image/png" },
		{ type: "text", text: "db://vet/plan: application/zip that cannot be read as text" },
	]);
	assert.equal((await client.callToolOn(url, "read_resource", {})).isError, true);
});

test("a server's own tools of these names stay its own, and one without resources has neither", async () => {
	const own = new McpMultiClient();
	const at = await served(() => database(["list_resources"]));
	const { tools } = await own.addServer(at);
	assert.deepEqual(
		tools.map(({ name }) => name),
		["query", "list_resources", "read_resource"],
	);
	assert.equal((await own.callToolOn(at, "list_resources")).content[0]?.text, "own");
	const bare = await served(() => {
		const server = new McpServer({ name: "bare", version: "1" });
		server.registerTool("who", { description: "w" }, async () => ({ content: [] }));
		return server;
	});
	const client = new McpClient(bare);
	assert.deepEqual(
		(await client.layer()).tools.map(({ name }) => name),
		["who"],
	);
	assert.deepEqual(await client.listResources(), []);
});

test("an app is nothing to read: a server that has nothing else has no tools to read with", async () => {
	const make = (/** @type {boolean} */ hasMore) => () => {
		const server = new McpServer({ name: "shop", version: "1.0.0" });
		const ui = { resourceUri: "ui://shop/basket" };
		server.registerTool("basket", { description: "Shows the basket", _meta: { ui } }, async () => ({
			content: [{ type: "text", text: "2 apples" }],
		}));
		server.registerResource("basket", ui.resourceUri, {}, async ({ href }) => ({
			contents: [{ uri: href, text: "<p>" }],
		}));
		if (hasMore) {
			server.registerResource("prices", "shop://prices", {}, async ({ href }) => ({
				contents: [{ uri: href, text: "1" }],
			}));
		}
		return server;
	};
	const alone = new McpClient(await served(make(false)));
	assert.deepEqual(
		(await alone.layer()).tools.map(({ name }) => name),
		["basket"],
	);
	const more = new McpClient(await served(make(true)));
	const { tools } = await more.layer();
	assert.deepEqual(
		tools.map(({ name }) => name),
		["basket", "list_resources", "read_resource"],
	);
	const [{ text }] = (await more.callTool("list_resources")).content;
	assert.deepEqual(
		JSON.parse(String(text)).map(({ uri }) => uri),
		["shop://prices"],
	);
	const refused = await more.callTool("read_resource", { uri: "UI://shop/basket" });
	assert.ok(refused.isError && /shown, and not read/.test(String(refused.content[0].text)));
	await Promise.all([alone.disconnect(), more.disconnect()]);
});
