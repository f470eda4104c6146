/** What of a frame's widget can be taken along, and how. */
import type { Widget } from "../types/index.js";
import { csvFile } from "../widgets/data-table/exports.js";
import { save } from "../widgets/save.js";
import { pngOfCanvas, pngOfSvg, sizeOf, svgFile } from "../widgets/svg-file.js";
import { say } from "../widgets/say.js";

/** One way: what a person reads, and what it does. */
export interface Way {
	readonly label: string;
	readonly take: () => unknown;
}

/** A drawing smaller than this is a sign or a letter. */
const LEAST_PIXELS = 60;

/** The ways for what is shown in `body` now. A widget that offers its picture itself is not asked for another. */
export function waysOf(body: HTMLElement, { type, data }: Widget): readonly Way[] {
	const title = typeof data.title === "string" && data.title.trim() !== "" ? data.title : type;
	const json = () => `${JSON.stringify(data, undefined, "\t")}\n`;
	const numbers = body.querySelector<HTMLTableElement>("table.wm-numbers");
	return [
		...(body.querySelector(".wm-taking") ? [] : pictures(body, title)),
		...(numbers
			? [{ label: say("Numbers as CSV"), take: () => save(`${title}.csv`, "text/csv", csvOf(numbers)) }]
			: []),
		{ label: say("Data as JSON"), take: () => save(`${title}.json`, "application/json", json()) },
		{ label: say("Copy the data"), take: () => navigator.clipboard.writeText(json()) },
	];
}

function pictures(body: HTMLElement, title: string): readonly Way[] {
	const isLarge = (one: Element) => {
		const { width, height } = one.getBoundingClientRect();
		return width >= LEAST_PIXELS && height >= LEAST_PIXELS;
	};
	const behind = () => getComputedStyle(body).getPropertyValue("--color-surface").trim() || "white";
	const canvas = [...body.querySelectorAll("canvas")].find(isLarge);
	if (canvas) {
		const png = async () => save(`${title}.png`, "image/png", await pngOfCanvas(canvas, behind()));
		return [{ label: say("Picture as PNG"), take: png }];
	}
	const svg = [...body.querySelectorAll("svg")].find(isLarge);
	if (!svg) return [];
	const file = () => svgFile(svg, behind());
	const { width, height } = sizeOf(svg);
	return [
		{
			label: say("Picture as PNG"),
			take: async () => save(`${title}.png`, "image/png", await pngOfSvg(file(), width, height)),
		},
		{ label: say("Picture as SVG"), take: () => save(`${title}.svg`, "image/svg+xml", file()) },
	];
}

/** The table of a picture's numbers: each in full. */
function csvOf(table: HTMLTableElement): string {
	const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map(({ textContent }) => textContent ?? "");
	const lines = [...(table.tBodies[0]?.rows ?? [])].map(({ cells }) => [...cells]);
	const count = Math.max(heads.length, ...lines.map(({ length }) => length));
	const usual = (at: number) => (at === 0 ? "name" : count === 2 ? "value" : `value ${at}`);
	const columns = Array.from({ length: count }, (_, at) => ({
		key: String(at),
		label: heads[at] || usual(at),
		align: "left" as const,
	}));
	const exact = ({ dataset, textContent }: HTMLTableCellElement) =>
		dataset.value === undefined ? (textContent ?? "") : Number(dataset.value);
	const rows = lines.map((cells) => new Map(cells.map((cell, at) => [String(at), exact(cell)])));
	return csvFile(columns, rows);
}
