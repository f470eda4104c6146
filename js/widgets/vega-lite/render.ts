/** A chart that a spec of Vega-Lite describes. */
import { listOf, recordOf, textOf } from "../dom.js";
import { someOf } from "../numbers.js";
import { titleOf } from "../view.js";
import { grammar } from "./draw.js";

/** Draws any spec; a press on a mark tells `pointselect`. */
export default grammar((data) => ({
	title: titleOf(data),
	spec: data.spec,
	rows: data.data === undefined ? undefined : listOf(data.data),
	label: summary(recordOf(data.spec)),
}));

/** What a spec says of itself, else its mark and its columns. */
function summary(spec: { [key: string]: unknown }): string {
	const said = textOf(spec.description, 500);
	if (said !== "") return said;
	const mark = textOf(recordOf(spec.mark).type ?? spec.mark, 40);
	const fields = Object.values(recordOf(spec.encoding)).map((channel) => textOf(recordOf(channel).field, 80));
	const named = someOf(fields.filter((field) => field !== ""));
	return `${mark === "" ? "chart" : `${mark} chart`}${named === "" ? "" : ` of ${named}`}.`;
}
