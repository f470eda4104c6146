/** Our own small half of wasm-bindgen's command line. */
import { ownTools, programIn } from "./own-tools.mjs";

/** @type {Promise<string> | undefined} */
let compiling;

/** @returns {Promise<string>} the program's path */
export function bindTool() {
	compiling ??= compile();
	return compiling;
}

async function compile() {
	const what = "the tool that binds WebAssembly to JavaScript, once (about a minute)";
	return programIn(await ownTools("scripts/bind", ["bind"], what), "bind");
}
