/**
 * How the expressions of a spec are evaluated: walked by the library's interpreter, which a strict CSP allows, and each look into something is
 * ours. The interpreter alone would let an expression reach `event.view`, which is the page's window, and the prototypes of the page's objects.
 */
import type { Library } from "./library.js";
import { Refused } from "./spec.js";

type Ast = { readonly type: string; readonly [part: string]: unknown };
type Told = { readonly ast: Ast };
type Functions = { readonly [name: string]: (...given: unknown[]) => unknown };
type Context = { readonly functions: Functions };

/** What leads from events and marks to marks and rows. Else only numbers and texts are read of them. */
const LINKS = new Set(["item", "items", "mark", "group", "datum", "touches", "changedTouches"]);
/** A longer list than this nobody needs. */
const MAX_SEQUENCE = 100_000;

const isPlain = (value: object) => {
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || prototype === Object.prototype || Array.isArray(value);
};

/** What `from` has under a name: of data its own, of anything else hardly a thing; never a function. */
function look(from: unknown, key: unknown): unknown {
	if (from === null || from === undefined) return undefined;
	const name = String(key);
	const found: unknown = (from as { [name: string]: unknown })[name];
	if (typeof found === "function") return undefined;
	const isData = typeof from !== "object" ? typeof from !== "function" : isPlain(from);
	if (isData) return Object.hasOwn(Object(from), name) ? found : undefined;
	const isReadable = typeof found !== "object" || LINKS.has(name) || ArrayBuffer.isView(from);
	return isReadable ? found : undefined;
}

/** The library's functions that would reach past that, as they may be called. */
const OURS: Functions = {
	look,
	merge: (...all) =>
		Object.assign({}, ...all.filter((one) => typeof one === "object" && one !== null && isPlain(one))),
	pluck: (from, name) => (Array.isArray(from) ? from.map((one) => look(one, name)) : look(from, name)),
	sequence: (...given) => {
		const [from, to, step = 1] = given.length < 2 ? [0, ...given] : given;
		const count = Math.max(0, Math.ceil((Number(to) - Number(from)) / Number(step))) || 0;
		if (count > MAX_SEQUENCE) throw new Refused("An expression of the spec makes too long a list.");
		return Array.from({ length: count }, (_, at) => Number(from) + at * Number(step));
	},
	/** A colour that is none elsewhere. */
	paint: (value) => (typeof value === "string" && /url\s*\(|\\/i.test(value) ? "none" : value),
};

/** These give or change what is not the chart's data. */
const REFUSED = new Set(["view", "screen", "setdata", "encode"]);
/** How many arguments are taken: with more of them it writes into whatever it is given. */
const TAKEN: { readonly [name: string]: number } = { modify: 4 };

const call = (name: string, given: readonly unknown[]): Ast => ({
	type: "CallExpression",
	callee: { type: "Identifier", name },
	arguments: given,
});

/** The expression with its looks as calls of ours. */
function guarded(node: Ast): Ast {
	const inner = (part: unknown): unknown => {
		if (Array.isArray(part)) return part.map(inner);
		return typeof part === "object" && part !== null && "type" in part ? guarded(part as Ast) : part;
	};
	if (node.type === "MemberExpression") {
		const property = node.property as Ast;
		const key = node.computed ? guarded(property) : { type: "Literal", value: property.name };
		return call("look", [guarded(node.object as Ast), key]);
	}
	if (node.type === "CallExpression") {
		const name = String((node.callee as Ast).name);
		if (REFUSED.has(name)) throw new Refused(`The spec calls "${name}", which charts may not.`);
		const given = node.arguments as readonly unknown[];
		return { ...node, arguments: given.slice(0, TAKEN[name] ?? given.length).map(inner) };
	}
	return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, inner(part)])) as Ast;
}

/** What `channels` of a mark are painted with names no address, and a mark leads nowhere. */
function harmless(name: string, ast: Ast): Ast {
	if (["href", "url", "cursor"].includes(name)) return { type: "Literal", value: undefined };
	return ["fill", "stroke"].includes(name) ? call("paint", [guarded(ast)]) : guarded(ast);
}

/** The interpreter with these guards, as a view takes it. */
export function guardedBy(interpreter: Library["interpreter"]) {
	const within = (context: Context): Context => ({
		...context,
		functions: Object.assign(Object.create(context.functions), OURS) as Functions,
	});
	const kinds = ["operator", "parameter", "event", "handler"] as const;
	const plain = kinds.map((kind) => {
		const make = interpreter[kind] as (context: Context, told: Told) => unknown;
		return [kind, (context: Context, { ast }: Told) => make(within(context), { ast: guarded(ast) })];
	});
	const encode = (context: Context, told: { marktype: string; channels: { [name: string]: Told } }) => {
		const channels = Object.entries(told.channels).map(([name, { ast }]) => [
			name,
			{ ast: harmless(name, ast) },
		]);
		const make = interpreter.encode as (context: Context, told: unknown) => unknown;
		return make(within(context), { ...told, channels: Object.fromEntries(channels) });
	};
	return Object.fromEntries([...plain, ["encode", encode]]) as { [kind: string]: unknown };
}
