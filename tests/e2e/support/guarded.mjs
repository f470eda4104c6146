/** An MCP server that wants people to sign in, and its authorization server, where a click allows it. */
import { world } from "../../js/support/mcp-auth.mjs";

const NAME = "vault";
const TOOL = {
	name: "read_note",
	description: "Reads a note.",
	inputSchema: { type: "object", properties: {} },
	annotations: { readOnlyHint: true },
};
const NOTE = "The key is under the mat.";

const RESULTS = {
	initialize: ({ protocolVersion }) => ({
		protocolVersion,
		capabilities: { tools: {} },
		serverInfo: { name: NAME, version: "1.0.0" },
	}),
	"tools/list": () => ({ tools: [TOOL] }),
	"tools/call": () => ({ content: [{ type: "text", text: NOTE }] }),
};

function speak({ id, method, params }) {
	if (id === undefined) return { status: 202, body: "" };
	const result = RESULTS[method]?.(params);
	const said = result ? { result } : { error: { code: -32601, message: "Method not found" } };
	return { body: { jsonrpc: "2.0", id, ...said } };
}

/** Starts both; they end with the tests of the file. */
export const startGuarded = () => world({ isAsked: true, speak });
