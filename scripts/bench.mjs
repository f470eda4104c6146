/** Runs the benchmarks of tests/bench, one after the other, on the built package. */
import { existsSync, readdirSync } from "node:fs";
import { run } from "./lib/exec.mjs";
import { inRoot } from "./lib/paths.mjs";
import { Failure, main, say } from "./lib/say.mjs";
import { setUp } from "./setup.mjs";

await main(async () => {
	const { env } = await setUp({ forTests: true });
	Object.assign(process.env, env);
	const { build } = await import("./build.mjs");
	await build();
	const folder = inRoot("tests", "bench");
	const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".mjs")) : [];
	if (names.length === 0) throw new Failure("tests/bench holds no *.mjs.");
	for (const name of names.sort()) {
		say(name);
		if ((await run(process.execPath, [inRoot("tests", "bench", name)], { env })) !== 0) {
			throw new Failure(`${name} failed; see above.`);
		}
	}
});
