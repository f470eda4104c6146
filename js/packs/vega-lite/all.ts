/** The charts of the pack. */
import type { ChartKind } from "./chart.js";
import area from "./charts/area.js";
import bar from "./charts/bar.js";
import binnedHeatmap from "./charts/binned-heatmap.js";
import boxplot from "./charts/boxplot.js";
import bubble from "./charts/bubble.js";
import bullet from "./charts/bullet.js";
import bump from "./charts/bump.js";
import calendar from "./charts/calendar.js";
import candlestick from "./charts/candlestick.js";
import connectedScatter from "./charts/connected-scatter.js";
import cumulative from "./charts/cumulative.js";
import density from "./charts/density.js";
import divergingBar from "./charts/diverging-bar.js";
import donut from "./charts/donut.js";
import dotPlot from "./charts/dot-plot.js";
import dualAxis from "./charts/dual-axis.js";
import dumbbell from "./charts/dumbbell.js";
import errorBand from "./charts/error-band.js";
import errorBars from "./charts/error-bars.js";
import funnel from "./charts/funnel.js";
import gantt from "./charts/gantt.js";
import groupedBar from "./charts/grouped-bar.js";
import heatmap from "./charts/heatmap.js";
import histogram from "./charts/histogram.js";
import line from "./charts/line.js";
import lollipop from "./charts/lollipop.js";
import matrix from "./charts/matrix.js";
import movingAverage from "./charts/moving-average.js";
import parallel from "./charts/parallel.js";
import pareto from "./charts/pareto.js";
import pie from "./charts/pie.js";
import pyramid from "./charts/pyramid.js";
import radial from "./charts/radial.js";
import rangeArea from "./charts/range-area.js";
import rankedBar from "./charts/ranked-bar.js";
import regression from "./charts/regression.js";
import ridgeline from "./charts/ridgeline.js";
import runningTotal from "./charts/running-total.js";
import scatter from "./charts/scatter.js";
import shareArea from "./charts/share-area.js";
import shareBar from "./charts/share-bar.js";
import slope from "./charts/slope.js";
import smallMultiples from "./charts/small-multiples.js";
import stackedArea from "./charts/stacked-area.js";
import stackedBar from "./charts/stacked-bar.js";
import stepLine from "./charts/step-line.js";
import streamgraph from "./charts/streamgraph.js";
import strip from "./charts/strip.js";
import threshold from "./charts/threshold.js";
import violin from "./charts/violin.js";
import waterfall from "./charts/waterfall.js";

/** In the order in which they are listed: what is asked for most comes first. */
export const ALL: readonly ChartKind[] = [
	bar,
	rankedBar,
	groupedBar,
	stackedBar,
	shareBar,
	divergingBar,
	line,
	stepLine,
	stackedArea,
	shareArea,
	streamgraph,
	smallMultiples,
	bump,
	area,
	runningTotal,
	movingAverage,
	threshold,
	rangeArea,
	dualAxis,
	slope,
	scatter,
	bubble,
	connectedScatter,
	regression,
	histogram,
	density,
	cumulative,
	boxplot,
	violin,
	strip,
	ridgeline,
	errorBars,
	errorBand,
	heatmap,
	matrix,
	calendar,
	binnedHeatmap,
	pie,
	donut,
	radial,
	waterfall,
	pareto,
	funnel,
	pyramid,
	lollipop,
	dotPlot,
	dumbbell,
	bullet,
	gantt,
	candlestick,
	parallel,
];

/** The chart of that name. Throws where the pack has none. */
export function kindOf(name: string): ChartKind {
	const kind = ALL.find((one) => one.name === name);
	if (!kind) throw new Error(`The pack has no chart "${name}".`);
	return kind;
}
