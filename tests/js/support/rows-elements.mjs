/** All that a page can call of the elements, as `rows.mjs`. */
import * as elements from "../../../pkg/elements/index.js";

const IN_A_PAGE = "is an element or works on a page: tests/e2e/elements.test.mjs";
const functions = {
	addWords: () => ({ language: "pt", words: { send: "Enviar" } }),
	readRecording: () => ({ value: { version: 1, runs: [], entries: [] } }),
};

export const ELEMENTS = {
	"webmcp-auto-ui/elements": {
		of: () => elements,
		rows: Object.fromEntries(Object.keys(elements).map((name) => [name, functions[name] ?? IN_A_PAGE])),
	},
};
