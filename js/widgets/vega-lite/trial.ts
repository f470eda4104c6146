/** Whether a chart by a spec can be drawn: its numbers are reckoned as for a drawing, of which nothing is shown. */
import type { View } from "vega";
import type { TopLevelSpec } from "vega-lite";
import type { WidgetProblem } from "../../types/index.js";
import { textOf } from "../dom.js";
import { closed, copied, quiet } from "./closed.js";
import { guardedBy } from "./expressions.js";
import { fitted } from "./fit.js";
import { library, type Library } from "./library.js";
import { type Prepared, prepared, Refused, sentenceOf } from "./spec.js";

/** What a chart shows, as far as it can be wrong. */
export interface Tried {
	readonly spec: unknown;
	readonly rows: readonly unknown[] | undefined;
	readonly problem?: string | undefined;
}

const WIDTH = 600;
/** So many rows show what is wrong with a spec. */
const MAX_ROWS = 2000;
/** Colours that only the page's configuration has. */
const CONFIG = { range: { signs: ["#000", "#111", "#222"] } } as never;

/** What is wrong with a chart. Where the library is not there only the spec is looked at, unless a page would have to draw it. */
export async function trial(chart: Tried): Promise<WidgetProblem | undefined> {
	try {
		if (chart.problem !== undefined) throw new Error(chart.problem);
		const ready = prepared(chart.spec, chart.rows);
		const loaded = await library().catch(lacking);
		if (loaded) await reckoned(loaded, ready);
		return undefined;
	} catch (error) {
		const reason = sentenceOf(error);
		const remedy = /npm install/.test(reason)
			? "Show it in another widget, such as chart or data-table."
			: "Correct the spec, or its rows, and send all of it again.";
		return { reason, remedy };
	}
}

/** Who runs a model without a page need not have what pages draw with. */
function lacking(error: unknown): undefined {
	if (typeof document !== "undefined") throw error;
}

/** What of a spec is an expression, where it is a text. */
const EXPRESSIONS = new Set(["calculate", "filter", "test", "expr", "labelExpr", "update"]);

/** Names the first expression that cannot be read: the library says only what is wrong within it. */
function readAll(vega: Library["vega"], part: unknown): void {
	if (typeof part !== "object" || part === null) return;
	for (const [key, inner] of Object.entries(part)) {
		if (typeof inner !== "string" || !EXPRESSIONS.has(key)) readAll(vega, inner);
		else
			try {
				vega.parseExpression(inner);
			} catch (error) {
				throw new Refused(`The expression "${textOf(inner, 120)}" cannot be read: ${sentenceOf(error)}`);
			}
	}
}

async function reckoned({ vega, compile, interpreter }: Library, { spec, source, rows }: Prepared) {
	readAll(vega, spec);
	let failure: unknown;
	const logger = quiet((problem) => {
		failure ??= problem;
	});
	const first = rows?.slice(0, MAX_ROWS);
	const sized = fitted(spec, WIDTH, () => 1);
	const compiled = compile(sized as unknown as TopLevelSpec, { config: CONFIG, logger }).spec;
	const view: View = new vega.View(vega.parse(compiled, undefined, { ast: true }), {
		...{ renderer: "none", loader: closed(), logger, expr: guardedBy(interpreter) },
	});
	try {
		if (first) view.data(source, first.map(copied));
		await view.runAsync();
	} finally {
		view.finalize();
	}
	if (failure !== undefined) throw failure;
}
