/** Reads `WWW-Authenticate`: what a server that refuses a request wants (RFC 9110, section 11; RFC 6750, section 3; RFC 9728, section 5.1). */
import { scopesOf } from "./scopes.js";

const MAX_HEADER_CHARS = 16_384;
const MAX_CHALLENGES = 32;

const GAP = /[\s,]*/y;
const TOKEN = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const EQUALS = /[ \t]*=[ \t]*/y;
const QUOTED = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)"/y;
/** Broader than a token: servers leave out the quotes of addresses. */
const UNQUOTED = /[^\s,"]+/y;
/** Some schemes have a single text in the place of parameters. */
const TOKEN_68 = /[ \t]+[A-Za-z0-9\-._~+/]+=*(?=[ \t]*(?:,|$))/y;

/** One of the ways in which a server lets itself be asked. */
export interface Challenge {
	/** In small letters. */
	readonly scheme: string;
	/** By their names in small letters; of several of one name the first. */
	readonly parameters: ReadonlyMap<string, string>;
}

interface Open {
	scheme: string;
	parameters: Map<string, string>;
}

/** What of a Bearer challenge is acted upon. */
export interface BearerChallenge {
	/** As the server wrote it; not checked yet. */
	readonly resourceMetadata?: string;
	readonly scopes?: readonly string[];
	readonly error?: string;
}

/** All challenges of a header, or of several that were joined by commas. What is malformed is left out; nothing throws. */
export function challengesOf(header: string): Challenge[] {
	const text = header.slice(0, MAX_HEADER_CHARS);
	const challenges: Open[] = [];
	let at = 0;
	const take = (pattern: RegExp): RegExpExecArray | undefined => {
		pattern.lastIndex = at;
		const found = pattern.exec(text);
		if (!found) return undefined;
		at = pattern.lastIndex;
		return found;
	};
	for (;;) {
		take(GAP);
		if (at >= text.length) return challenges;
		const name = take(TOKEN)?.[0].toLowerCase();
		const current = challenges.at(-1);
		const isParameter = name !== undefined && current !== undefined && take(EQUALS) !== undefined;
		if (name === undefined || isParameter) {
			const value = take(QUOTED)?.[1]?.replace(/\\([\s\S])/g, "$1");
			// A quote that is never closed was cut: nothing after its beginning can be told apart.
			if (value === undefined && text[at] === '"') return challenges;
			if (isParameter) keep(current, name, value ?? take(UNQUOTED)?.[0]);
			// What is quoted without a name may hold what looks like a parameter, and is passed over.
			else if (value === undefined) at += 1;
			continue;
		}
		if (challenges.length >= MAX_CHALLENGES) return challenges;
		challenges.push({ scheme: name, parameters: new Map() });
		take(TOKEN_68);
	}
}

function keep({ parameters }: Open, name: string, value: string | undefined): void {
	if (value !== undefined && !parameters.has(name)) parameters.set(name, value);
}

/** What a server demands of a bearer of tokens; of several such challenges the one that leads furthest. */
export function bearerOf(header: string | undefined): BearerChallenge | undefined {
	const bearers = challengesOf(header ?? "").filter(({ scheme }) => scheme === "bearer");
	const chosen = bearers.find(({ parameters }) => parameters.has("resource_metadata")) ?? bearers[0];
	if (!chosen) return undefined;
	const resourceMetadata = chosen.parameters.get("resource_metadata");
	const scopes = scopesOf(chosen.parameters.get("scope"));
	const error = chosen.parameters.get("error");
	return {
		...(resourceMetadata === undefined ? {} : { resourceMetadata }),
		...(scopes ? { scopes } : {}),
		...(error === undefined ? {} : { error }),
	};
}
