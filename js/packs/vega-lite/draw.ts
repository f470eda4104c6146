/** How the pack's charts are drawn: as the widget `vega-lite` draws its own. */
import type { JsonObject, WidgetRenderer } from "../../types/index.js";
import { type Loose, titleOf } from "../../widgets/view.js";
import { type Chart, grammar } from "../../widgets/vega-lite/draw.js";
import type { ChartKind } from "./chart.js";
import { kindOf } from "./all.js";
import { filled } from "./fill.js";
import { drawnOf, Unfit } from "./rows.js";

/** The renderer of a chart of the pack. */
export function rendererOf(name: string): WidgetRenderer {
	const kind = kindOf(name);
	return grammar((data) => chartOf(kind, data));
}

function chartOf(kind: ChartKind, data: Loose): Chart {
	const [title, label] = [titleOf(data), kind.description];
	try {
		const drawn = drawnOf(kind, data);
		const { names } = drawn;
		const named = Object.entries(names).map(([param, column]) => `${param}: ${column}`);
		return {
			title,
			spec: filled(kind, drawn, data),
			rows: drawn.rows,
			label: `${label}. ${named.join(", ")}.`,
			told: (row) => told(row, names),
		};
	} catch (error) {
		if (!(error instanceof Unfit)) throw error;
		return { title, spec: {}, rows: [], label, problem: error.message };
	}
}

/** A row under the names of its columns: what the library has made of one, such as `sum_value`, is called as the column. */
function told(row: JsonObject, names: { readonly [param: string]: string }): JsonObject {
	const params = Object.entries(names);
	const own = (key: string) => names[key] ?? params.find(([param]) => key.endsWith(`_${param}`))?.[1] ?? key;
	return Object.fromEntries(Object.entries(row).map(([key, value]) => [own(key), value]));
}
