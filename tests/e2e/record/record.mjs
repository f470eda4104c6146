/**
 * Records tests/fixtures/llama-cpp: the demo asks llama.cpp, and the streams are kept as they came.
 *
 *     node tests/e2e/record/record.mjs <folder with node_modules/node-llama-cpp>
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inRoot } from "../../../scripts/lib/paths.mjs";
import { makeWish, modelReady, openDemo, serversReady } from "../support/demo.mjs";
import { realModel } from "../support/model.mjs";
import { startLlamaServer } from "./llama-server.mjs";
import { CONVERSATIONS } from "./conversations.mjs";

const resolver = createRequire(join(resolve(process.argv[2] ?? "."), "package.json"));
const llama = await import(pathToFileURL(resolver.resolve("node-llama-cpp")).href);
const folder = inRoot("tests", "fixtures", "llama-cpp");
mkdirSync(folder, { recursive: true });

for (const { name, wish, steps } of CONVERSATIONS) {
	let count = 0;
	const server = await startLlamaServer({
		llama,
		modelPath: realModel(),
		steps: [...steps],
		onReply: (body) => {
			count += 1;
			writeFileSync(join(folder, `${name}-${count}.sse`), body);
		},
	});
	const settings = {
		kind: "local",
		localBackend: "openai",
		localUrl: server.url,
		localModel: "gemma-3-270m",
	};
	const demo = await openDemo({ settings });
	await modelReady(demo.page, 10_000);
	await serversReady(demo.page);
	console.log(name, JSON.stringify(await makeWish(demo.page, wish, 300_000), null, 1));
	await demo.close();
	server.close();
}
process.exit(0);
