/** Checks what tools promise of their results (MCP, Tools, "Output Schema"). What loads the validator is the first result that has to fit. */
import { compiledSchemas } from "../schema/module.js";

interface Check {
	check(json: Uint8Array, prefix: string): string;
	free(): void;
}

/** Compiled schemas by their text, those that were used last at the end; none where nobody can say what it says. */
const compiled = new Map<string, Check | undefined>();
const MOST = 64;
const encoder = new TextEncoder();

/** What is wrong with a result's `structuredContent`, if anything is; of a schema that does not compile nothing can be said. */
export async function faultOf(schema: string, structured: unknown): Promise<string | undefined> {
	const check = await checkOf(schema);
	const told = check?.check(encoder.encode(JSON.stringify(structured)), "structuredContent");
	if (!told) return undefined;
	const [first] = JSON.parse(told) as { path: string; message: string }[];
	return first && `${first.path}: ${first.message}`;
}

async function checkOf(schema: string): Promise<Check | undefined> {
	const Schema = await compiledSchemas();
	if (!compiled.has(schema))
		compiled.set(
			schema,
			made(() => new Schema(encoder.encode(schema), false)),
		);
	const check = compiled.get(schema);
	compiled.delete(schema);
	compiled.set(schema, check);
	const [oldest] = compiled.keys();
	if (compiled.size > MOST && oldest !== undefined) {
		compiled.get(oldest)?.free();
		compiled.delete(oldest);
	}
	return check;
}

function made(make: () => Check): Check | undefined {
	try {
		return make();
	} catch {
		return undefined;
	}
}
