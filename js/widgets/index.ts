/** The native widgets: recipe and renderer of each. */
import { anObject } from "../arguments.js";
import type { WidgetRenderer } from "../types.js";
import { renderAlert } from "./alert/render.js";
import { renderCards } from "./cards/render.js";
import { renderChart } from "./chart/render.js";
import { renderCode } from "./code/render.js";
import { renderDataTable } from "./data-table/render.js";
import { anElement } from "./dom.js";
import { renderKv } from "./kv/render.js";
import { renderList } from "./list/render.js";
import { renderLog } from "./log/render.js";
import { renderMap } from "./map/render.js";
import { renderProfile } from "./profile/render.js";
import { recipes } from "./recipes.js";
import { renderScatter } from "./scatter/render.js";
import { renderStat } from "./stat/render.js";
import { useStyles } from "./styles.js";
import { renderTags } from "./tags/render.js";
import { renderText } from "./text/render.js";
import { renderTimeline } from "./timeline/render.js";

/** A renderer that finds its styles in place, whoever calls it. */
function styled(renderer: WidgetRenderer): WidgetRenderer {
	return (container, data) => {
		anElement("renderer: container", container);
		anObject("renderer: data", data);
		useStyles(container);
		return renderer(container, data);
	};
}

/** What `registerWidget` needs, for each native widget. */
export const nativeWidgets: readonly { recipe: string; renderer: WidgetRenderer }[] = [
	{ recipe: recipes.stat, renderer: styled(renderStat) },
	{ recipe: recipes.chart, renderer: styled(renderChart) },
	{ recipe: recipes.scatter, renderer: styled(renderScatter) },
	{ recipe: recipes.map, renderer: styled(renderMap) },
	{ recipe: recipes["data-table"], renderer: styled(renderDataTable) },
	{ recipe: recipes.list, renderer: styled(renderList) },
	{ recipe: recipes.text, renderer: styled(renderText) },
	{ recipe: recipes.alert, renderer: styled(renderAlert) },
	{ recipe: recipes.kv, renderer: styled(renderKv) },
	{ recipe: recipes.tags, renderer: styled(renderTags) },
	{ recipe: recipes.timeline, renderer: styled(renderTimeline) },
	{ recipe: recipes.profile, renderer: styled(renderProfile) },
	{ recipe: recipes.code, renderer: styled(renderCode) },
	{ recipe: recipes.cards, renderer: styled(renderCards) },
	{ recipe: recipes.log, renderer: styled(renderLog) },
];
