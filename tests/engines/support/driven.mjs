/** What the browsers that are driven by protocols of the W3C have in common. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/**
 * A page of a browser.
 *
 * @typedef {object} Driven
 * @property {(url: string) => Promise<unknown>} goto
 * @property {(body: string) => Promise<any>} run runs the body of an async function in the page; what that returns comes back as JSON
 * @property {(...keys: string[]) => Promise<unknown>} press presses keys one after the other, each such as `Tab` or `Control+Shift+z`
 * @property {() => Promise<Buffer>} screenshot a PNG of what is seen
 * @property {() => Promise<void>} close
 */

/** Milliseconds that anything asked of a browser may take. */
export const PATIENCE = 120_000;

/** What is run is a text, and so is what comes back: each protocol has forms of its own for anything else. */
export const asText = (/** @type {string} */ body) =>
	`async () => JSON.stringify((await (async () => { ${body} })()) ?? null)`;

/** Keys that write nothing, as the W3C's protocols name them (WebDriver, "Keyboard actions"). */
const KEYS = {
	Backspace: "\uE003",
	Tab: "\uE004",
	Enter: "\uE006",
	Shift: "\uE008",
	Control: "\uE009",
	Escape: "\uE00C",
	End: "\uE010",
	Home: "\uE011",
	ArrowLeft: "\uE012",
	ArrowUp: "\uE013",
	ArrowRight: "\uE014",
	ArrowDown: "\uE015",
	Delete: "\uE017",
	Space: " ",
};

/** Keys as actions: those before the last one are held meanwhile. @param {string[]} keys */
export function keyActions(keys) {
	const actions = keys.flatMap((one) => {
		const values = one
			.split("+")
			.map((key) => Object.entries(KEYS).find(([name]) => name === key)?.[1] ?? key);
		const down = values.map((value) => ({ type: "keyDown", value }));
		return [...down, ...values.toReversed().map((value) => ({ type: "keyUp", value }))];
	});
	return [{ type: "key", id: "keyboard", actions }];
}

/** Programs that end together, the last one first. */
export function programs() {
	/** @type {import("node:child_process").ChildProcess[]} */
	const running = [];
	return {
		/** @type {(program: string, args: string[], options?: import("node:child_process").SpawnOptions) => import("node:child_process").ChildProcess} */
		start(program, args, options = {}) {
			const one = spawn(program, args, options);
			running.push(one);
			return one;
		},
		async end() {
			for (const one of running.toReversed())
				if (one.exitCode === null && one.signalCode === null && one.kill()) await once(one, "exit");
		},
	};
}

/** What a program says first that matches. @param {import("node:stream").Readable} stream @param {RegExp} pattern */
export async function said(stream, pattern) {
	const lines = createInterface(stream);
	for await (const line of lines) {
		const found = pattern.exec(line)?.[1];
		if (found === undefined) continue;
		// What it says afterwards is of no interest, and must not fill the pipe.
		stream.resume();
		return found;
	}
	throw new Error(`The program ended and did not say ${pattern}.`);
}
