/** What Deno and Bun serve: a module's name and its options as JSON in the arguments, the address on the first line of output. */
const { Bun, Deno, process } = globalThis;
const [name, options] = Deno ? Deno.args : process.argv.slice(2);
const { handlerOf } = await import(`./${name}.mjs`);
const handler = handlerOf(JSON.parse(options));
if (Deno) {
	const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => undefined }, handler);
	console.log(`http://127.0.0.1:${server.addr.port}`);
} else {
	// Bun gives up connections that are silent for 10 s unless told otherwise.
	const server = Bun.serve({ hostname: "127.0.0.1", port: 0, idleTimeout: 120, fetch: handler });
	console.log(`http://127.0.0.1:${server.port}`);
}
