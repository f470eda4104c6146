/** The criteria of the Tool Execution API as rows, and the tools that they are about. Imports nothing: each host of `tests/hosts` reads it. */
const JSON_TYPE = { "content-type": "application/json" };

const SCHEMA = {
	type: "object",
	required: ["msg"],
	properties: { zeta: { type: "integer" }, msg: { type: "string" } },
};

export const TOOLS = [
	{ name: "echo", description: "Says it again", inputSchema: SCHEMA, annotations: { readOnlyHint: true } },
	{ name: "free", description: "Takes anything" },
	{ name: "fails", description: "Says that it failed" },
	{ name: "throws", description: "Throws" },
	{ name: "traced", description: "Has a trace" },
	{ name: "untraced", description: "Has a blank trace" },
	{ name: "a/b", description: "An odd name" },
];

const text = (words) => [{ type: "text", text: words }];

/** Handlers of two parameters and of three are called alike. */
export async function call(name, args, request) {
	if (name === "fails") return [text("no luck"), true];
	if (name === "throws") throw new Error("no disk");
	if (name === "traced") return [text("ok"), false, "abc-123"];
	if (name === "untraced") return [text("ok"), false, ""];
	return [text(`${name} ${JSON.stringify(args)} ${request.method}`), false, null];
}

const post = (path, body, headers = JSON_TYPE) => ["POST", path, { headers, body }];
const said = (words, more = '"isError":false') =>
	`{"content":[{"type":"text","text":${JSON.stringify(words)}}],${more}}`;

/** By the document: what is asked, and status and body of the reply. */
export const CRITERIA = {
	"F2: the list": [
		["GET", "/tools"],
		200,
		/^\[\{"name":"echo","description":"Says it again","annotations":\{"readOnlyHint":true\}\},\{"name":"free",/,
	],
	"F2: a tool": [
		["GET", "/tools/echo"],
		200,
		`{"name":"echo","description":"Says it again","inputSchema":${JSON.stringify(SCHEMA)},"annotations":{"readOnlyHint":true}}`,
	],
	"F2: no such tool": [["GET", "/tools/nope"], 404, '{"error":"Tool not found: nope"}'],
	"F3.1: success, with its trace": [
		post("/tools/traced/call", "{}"),
		200,
		said("ok", '"isError":false,"_meta":{"_trace_id":"abc-123"}'),
	],
	"F3.2: the tool's own error": [post("/tools/fails/call", "{}"), 500, said("no luck", '"isError":true')],
	"F3.3: no such tool": [post("/tools/nope/call", "{}"), 404, '{"error":"Tool not found: nope"}'],
	"F3.5: a body that is no JSON": [post("/tools/free/call", "{nope"), 200, said("free {} POST")],
	"F3.6: what it throws": [post("/tools/throws/call", "{}"), 500, said("no disk", '"isError":true')],
	"F3.7: a blank trace": [post("/tools/untraced/call", "{}"), 200, said("ok")],
	"F3: arguments and the request arrive": [
		post("/tools/free/call", '{"b":[1,"ü"],"a":null}'),
		200,
		said('free {"b":[1,"ü"],"a":null} POST'),
	],
	"a name with a slash": [post("/tools/a%2Fb/call", "{}"), 200, said("a/b {} POST")],
	"F7.1: arguments that fit": [post("/tools/echo/validate", '{"msg":"a"}'), 200, '{"valid":true}'],
	"F7.2: one is missing": [
		post("/tools/echo/validate", "{}"),
		200,
		/^\{"valid":false,"errors":\[\{"path":"\/msg","message":"[^"]+","keyword":"required"\}\]\}$/,
	],
	"F7.5: no such tool": [post("/tools/nope/validate", "{}"), 404, '{"error":"Tool not found: nope"}'],
	"F7.6: no JSON": [
		post("/tools/echo/validate", "{"),
		400,
		/^\{"valid":false,"errors":\[\{"path":"","message":"Invalid JSON: [^}]+","keyword":"format"\}\]\}$/,
	],
	"F7.7: no schema": [post("/tools/free/validate", "{}"), 200, '{"valid":true}'],
	"another method": [["DELETE", "/tools"], 405, '{"error":"Method not allowed"}'],
	"another path": [["GET", "/nope"], 404, '{"error":"Not found"}'],
};
