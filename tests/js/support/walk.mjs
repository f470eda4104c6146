/** Calls functions with sound arguments but one, in whose place wrong values stand in turn, and judges what comes of it. */
import { types } from "node:util";
import { AgentRun, WebMcpError } from "../../../pkg/index.js";

/** Much longer than any call takes: what is not over by then hangs. */
const HANGS_MS = 30_000;

function refuses() {
	throw new Error("hands off");
}

const TRAPS = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((trap) => [trap, refuses]));
const HOSTILE = new Proxy({}, TRAPS);

/** What a page may pass by mistake; made anew, some after the sound value that they stand for. */
export const WRONG = {
	undefined: () => undefined,
	null: () => null,
	true: () => true,
	5: () => 5,
	"-1": () => -1,
	NaN: () => Number.NaN,
	"an empty text": () => "",
	"a text": () => "text",
	"a symbol": () => Symbol("wrong"),
	"a bigint": () => 10n,
	"an empty list": () => [],
	"a list of nothing": () => [undefined],
	"an object": () => ({}),
	"a frozen object": () => Object.freeze({ a: 1 }),
	"a function": () => () => undefined,
	"a Map": () => new Map([["a", 1]]),
	"a cycle": () => {
		const cycle = {};
		cycle.self = cycle;
		return cycle;
	},
	"a proxy that refuses": () => HOSTILE,
	"a list that refuses": () => new Proxy([], TRAPS),
	"a list whose items refuse": () => new Proxy([1], { get: refuses }),
	"a proxy that was revoked": () => {
		const { proxy, revoke } = Proxy.revocable([], {});
		revoke();
		return proxy;
	},
	"an object that is no text": () => ({ toString: refuses, toJSON: refuses, valueOf: refuses }),
	"an object whose getters throw": (sound) => {
		const names = [...Object.keys(Object(sound)), "id", "name"];
		const getter = { get: refuses, enumerable: true, configurable: true };
		return Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, getter])));
	},
};

/** How the core calls some arguments. */
const WORDS = { args: /arguments/, styles: /style/, from: /journal|session/, saved: /session/ };

/** The path of each value that a page gives, with the value: arguments, their fields and items, at every depth. */
function* places(value, path = []) {
	if (path.length > 0) yield { path, sound: value };
	const isPlain = value && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;
	if (!isPlain && !Array.isArray(value)) return;
	for (const [name, one] of Object.entries(value)) yield* places(one, [...path, name]);
}

function put(into, path, value) {
	path.slice(0, -1).reduce((at, name) => at[name], into)[path.at(-1)] = value;
}

/** Why what was thrown should not have been; nothing where a page can make sense of it. */
function judged(error, name, path) {
	if (types.isProxy(error) || !(error instanceof Error)) return `throws ${typeof error}`;
	if (!(error instanceof WebMcpError)) return `throws ${error.name}: ${error.message}`;
	if (error.code === "internal") return `says internal: ${error.message}`;
	// Deeper ones are named as well as the core can.
	if (error.code !== "invalid_argument" || path.length > 1) return undefined;
	const message = error.message.toLowerCase();
	const isNamed = message.includes(path[0].toLowerCase()) || message.includes(name.toLowerCase());
	return isNamed || WORDS[path[0]]?.test(message) ? undefined : `names nothing: ${error.message}`;
}

/** Calls it, and what `use` does with what it made; waits for what is promised, and for nothing that only looks so. */
async function call(owner, name, args, use) {
	const callee = owner[name];
	const isClass = /^class\b/.test(Function.prototype.toString.call(callee));
	const given = Object.values(args);
	const returned = isClass ? new callee(...given) : owner[name](...given);
	const made = types.isPromise(returned) ? await returned : returned;
	await awaited(use?.(made) ?? made);
}

function awaited(value) {
	const isOurs = !types.isProxy(value) && value instanceof AgentRun;
	return isOurs || types.isPromise(value) ? value : undefined;
}

/** What came of it: nothing to say, or what is wrong. */
async function outcome(work, verdict) {
	let timer;
	const hangs = new Promise((resolve) => {
		timer = setTimeout(() => resolve("hangs"), HANGS_MS);
	});
	const said = await Promise.race([work().then(() => verdict(), verdict), hangs]);
	clearTimeout(timer);
	return said;
}

/**
 * Walks over one function.
 *
 * @param of - Who has it, made anew for each call.
 * @param row - Sound arguments by their names, made anew; `use` and `fails` are said in rows.mjs.
 * @param late - Where what nobody caught is gathered.
 * @returns How many places and calls there were, and each problem as a line.
 */
export async function walk(of, name, row, late) {
	const counted = { places: 0, calls: 0, problems: [] };
	const attempt = async (label, change, verdict) => {
		const made = of();
		const owner = types.isPromise(made) ? await made : made;
		const args = await row();
		change(args);
		counted.calls += 1;
		const said = await outcome(() => call(owner, name, args, row.use), verdict);
		// What is caught nowhere is told a turn later.
		await new Promise((resolve) => setImmediate(resolve));
		for (const problem of [said, ...late.splice(0)]) {
			if (problem) counted.problems.push(`${name}, ${label}: ${problem}`);
		}
	};
	await attempt(
		"all sound",
		() => undefined,
		(error) => (error?.code === row.fails && !error === !row.fails ? undefined : `fails: ${error}`),
	);
	for (const { path, sound } of [...places(await row())]) {
		counted.places += 1;
		for (const [wrong, make] of Object.entries(WRONG)) {
			await attempt(
				`${path.join(".")} = ${wrong}`,
				(args) => put(args, path, make(sound)),
				(error) => error && judged(error, name, path),
			);
		}
	}
	return counted;
}
