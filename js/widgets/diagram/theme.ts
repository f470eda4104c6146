/** The page's colours as the library's own. */
import type { MermaidConfig } from "mermaid";
import { inNumbers } from "../solid.js";
import { colorsOf } from "../theme.js";

/** What of a chart is written or ruled. */
const OF_AXES = [
	...["titleColor", "dataLabelColor", "xAxisTitleColor", "xAxisLabelColor", "xAxisTickColor"],
	...["xAxisLineColor", "yAxisTitleColor", "yAxisLabelColor", "yAxisTickColor", "yAxisLineColor"],
];

/** The configuration of a theme in the colours that `element` inherits. */
export function themeOf(element: HTMLElement): MermaidConfig {
	const token = colorsOf(element);
	const solid = inNumbers();
	const style = getComputedStyle(element);
	const ink = solid(style.color);
	const color = (name: Parameters<typeof token>[0]) => solid(token(name));
	const tint = (name: Parameters<typeof token>[0], percent: number) =>
		solid(`color-mix(in srgb, ${color(name)} ${percent}%, ${color("surface")})`);
	const [paper, line, field] = [color("surface"), color("text2"), color("surface2")];
	const series = [tint("accent", 30), tint("teal", 30), tint("amber", 30), tint("accent2", 30)];
	const all = Array.from({ length: 12 }, (_, at) => series[at % series.length] ?? field);
	const inks = all.map(() => ink);
	const numbered = (prefix: string, colors: readonly string[], from = 0) =>
		Object.fromEntries(colors.map((one, at) => [`${prefix}${at + from}`, one]));
	return {
		theme: "base",
		fontFamily: style.fontFamily,
		themeVariables: {
			darkMode: isDark(paper),
			fontFamily: style.fontFamily,
			fontSize: "14px",
			background: paper,
			primaryColor: tint("accent", 14),
			primaryBorderColor: color("accent"),
			primaryTextColor: ink,
			secondaryColor: tint("teal", 14),
			secondaryBorderColor: color("teal"),
			secondaryTextColor: ink,
			tertiaryColor: field,
			tertiaryBorderColor: color("border2"),
			tertiaryTextColor: ink,
			lineColor: line,
			textColor: ink,
			titleColor: ink,
			edgeLabelBackground: paper,
			noteBkgColor: tint("amber", 16),
			noteBorderColor: color("amber"),
			noteTextColor: ink,
			pieStrokeColor: paper,
			pieTitleTextColor: ink,
			pieSectionTextColor: ink,
			pieLegendTextColor: ink,
			...numbered("pie", all, 1),
			xyChart: {
				...Object.fromEntries(OF_AXES.map((name) => [name, ink])),
				backgroundColor: paper,
				plotColorPalette: [color("accent"), color("teal"), color("amber"), color("accent2")].join(),
			},
			...numbered("cScale", all),
			...numbered("cScaleLabel", inks),
			...numbered("git", all),
			...numbered("gitBranchLabel", inks),
		},
	};
}

/** Whether a paper of `#rrggbb` wants light letters. */
function isDark(paper: string): boolean {
	const [red = 0, green = 0, blue = 0] = (paper.match(/[\da-f]{2}/g) ?? []).map((part) =>
		Number.parseInt(part, 16),
	);
	return red * 0.3 + green * 0.59 + blue * 0.11 < 128;
}
