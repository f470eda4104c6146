/** Our client against real servers: `run.mjs [host] [server] [part of a check's name]`. */
import { CHECKS } from "./checks/index.mjs";
import { HOSTS } from "./hosts.mjs";
import { KINDS, startServer } from "./server.mjs";

const [where = "both", which = "all", part = ""] = process.argv.slice(2);
const hosts = where === "both" ? Object.keys(HOSTS) : [where];
const kinds = which === "all" ? KINDS : [which];
if (!hosts.every((name) => name in HOSTS) || !kinds.every((kind) => KINDS.includes(kind))) {
	console.error(
		`run.mjs [${Object.keys(HOSTS).join("|")}|both] [${KINDS.join("|")}|all] [part of a check's name]`,
	);
	process.exit(2);
}

const rows = [];
for (const name of hosts) {
	const host = await HOSTS[name]();
	try {
		for (const kind of kinds) rows.push(await check(host, kind));
	} finally {
		await host.close();
	}
}

/** @param {import("./hosts.mjs").Host} host @param {string} kind */
async function check(host, kind) {
	const server = await startServer(kind);
	const row = { host: host.name, kind, passed: 0, failed: 0, seconds: 0 };
	const began = performance.now();
	try {
		const talk = await host.open(server);
		for (const name of Object.keys(CHECKS[kind]).filter((name) => name.includes(part))) {
			const since = performance.now();
			const { said, error } = await talk.run(name).then(
				(said) => ({ said: said ?? "", error: undefined }),
				(error) => ({ said: "", error }),
			);
			const what = error ? "failed" : "passed";
			row[what] += 1;
			const ms = Math.round(performance.now() - since);
			console.log(
				`${host.name} ${kind} ${what}: ${name}${error ? `: ${error.message}` : said && ` (${said})`} [${ms} ms]`,
			);
		}
		await talk.end();
	} finally {
		await server.kill();
	}
	row.seconds = (performance.now() - began) / 1000;
	return row;
}

console.log("\n| server | host | passed | failed | seconds |\n|---|---|---|---|---|");
for (const { host, kind, passed, failed, seconds } of rows) {
	console.log(`| ${kind} | ${host} | ${passed} | ${failed} | ${seconds.toFixed(1)} |`);
}
// Whatever a check that failed has left open.
process.exit(rows.some(({ failed }) => failed > 0) ? 1 : 0);
