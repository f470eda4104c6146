/** Whether a chart of the pack can be drawn of its rows. */
import type { WidgetRenderer } from "../../types/index.js";
import { trial } from "../../widgets/vega-lite/trial.js";
import { kindOf } from "./all.js";
import { filled } from "./fill.js";
import { drawnOf, Unfit } from "./rows.js";

/** What looks at the data of a chart. */
export function checkOf(name: string): NonNullable<WidgetRenderer["validate"]> {
	const kind = kindOf(name);
	return (data) => {
		try {
			const drawn = drawnOf(kind, data);
			return trial({ spec: filled(kind, drawn, data), rows: drawn.rows });
		} catch (error) {
			if (!(error instanceof Unfit)) throw error;
			return { reason: error.message, remedy: "Name columns that the rows have." };
		}
	};
}
