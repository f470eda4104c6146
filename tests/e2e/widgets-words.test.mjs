/** What widgets and the canvas say of their own, in the page's language, in Chromium. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { widgetsPage } from "./support/widgets-page.mjs";

const widgets = widgetsPage();
let opened;
let page;

beforeEach(async () => {
	opened = await widgets.open();
	page = opened.page;
});
afterEach(() => opened.close());

/** Draws a table of 600 rows, of which 500 are seen, in a language of the page. */
const table = (language) =>
	page.evaluate(async (language) => {
		document.documentElement.lang = language;
		const rows = Array.from({ length: 12_345 }, (_, n) => ({ n }));
		const main = document.querySelector("#main");
		const mounted = window.kit.mountWidget(main, "data-table", { rows, pageSize: 500 }, [window.kit.native]);
		await mounted.ready;
		return main.textContent.replace(/[\s\u202f\u00a0]+/g, " ");
	}, language);

for (const [language, said] of [
	["en", ["Export", "Copy", "Page 1 of 25", "12,345 rows."]],
	["de-AT", ["Exportieren", "Kopieren", "Seite 1 von 25", "12 345 Zeilen."]],
	["fr", ["Exporter", "Copier", "Page 1 sur 25", "12 345 lignes."]],
	["nv", ["Export", "Page 1 of 25"]],
	["no language at all", ["Export", "Page 1 of 25"]],
]) {
	test(`a table speaks as a page in '${language}' does`, async () => {
		const text = await table(language);
		for (const phrase of said)
			assert.ok(text.includes(phrase), `${phrase}: ${text.slice(0, 80)} … ${text.slice(-80)}`);
	});
}

test("a host's words are said phrase by phrase, and the rest in English", async () => {
	await page.evaluate(() =>
		window.kit.addWidgetWords("pt", { "Page {at} of {count}": "Página {at} de {count}", Copy: "Copiar <b>" }),
	);
	const text = await table("pt-BR");
	for (const phrase of ["Página 1 de 25", "Copiar <b>", "Export"]) assert.ok(text.includes(phrase), phrase);
});

test("the menus and grips of a canvas speak the page's language", async () => {
	await page.evaluate(() => {
		document.documentElement.lang = "de";
		const stat = { id: "1", type: "stat", data: { label: "a", value: "1" } };
		const canvas = Object.assign(window.kit.stubCanvas([stat]), { act: () => undefined });
		const main = document.querySelector("#main");
		main.replaceChildren();
		window.kit.mountCanvas(main, canvas, [window.kit.native], { edit: true, menu: true });
	});
	await page.getByRole("button", { name: "a, stat, 1 von 1" }).waitFor();
	await page.locator(".wm-more > summary").click();
	await page.getByRole("button", { name: "Daten als JSON" }).waitFor();
	assert.deepEqual(opened.problems, []);
});
