/** The proxy as Deno and Bun serve it: options as JSON in the first argument, the address on the first line of output. */
import { createModelProxy } from "../../pkg/proxy/index.js";

const { Bun, Deno, process } = globalThis;
const options = JSON.parse(Deno ? Deno.args[0] : process.argv[2]);
const authorize = ({ headers }) => headers.has("x-user") && { subject: headers.get("x-user") };
const proxy = createModelProxy({ ...options, authorize });
const handler = (request) => proxy(request);
if (Deno) {
	const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => undefined }, handler);
	console.log(`http://127.0.0.1:${server.addr.port}`);
} else {
	// Bun gives up connections that are silent for 10 s unless told otherwise.
	const server = Bun.serve({ hostname: "127.0.0.1", port: 0, idleTimeout: 120, fetch: handler });
	console.log(`http://127.0.0.1:${server.port}`);
}
