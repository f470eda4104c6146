/** Servers on loopback for tests. */
import { createServer } from "node:http";
import { after } from "node:test";

/** @type {import("node:http").Server[]} */
const servers = [];

/**
 * A server that answers with `handler`, closed when the tests of the file are over; resolves to its address.
 *
 * @param {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse, body: string) => void} handler
 */
export async function serve(handler) {
	const server = createServer((request, response) => {
		let body = "";
		request.on("data", (chunk) => {
			body += chunk;
		});
		request.on("end", () => handler(request, response, body));
	});
	servers.push(server);
	await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
	const address = server.address();
	return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

after(() => {
	for (const server of servers) {
		server.closeAllConnections();
		server.close();
	}
});
