/** Runs jobs side by side. What each says is printed whole when it has ended, so that the log can be read. */
import { availableParallelism } from "node:os";
import { Failure, say } from "./say.mjs";

/** @typedef {import("./runner.mjs").Outcome} Outcome */
/** @typedef {(text: string | Uint8Array) => void} Write */
/**
 * @typedef {{name: string, label?: string, live?: boolean, needs?: Job, alone?: boolean,
 *   work: (write: Write) => Promise<Outcome>}} Job
 *   `label` is the name in the log where another is in the summary; what is `live` prints by itself, or at once; `needs` must
 *   have ended well before; beside one that is `alone` nothing else runs
 */

/** One more than there are cores: what drives a page waits for it half of the time. */
const AT_ONCE = availableParallelism() + 1;

const well = (/** @type {Outcome | undefined} */ outcome) =>
	outcome !== undefined && outcome.failed === 0 && !outcome.problem;

/**
 * Runs jobs in their order, as far as they need not wait for others.
 *
 * @param {Job[]} jobs
 * @param {number} [atOnce] with 1, what is said is passed on at once
 * @returns {Promise<Outcome[]>}
 */
export async function sideBySide(jobs, atOnce = AT_ONCE) {
	/** @type {Map<Job, Outcome>} */
	const ended = new Map();
	/** @type {Map<Job, Promise<void>>} */
	const running = new Map();
	const waiting = new Set(jobs);
	const hasRoom = (/** @type {Job} */ { alone }) =>
		running.size === 0 ||
		(running.size < atOnce && !alone && ![...running.keys()].some((other) => other.alone));
	const begin = (/** @type {Job} */ job) => {
		const { name, needs } = job;
		if (needs && !ended.has(needs)) return;
		if (needs && !well(ended.get(needs))) {
			ended.set(job, { name, passed: 0, failed: 0, seconds: 0, problem: `not run: ${needs.name} failed` });
		} else if (hasRoom(job)) {
			const finish = (/** @type {Outcome} */ outcome) => {
				ended.set(job, outcome);
				running.delete(job);
			};
			running.set(job, perform({ ...job, live: job.live || atOnce === 1 }).then(finish));
		} else return;
		waiting.delete(job);
	};
	while (waiting.size + running.size > 0) {
		for (const job of waiting) begin(job);
		if (running.size > 0) await Promise.race(running.values());
	}
	return jobs.flatMap((job) => ended.get(job) ?? []);
}

/** @param {Job} job @returns {Promise<Outcome>} */
async function perform({ name, label = name, live, work }) {
	const start = performance.now();
	/** @type {(string | Uint8Array)[]} */
	const said = [`\n── ${label} ──\n`];
	if (live) process.stdout.write(said.splice(0).join(""));
	else say(`${label} …`);
	const outcome = await work((text) => {
		if (live) process.stdout.write(text);
		else said.push(text);
	}).catch((error) => {
		const problem = error instanceof Failure ? error.message : String(error?.stack ?? error);
		return { name, passed: 0, failed: 1, problem };
	});
	for (const text of said) process.stdout.write(text);
	return { ...outcome, label, said, seconds: (performance.now() - start) / 1000 };
}
