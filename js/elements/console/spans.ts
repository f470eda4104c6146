/** A recording as OpenTelemetry spans, by the semantic conventions for generative AI (`gen_ai.*`), in OTLP's JSON. */
import type { RecordedEntry, Recording } from "../../workspace/recording.js";
import { costOf } from "./rows.js";

type Attribute = {
	key: string;
	value: { stringValue: string } | { intValue: string } | { doubleValue: number };
};

interface Span {
	traceId: string;
	spanId: string;
	parentSpanId?: string;
	name: string;
	kind: number;
	startTimeUnixNano: string;
	endTimeUnixNano: string;
	attributes: Attribute[];
	status: { code: number; message?: string };
}

/** INTERNAL and CLIENT of OTLP's `SpanKind`; OK and ERROR of its `StatusCode`. */
const [INTERNAL, CLIENT, OK, ERROR] = [1, 3, 1, 2];

/**
 * `{resourceSpans}` as OTLP/HTTP takes it at `/v1/traces`: a span `invoke_agent` for each run, below it `chat` and `execute_tool`.
 * What was said is left out, as the conventions advise by default.
 */
export function spansOf({ runs, entries }: Recording, model: string): object {
	const spans: Span[] = [];
	for (const run of runs) {
		const traceId = idOf(run.start, run.id, 32);
		const parent = idOf(run.start, run.id, 16);
		const own = entries.filter((entry) => entry.run === run.id);
		const end = run.end ?? Math.max(run.start, ...own.map((entry) => entry.end ?? entry.start));
		spans.push({
			traceId,
			spanId: parent,
			name: "invoke_agent webmcp-auto-ui",
			kind: INTERNAL,
			...times(run.start, end),
			attributes: [
				text("gen_ai.operation.name", "invoke_agent"),
				text("gen_ai.agent.name", "webmcp-auto-ui"),
			],
			status: { code: run.stopReason === "error" ? ERROR : OK },
		});
		for (const entry of own)
			spans.push({
				traceId,
				spanId: idOf(entry.start, entry.id, 16),
				parentSpanId: parent,
				...spanOf(entry, model),
			});
	}
	return {
		resourceSpans: [
			{
				resource: { attributes: [text("service.name", "webmcp-auto-ui")] },
				scopeSpans: [{ scope: { name: "webmcp-auto-ui" }, spans }],
			},
		],
	};
}

function spanOf(entry: RecordedEntry, model: string): Omit<Span, "traceId" | "spanId" | "parentSpanId"> {
	const time = times(entry.start, entry.end ?? entry.start);
	if (entry.kind === "call") {
		const { name, id, error } = entry.call;
		return {
			name: `execute_tool ${name}`,
			kind: INTERNAL,
			...time,
			attributes: [
				text("gen_ai.operation.name", "execute_tool"),
				text("gen_ai.tool.name", name),
				text("gen_ai.tool.call.id", id),
				...(error === undefined ? [] : [text("error.type", "tool_error")]),
			],
			status: error === undefined ? { code: OK } : { code: ERROR, message: error },
		};
	}
	const cost = costOf(entry);
	return {
		name: `chat ${model}`,
		kind: CLIENT,
		...time,
		attributes: [
			text("gen_ai.operation.name", "chat"),
			text("gen_ai.request.model", model),
			...(entry.response ? [text("gen_ai.response.finish_reasons", entry.response.stopReason)] : []),
			...(cost
				? [whole("gen_ai.usage.input_tokens", cost.input), whole("gen_ai.usage.output_tokens", cost.output)]
				: []),
		],
		status: { code: entry.end === undefined ? ERROR : OK },
	};
}

const text = (key: string, stringValue: string): Attribute => ({ key, value: { stringValue } });
const whole = (key: string, value: number): Attribute => ({ key, value: { intValue: String(value) } });

/** Nanoseconds since 1970 do not fit a number. */
function times(start: number, end: number) {
	return { startTimeUnixNano: `${start}000000`, endTimeUnixNano: `${end}000000` };
}

/** The same for the same entry, so that what is exported twice is one. */
function idOf(start: number, id: number, digits: number): string {
	return (start.toString(16) + id.toString(16).padStart(4, "0")).padStart(digits, "0").slice(-digits);
}
