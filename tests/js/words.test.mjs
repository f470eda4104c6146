/** What an interface says: every language has every phrase with the same places, and a host's table comes first. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { de } from "../../pkg/words/de.js";
import { en } from "../../pkg/words/en.js";
import { fr } from "../../pkg/words/fr.js";
import { addWords, speaker } from "../../pkg/words/words.js";

const SHIPPED = { en, fr, de };
const formsOf = (phrase) => (typeof phrase === "string" ? [phrase] : Object.values(phrase));
const placesIn = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => place).toSorted();

for (const [language, table] of Object.entries(SHIPPED)) {
	test(`${language} has each phrase that English has, and no other`, () => {
		assert.deepEqual(Object.keys(table).toSorted(), Object.keys(en).toSorted());
	});

	test(`no phrase of ${language} is empty, or loses what is filled in`, () => {
		for (const [key, phrase] of Object.entries(table)) {
			const wanted = new Set(formsOf(en[key]).flatMap(placesIn));
			for (const form of formsOf(phrase)) {
				assert.notEqual(form.trim(), "", key);
				for (const place of placesIn(form)) assert.ok(wanted.has(place), `${key} has no {${place}}: ${form}`);
			}
			const all = new Set(formsOf(phrase).flatMap(placesIn));
			for (const place of wanted) assert.ok(all.has(place), `${key} of ${language} leaves {${place}} out`);
		}
	});

	test(`what is counted in English is counted in ${language}, by its own plural categories`, () => {
		const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
		for (const [key, phrase] of Object.entries(table)) {
			assert.equal(typeof phrase, typeof en[key], key);
			if (typeof phrase === "string") continue;
			assert.ok(phrase.other, key);
			for (const category of Object.keys(phrase)) assert.ok(known.includes(category), `${key}: ${category}`);
		}
	});
}

test("a language of a region is spoken by its own table, then by that of the language, then in English", async () => {
	addWords("de-AT", { send: "Abschicken bitte" });
	const austrian = await speaker("de-AT");
	assert.deepEqual([austrian("send"), austrian("stop")], ["Abschicken bitte", de.stop]);
	const unknown = await speaker("nv");
	assert.equal(unknown("send"), en.send);
});

test("a host's table outweighs what is shipped, phrase by phrase, and can be added to", async () => {
	addWords("fr", { send: "Allez" });
	addWords("FR", { stop: "Halte" });
	const said = await speaker("fr-CA");
	assert.deepEqual([said("send"), said("stop"), said("retry")], ["Allez", "Halte", fr.retry]);
});

test("a host's language counts by its own rules", async () => {
	addWords("pl", {
		tools: { one: "{n} narzędzie", few: "{n} narzędzia", many: "{n} narzędzi", other: "{n} narzędzia" },
	});
	const polish = await speaker("pl");
	const said = [1, 3, 7].map((n) => polish("tools", { n }));
	assert.deepEqual(said, ["1 narzędzie", "3 narzędzia", "7 narzędzi"]);
	// Of what the table leaves out English is said, with the plural that English has.
	assert.equal(polish("recipes", { n: 1 }), "1 recipe");
});

test("a number is said as the language writes it, and as that number", async () => {
	const said = async (language, n) => (await speaker(language))("milliseconds", { n });
	assert.equal(await said("de", 12_345.5), "12.345,5 ms");
	assert.equal(await said("en", 0.0005), "0.0005 ms");
});

test("zero is counted as each language does", async () => {
	const [english, french] = [await speaker("en"), await speaker("fr-BE")];
	assert.equal(english("tools", { n: 0 }), "0 tools");
	assert.equal(french("tools", { n: 0 }), fr.tools.one.replace("{n}", "0"));
});

test("what is filled in is not read as a place again, and what is no place of a phrase stays as it is", async () => {
	const english = await speaker("en");
	assert.equal(english("tool-of", { tool: "{server}", server: "$&" }), "{server} of $&");
	assert.equal(english("tool-of", { tool: "constructor" }), "constructor of {server}");
	addWords("tlh", { send: "{constructor} {toString}" });
	assert.equal((await speaker("tlh"))("send"), "{constructor} {toString}");
});

test("an older tag is the newer one, in whichever of them a table comes", async () => {
	addWords("iw", { send: "לשלוח" });
	assert.equal((await speaker("he-IL"))("send"), "לשלוח");
});

test("what is no language is English, whatever it is", async () => {
	for (const tag of ["", "constructor", "__proto__", "de_AT!", "😀", "x".repeat(10_000)])
		assert.equal((await speaker(tag))("send"), en.send, tag.slice(0, 20));
});

test("a table of a wrong kind is refused in words", () => {
	for (const [language, words] of [
		[undefined, {}],
		[7, {}],
		["de", undefined],
		["de", "words"],
		["de", null],
		["de_AT!", {}],
	])
		assert.throws(() => addWords(language, words), { code: "invalid_argument" });
});
