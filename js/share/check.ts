/** Decides what a HyperSkill may hold, whoever made it. */
import {
	aFlag,
	aText,
	anObject,
	type Check,
	invalid,
	json,
	listOf,
	must,
	number,
	objectOf,
	oneOf,
	optional,
	recordOf,
} from "../core/arguments.js";
import type { Json } from "../types/index.js";
import { MAX_DEPTH, MAX_WIDGETS } from "./limits.js";
import type { HyperSkill } from "./types.js";

const MAX_SERVERS = 20;
const MAX_NAMES = 50;

function text(max: number): Check {
	return must(
		`a text of at most ${max} characters`,
		(value) => typeof value === "string" && value.length <= max,
	);
}

function few(max: number, check: Check): Check {
	const all = listOf(check);
	return (what, value) => {
		all(what, value);
		if ((value as unknown[]).length > max) throw invalid(what, `has more than ${max} entries`);
	};
}

/** A remote server's address. It is not repeated: people put keys into addresses. */
const httpAddress = must("an http or https address without user and password", (value) => {
	if (typeof value !== "string" || value.length > 2_000 || !URL.canParse(value)) return false;
	const { protocol, username, password } = new URL(value);
	return /^https?:$/.test(protocol) && username === "" && password === "";
});

const name = text(200);
const pixels = optional(number("a number of pixels", (value) => Math.abs(value) <= 1_000_000));
const box = { x: pixels, y: pixels, width: pixels, height: pixels };
const layout = oneOf(["flow", "grid", "tiling", "floating", "stack"]);

const widget = objectOf({
	type: must("the name of a widget", (value) => typeof value === "string" && /^\S.{0,199}$/s.test(value)),
	data: optional(anObject),
	serverName: optional(name),
	...box,
	frames: optional(recordOf(optional(objectOf(box)))),
	z: optional(number("a number", Number.isFinite)),
	locked: optional(aFlag),
	group: optional(name),
	links: optional(few(MAX_NAMES, name)),
	style: optional(recordOf(text(200))),
});

const meta = objectOf({
	title: optional(text(500)),
	description: optional(text(5_000)),
	version: optional(name),
	created: optional(name),
	mcp: optional(httpAddress),
	mcpName: optional(name),
	llm: optional(name),
	tags: optional(few(MAX_NAMES, name)),
	theme: optional(anObject),
	hash: optional(name),
	previousHash: optional(name),
	chatSummary: optional(text(10_000)),
	provenance: optional(anObject),
	signature: optional(objectOf({ key: name, value: name })),
});

const content = objectOf({
	blocks: few(MAX_WIDGETS, widget),
	layout: optional(layout),
	servers: optional(few(MAX_SERVERS, objectOf({ url: httpAddress, name: optional(name) }))),
	localServers: optional(few(MAX_NAMES, name)),
	recipe: optional(aText),
});

const skill = objectOf({ meta, content });

/**
 * Checks a HyperSkill.
 *
 * @param what - What it is, for the error.
 * @throws {@link WebMcpError} `invalid_argument` that says which field is wrong.
 */
export function checkSkill(what: string, value: unknown): asserts value is HyperSkill {
	skill(what, value);
	checkDepth(what, value as Json);
}

/**
 * A copy of the HyperSkill that a page passed, as its JSON says it.
 *
 * @throws {@link WebMcpError} `invalid_argument`, as {@link checkSkill}.
 */
export function takeSkill(what: string, value: unknown): HyperSkill {
	const copy: unknown = JSON.parse(json(what, value) ?? "null");
	checkSkill(what, copy);
	return copy;
}

/** Throws `invalid_argument` where lists and objects lie in each other too deep to be walked through. */
export function checkDepth(what: string, value: Json, depth = 0): void {
	if (typeof value !== "object" || value === null) return;
	if (depth > MAX_DEPTH) throw invalid(what, `is nested deeper than ${MAX_DEPTH} levels`);
	for (const part of Object.values(value)) checkDepth(what, part, depth + 1);
}
