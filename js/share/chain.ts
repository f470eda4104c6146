/** Versions of a HyperSkill as a chain: each one's hash covers the one before it. */
import { aText, anObject, json, listOf, objectOf, optional } from "../core/arguments.js";

/** One version. */
export interface SkillVersion<T = unknown> {
	/** SHA-256 of the address, the version's JSON and the hash before it, as hex digits. */
	hash: string;
	/** The hash of the version before; the first one has none. */
	previousHash?: string;
	/** Milliseconds since 1970; no part of the hash. */
	timestamp: number;
	url: string;
	skill: T;
}

/** Whether versions are a chain, and where not. */
export type ChainVerdict = { valid: true } | { valid: false; at: number; reason: string };

const VERSIONS = listOf(
	objectOf({ hash: aText, previousHash: optional(aText), url: aText, skill: anObject }),
);

/**
 * SHA-256 of the texts one after another, as the package `hyperskills` has it.
 *
 * @returns 64 hex digits.
 * @throws {@link WebMcpError} `invalid_argument`
 */
export async function hash(sourceUrl: string, content: string, previousHash = ""): Promise<string> {
	aText("hash: sourceUrl", sourceUrl);
	aText("hash: content", content);
	aText("hash: previousHash", previousHash);
	const bytes = new TextEncoder().encode(sourceUrl + content + previousHash);
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The hash of a value by its JSON text, in which the order of keys counts.
 *
 * @throws {@link WebMcpError} `invalid_argument`
 */
export async function computeHash(sourceUrl: string, value: object, previousHash?: string): Promise<string> {
	anObject("computeHash: value", value);
	return hash(sourceUrl, json("computeHash: value", value) ?? "", previousHash);
}

/**
 * The next version of a HyperSkill.
 *
 * @param previousHash - Of the version before; left out for the first.
 * @throws {@link WebMcpError} `invalid_argument`
 */
export async function createVersion<T extends object>(
	skill: T,
	url: string,
	previousHash?: string,
): Promise<SkillVersion<T>> {
	anObject("createVersion: skill", skill);
	// What is changed later is another version.
	const kept = JSON.parse(json("createVersion: skill", skill) ?? "") as T;
	return {
		hash: await computeHash(url, kept, previousHash),
		...(previousHash !== undefined && { previousHash }),
		timestamp: Date.now(),
		url,
		skill: kept,
	};
}

/**
 * Whether versions are a whole chain, the oldest first: none was changed, left out or put in.
 *
 * @param head - The last version's hash, where it is known: without it, versions missing at the end are not noticed.
 * @returns With the place of the first that does not fit. A version that shows other fields than its JSON has (by a getter, or `toJSON`) does
 *   not either: its hash is that of its JSON, which {@link createVersion} copies.
 * @throws {@link WebMcpError} `invalid_argument` for what are no versions.
 */
export async function verifyChain(versions: readonly SkillVersion[], head?: string): Promise<ChainVerdict> {
	VERSIONS("verifyChain: versions", versions);
	let before: string | undefined;
	for (const [at, { hash: own, previousHash, url, skill }] of versions.entries()) {
		if (previousHash !== before)
			return {
				valid: false,
				at,
				reason: before ? "It follows another version." : "Versions before it are missing.",
			};
		if (own !== (await computeHash(url, skill as object, previousHash)))
			return { valid: false, at, reason: "It was changed." };
		if (!isPlain(skill)) return { valid: false, at, reason: "It shows other fields than its JSON has." };
		before = own;
	}
	if (head === undefined || head === before) return { valid: true };
	return { valid: false, at: versions.length, reason: "Versions after it are missing." };
}

/** Whether a value shows what its JSON says: data alone, without getters, `toJSON` and a class's fields. */
function isPlain(value: unknown): boolean {
	if (typeof value === "bigint" || typeof value === "function" || typeof value === "symbol") return false;
	if (!isObject(value)) return typeof value !== "number" || Number.isFinite(value);
	const fields = Object.values(Object.getOwnPropertyDescriptors(value));
	const isOfClass = prototypes(value) > (Array.isArray(value) ? 2 : 1);
	return !isOfClass && typeof value.toJSON !== "function" && fields.every((field) => isPlainField(field));
}

/** How many prototypes a value has: an object of any window one, an array two. */
function prototypes(value: object): number {
	const above: unknown = Object.getPrototypeOf(value);
	return typeof above === "object" && above !== null ? 1 + prototypes(above) : 0;
}

function isPlainField({ get, set, value }: PropertyDescriptor): boolean {
	return !get && !set && isPlain(value);
}

/**
 * The names of the fields of which two values have others, at the top; `(root)` where one of them is no object.
 *
 * @throws {@link WebMcpError} `invalid_argument` for what JSON cannot hold.
 */
export function diff(previous: unknown, next: unknown): string[] {
	const [one, other] = [plain("diff: previous", previous), plain("diff: next", next)];
	if (!isObject(one) || !isObject(other)) return one === other ? [] : ["(root)"];
	const field = (value: { [key: string]: unknown }, key: string) =>
		Object.hasOwn(value, key) ? JSON.stringify(value[key]) : undefined;
	const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
	return [...keys].filter((key) => field(one, key) !== field(other, key));
}

/** A value as JSON has it. */
function plain(what: string, value: unknown): unknown {
	const text = json(what, value);
	return text === undefined ? undefined : JSON.parse(text);
}

function isObject(value: unknown): value is { [key: string]: unknown } {
	return typeof value === "object" && value !== null;
}
