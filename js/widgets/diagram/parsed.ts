/** Parses diagrams where there is no page. */
import type { DOMPurify } from "dompurify";
import { drawable, LIMITS } from "./library.js";

/**
 * Without a window the sanitiser that the parser calls has none of its functions: while it parses, one without any markup stands in.
 * Nothing that it gives is shown.
 */
async function withSanitiser(purify: DOMPurify, work: () => Promise<unknown>): Promise<void> {
	const stand = purify as unknown as { [name: string]: unknown };
	const names = ["addHook", "sanitize"].filter((name) => !(name in stand));
	for (const name of names) stand[name] = (text: unknown) => String(text).replace(/[<>]/g, "");
	try {
		await work();
	} finally {
		for (const name of names) delete stand[name];
	}
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Rejects with what the parser says of a text that it cannot read. What only a browser can do is passed over, and all of it where the library
 * is not there: who runs a model elsewhere need not have what pages draw with.
 */
export function parsed(source: string): Promise<void> {
	const parsing = last.then(() => parse(source));
	last = parsing.catch(() => undefined);
	return parsing;
}

async function parse(source: string): Promise<void> {
	const lacking = () => undefined;
	const [library, purify] = await Promise.all([
		import("mermaid").catch(lacking),
		import("dompurify").catch(lacking),
	]);
	if (!library || !purify) return;
	const mermaid = library.default;
	mermaid.initialize(LIMITS);
	try {
		await withSanitiser(purify.default, () => mermaid.parse(drawable(mermaid, source)));
	} catch (error) {
		if (error instanceof TypeError || error instanceof ReferenceError) return;
		throw error;
	}
}
