/** The official conformance harness against our client: `run.mjs [node|chromium|both] [revision|all] [scenario]`. */
import { installHarness, requirements, runScenario } from "./harness.mjs";

const REVISIONS = ["2025-11-25", "2026-07-28"];
const HOSTS = { node: "client.mjs", chromium: "in-chromium.mjs" };

const [where = "both", which = "all", only] = process.argv.slice(2);
const names = where === "both" ? Object.keys(HOSTS) : [where];
const revisions = which === "all" ? REVISIONS : [which];
if (!names.every((name) => name in HOSTS) || !revisions.every((revision) => REVISIONS.includes(revision))) {
	console.error(`run.mjs [${Object.keys(HOSTS).join("|")}|both] [${REVISIONS.join("|")}|all] [scenario]`);
	process.exit(2);
}

/** @param {string} revision */
function scenarios(revision) {
	const { required, notScored } = requirements(revision);
	return [
		...required.map((scenario) => ({ revision, scenario, isRequired: true })),
		...notScored.map((scenario) => ({ revision, scenario, isRequired: false })),
	];
}

/** What is wanted; a scenario that no revision names is run all the same where it is asked for. */
function wanted() {
	const all = revisions.flatMap(scenarios);
	if (!only) return all;
	const chosen = all.filter(({ scenario }) => scenario === only);
	if (chosen.length > 0) return chosen;
	return revisions.map((revision) => ({ revision, scenario: only, isRequired: false }));
}

await installHarness();
const rows = wanted().map((row) => ({ ...row, outcomes: {} }));
for (const name of names) {
	const browser = name === "chromium" ? await (await import("./browser.mjs")).openChromium() : undefined;
	const host = { name, client: HOSTS[name], env: browser?.env ?? {} };
	try {
		for (const row of rows) {
			row.outcomes[name] = await runScenario(row.scenario, row.revision, host);
			console.error(`${name} ${row.revision} ${row.scenario}: ${verdict(row.outcomes[name])}`);
		}
	} finally {
		await browser?.close();
	}
}

/** @param {import("./harness.mjs").Outcome} outcome */
function verdict({ isPassed, passed, checks }) {
	return `${isPassed ? "pass" : "FAIL"} ${passed}/${checks}`;
}

/** What went wrong, once where it is the same everywhere. */
function problems({ outcomes }) {
	const texts = names.map((name) => outcomes[name].problems.join("; "));
	if (new Set(texts).size === 1) return texts[0];
	return names.map((name, i) => (texts[i] ? `${name}: ${texts[i]}` : "")).join(" ");
}

console.log(
	`| scenario | revision | ${names.join(" | ")} | what fails |\n|---|---|${"---|".repeat(names.length)}---|`,
);
for (const row of rows) {
	const verdicts = names.map((name) => verdict(row.outcomes[name]));
	const scenario = row.isRequired ? row.scenario : `${row.scenario} (not scored)`;
	console.log(`| ${[scenario, row.revision, ...verdicts, problems(row)].join(" | ")} |`);
}
let missing = 0;
for (const name of names) {
	for (const revision of revisions) {
		const required = rows.filter((row) => row.isRequired && row.revision === revision);
		const passed = required.filter((row) => row.outcomes[name].isPassed).length;
		missing += required.length - passed;
		console.log(`${name}, ${revision}: ${passed} of ${required.length} required scenarios pass`);
	}
}
// One that was asked for by name counts, whether it is required or not.
const hasFailed = only && rows.some(({ outcomes }) => names.some((name) => !outcomes[name].isPassed));
process.exitCode = missing > 0 || hasFailed ? 1 : 0;
