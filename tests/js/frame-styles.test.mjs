/** Which CSS a widget's frame takes: the same table as that of the core. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { takes } from "../../pkg/canvas/frame-styles.js";

const { limits, colours, properties, unknown } = JSON.parse(
	readFileSync("tests/fixtures/css-properties.json", "utf8"),
);
const UNITLESS = ["opacity", "line-height", "font-weight", "order", "grid-column", "grid-row"];
/** As the core writes a number. */
const settled = (property, value) =>
	typeof value === "number" && !UNITLESS.includes(property) ? `${value}px` : String(value);

test("each property takes what the table says, and refuses what it says", () => {
	for (const [property, { colour, accepted, refused }] of Object.entries(properties)) {
		for (const value of [...accepted, ...(colour ? colours.accepted : [])])
			assert.ok(takes(property, settled(property, value)), `${property}: ${value}`);
		for (const value of [...refused, ...(colour ? colours.refused : [])])
			assert.ok(!takes(property, settled(property, value)), `${property}: ${value}`);
	}
	for (const property of unknown)
		for (const value of ["0", "none", "red", "1px", "auto"]) assert.ok(!takes(property, value), property);
});

test("what loads, hides that it does, is no text or too long is refused everywhere", () => {
	const bad = [
		...[
			"url(https://a.test)",
			"URL(a)",
			"u\\72l(a)",
			"url (a)",
			"image-set('a' 1x)",
			"expression(1)",
			"var(--x)",
			"attr(x)",
		],
		...[
			"\\",
			"red;",
			"{}",
			"/**/",
			"@import",
			"1px!important",
			"javascript:1",
			"\0",
			"a\u0000b",
			"env(a)",
			"element(#a)",
		],
		...[
			undefined,
			null,
			1,
			true,
			{},
			["red"],
			Symbol("x"),
			{ toString: () => "red" },
			" ".repeat(201),
			"a".repeat(201),
		],
		...[
			"é".repeat(101),
			"(".repeat(100),
			"1".repeat(150),
			"rgb(".repeat(40),
			"-".repeat(150),
			"#".repeat(90),
		],
	];
	for (const property of Object.keys(properties))
		for (const value of bad) assert.ok(!takes(property, value), `${property} ${String(value)}`);
});

test("no length that is taken is beyond its limit, whatever its unit, sign and spelling", () => {
	const around = ["margin", "border-width", "border", "outline", "box-shadow"];
	const write = {
		border: (one) => `${one} solid red`,
		outline: (one) => `${one} solid red`,
		"box-shadow": (one) => `0 0 0 ${one} red`,
	};
	const units = {
		px: 1,
		pt: 4 / 3,
		rem: 16,
		em: 64,
		in: 96,
		cm: 37.8,
		mm: 3.78,
		pc: 16,
		Q: 0.94,
		vw: 20,
		vh: 10,
		vmax: 20,
		ch: 32,
		ex: 32,
		lh: 64,
		rlh: 24,
		cqw: 20,
		"": 1,
		"%": 10,
	};
	for (const property of around) {
		for (const [unit, pixels] of Object.entries(units)) {
			for (const number of [
				"65",
				"064.5",
				"+65",
				"-65",
				"6500",
				"6.5e1",
				"0.1e9",
				".9999999",
				"1000000000",
			]) {
				const value = (write[property] ?? String)(`${number}${unit}`);
				const meant = Math.abs(Number(number)) * pixels;
				if (takes(property, value))
					assert.ok(
						meant <= limits.around && ["px", "pt", "rem", "em"].includes(unit),
						`${property}: ${value}`,
					);
			}
		}
	}
});
