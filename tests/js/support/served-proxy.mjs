/** A proxy in a process of its own: serves the options of its first argument, and tells its memory when asked. */
import { serveModelProxy } from "../../../pkg/hosts/node.js";
import { createModelProxy } from "../../../pkg/proxy/index.js";

const { url } = await serveModelProxy(createModelProxy(JSON.parse(process.argv[2])), { port: 0 });
process.send({ url });
process.on("message", async () => {
	// What a collection finds is freed a little later, and frees more.
	for (let round = 0; round < 3; round += 1) {
		globalThis.gc();
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	const { rss, heapUsed, external } = process.memoryUsage();
	process.send({ rss, live: heapUsed + external });
});
process.on("disconnect", () => process.exit());
