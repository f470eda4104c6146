/** Whether a spec of Vega-Lite can be drawn. */
import type { JsonObject } from "../../types/index.js";
import { listOf } from "../dom.js";
import { trial } from "./trial.js";

export default ({ spec, data }: JsonObject) =>
	trial({ spec, rows: data === undefined ? undefined : listOf(data) });
