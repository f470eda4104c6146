/**
 * Writes which characters are letters, as llama.cpp knows them (Unicode 15.1):
 * `node engine/tests/record/letters.mjs <folder with node_modules/@unicode/unicode-15.1.0>`.
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const known = "node_modules/@unicode/unicode-15.1.0/General_Category/Letter/code-points.mjs";
const { default: codes } = await import(pathToFileURL(join(resolve(process.argv[2] ?? "."), known)).href);
const letters = new Set(codes);
const isLetter = (/** @type {number} */ code) => letters.has(code);
const bytes = [];
const write = (number) => {
	for (let shift = 21; shift > 0; shift -= 7)
		if (number >= 2 ** shift) bytes.push(128 | ((number >> shift) & 127));
	bytes.push(number & 127);
};
let [end, begin] = [0, -1];
for (let code = 0; code <= 0x110000; code++) {
	const letter = code < 0x110000 && isLetter(code);
	if (letter && begin < 0) begin = code;
	if (letter || begin < 0) continue;
	write(begin - end);
	write(code - begin);
	[end, begin] = [code, -1];
}
writeFileSync(new URL("../../src/tokenizer/letters.bin", import.meta.url), Uint8Array.from(bytes));
