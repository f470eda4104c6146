/** What widgets and the canvas say of their own: each phrase of the sources is there in every language, with the same places, and no other. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { de } from "../../pkg/words/widgets/de.js";
import { fr } from "../../pkg/words/widgets/fr.js";

const JS = fileURLToPath(new URL("../../js/", import.meta.url));
const ROOMS = ["widgets", "canvas", "packs"];

/** The texts that stand in the first argument of each call of `say`, whatever chooses among them. */
function phrasesOf(source) {
	const found = [];
	for (const { index } of source.matchAll(/\bsay\(/g)) {
		let depth = 0;
		for (let at = index + 3; at < source.length; ) {
			const [text] = /^"(?:[^"\\\n]|\\.)*"/.exec(source.slice(at, at + 500)) ?? [];
			// What something is compared with is not said.
			if (text && depth === 1 && !/[!=]==\s*$/.test(source.slice(0, at))) found.push(JSON.parse(text));
			if (text) {
				at += text.length;
				continue;
			}
			if ("([{".includes(source[at])) depth += 1;
			if (")]}".includes(source[at])) depth -= 1;
			if (depth === 0 || (depth === 1 && source[at] === ",")) break;
			at += 1;
		}
	}
	return found;
}

const files = ROOMS.flatMap((room) =>
	readdirSync(join(JS, room), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".ts") && !/\Winside\W/.test(name))
		.map((name) => join(JS, room, name)),
);
const said = new Set(files.flatMap((file) => phrasesOf(readFileSync(file, "utf8"))));
const placesIn = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => place).toSorted();

test("phrases are found in sources, also where one of several is chosen, and what fills places is none", () => {
	const source = `a(say("One")); b(say(n === "1" ? "{n} line" : "{n} lines", { n: of("x") })); sayer("not");`;
	assert.deepEqual(phrasesOf(source), ["One", "{n} line", "{n} lines"]);
	assert.ok(said.size > 100, `${said.size} phrases`);
});

for (const [language, table] of Object.entries({ fr, de })) {
	test(`widgets say all that they say in ${language}, and nothing that nobody says`, () => {
		assert.deepEqual(Object.keys(table).toSorted(), [...said].toSorted());
	});

	test(`no phrase of widgets in ${language} loses what is filled in, and each counts by its own plural categories`, () => {
		const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
		for (const [english, phrase] of Object.entries(table)) {
			const forms = typeof phrase === "string" ? { other: phrase } : phrase;
			assert.ok(forms.other, english);
			for (const [category, form] of Object.entries(forms)) {
				assert.ok(known.includes(category), `${english}: ${category}`);
				assert.notEqual(form.trim(), "", english);
				const [wanted, there] = [placesIn(english), placesIn(form)];
				assert.deepEqual(
					category === "one" ? [...new Set([...there, "n"])].toSorted() : there,
					category === "one" ? [...new Set([...wanted, "n"])].toSorted() : wanted,
					english,
				);
			}
		}
	});
}
