/** What a call costs at least: a request, and its answer read, with nothing checked, kept or told. */
export function open(url, era) {
	const isModern = era === "modern";
	const version = isModern ? "2026-07-28" : "2025-11-25";
	const common = { accept: "application/json, text/event-stream", "content-type": "application/json" };
	const _meta = {
		"io.modelcontextprotocol/protocolVersion": version,
		"io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
		"io.modelcontextprotocol/clientCapabilities": {},
	};
	let session = {};
	let last = 0;
	const send = (method, params, id) => {
		const named = { "mcp-method": method, ...(params.name && { "mcp-name": params.name }) };
		const headers = { ...common, "mcp-protocol-version": version, ...(isModern ? named : session) };
		const message = { jsonrpc: "2.0", id, method, params: isModern ? { ...params, _meta } : params };
		return fetch(url, { method: "POST", headers, body: JSON.stringify(message) });
	};
	const ask = async (method, params = {}) => {
		last += 1;
		const response = await send(method, params, last);
		const id = response.headers.get("mcp-session-id");
		if (id !== null) session = { "mcp-session-id": id };
		const text = await response.text();
		return JSON.parse(text.startsWith("{") ? text : text.slice(text.indexOf("data:") + 5)).result;
	};
	return {
		connect: async () => {
			if (isModern) return ask("server/discover");
			await ask("initialize", {
				protocolVersion: version,
				capabilities: {},
				clientInfo: { name: "bench", version: "1" },
			});
			return send("notifications/initialized", {});
		},
		list: async () => (await ask("tools/list")).tools,
		call: (name, args) => ask("tools/call", { name, arguments: args }),
		close: async () => {
			if (!isModern) await fetch(url, { method: "DELETE", headers: session });
		},
	};
}
