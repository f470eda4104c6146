/** Progress lines, and failures that are one sentence. */

/** A failure whose message is the whole story: what happened and the remedy. */
export class Failure extends Error {}

/** @param {string} line */
export function say(line) {
	console.log(`› ${line}`);
}

/**
 * Runs a script's body; a {@link Failure} ends it with its sentence and exit code 1.
 *
 * @param {() => Promise<void>} body
 */
export async function main(body) {
	try {
		await body();
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		console.error(`✗ ${error.message}`);
		process.exitCode = 1;
	}
}

/** @param {number} start milliseconds */
export const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
