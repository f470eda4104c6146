/** Whether code can be read: it is compiled by the interpreter that would run it, and nothing of it runs. */
import { fileBytes } from "../../core/file-bytes.js";
import type { WidgetProblem } from "../../types/index.js";
import { textOf } from "../dom.js";
import { type Context, interpreterModule } from "../quickjs.js";

const PAGE_BYTES = 65_536;
const MEMORY_BYTES = 32 * 1024 * 1024;
const STACK_BYTES = 200 * 1024;
/** As scripts run that may wait for something, but only compiled. */
const COMPILED = 128 | 32;

/** Opens what compiles code; each of its answers is what is wrong with one text. */
export async function reader(): Promise<(code: string) => WidgetProblem | undefined> {
	const size = MEMORY_BYTES / PAGE_BYTES;
	const memory = new WebAssembly.Memory({ initial: size / 2, maximum: size });
	const bytes = await fileBytes(new URL("../quickjs/emscripten-module.wasm", import.meta.url));
	const runtime = (await interpreterModule(memory, bytes)).newRuntime();
	runtime.setMaxStackSize(STACK_BYTES);
	const context = runtime.newContext();
	return (code) => {
		const problem = compiled(context, code);
		// People end code with `return` that stands in no function.
		if (!problem || !/return not in a function/.test(problem.reason)) return problem;
		return compiled(context, `await (async () => {${code}\n})()`);
	};
}

function compiled(context: Context, code: string): WidgetProblem | undefined {
	const { error } = context.evalCode(code, "code.js", COMPILED);
	if (!error) return undefined;
	const { message = "", stack = "" } = context.dump(error) as { message?: string; stack?: string };
	const [, found] = /code\.js:(\d+)/.exec(String(stack)) ?? [];
	const line = found === undefined ? undefined : Number(found);
	const written = line === undefined ? "" : textOf(code.split("\n")[line - 1]?.trim() ?? "", 120);
	const where = written === "" ? "" : `Line ${line} cannot be read: “${written}”. `;
	return {
		reason: `${where}${textOf(message, 300).replace(/[^.]$/, "$&.")}`,
		...(line !== undefined && { line }),
		remedy: "Correct it and send the whole code again.",
	};
}
