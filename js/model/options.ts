/** Decides whether a model of the page can be made from its options, before anything is loaded. */
import {
	aFlag,
	aFunction,
	anObject,
	aText,
	listOf,
	milliseconds,
	must,
	number,
	objectOf,
	oneOf,
	optional,
	optionsOf,
	recordOf,
} from "../core/arguments.js";
import type { ModelAdapter, RuntimeModel, WasmProviderOptions } from "../types/index.js";

/** An address, a preset's name, or a file. */
const aSource = must(
	"an address, a preset's name or a file",
	(value) => (typeof value === "string" && value !== "") || value instanceof Blob,
);
const aCount = number("a whole number above 0", (value) => Number.isInteger(value) && value > 0);

const ADAPTER = objectOf(
	{
		url: aSource,
		scale: optional(number("a finite number", Number.isFinite)),
		sha256: optional(aText),
	},
	"an adapter: { url, scale?, sha256? }",
);
const ADAPTERS = listOf(ADAPTER, "a list of adapters");

const OPTIONS = objectOf({
	model: aSource,
	backend: optional(oneOf(["auto", "litert", "gguf", "wllama"])),
	runtime: optional(objectOf({ name: aText, open: aFunction }, "a runtime, such as liteRt({ wasm })")),
	presets: optional(recordOf(objectOf({ url: aText, license: optional(anObject) }, "a preset"))),
	onDownload: optional(aFunction),
	adapters: optional(ADAPTERS),
	chatTemplate: optional(aText),
	planner: optional(oneOf(["composer", "model"])),
	contextSize: optional(aCount),
	threads: optional(number("a number above 0", (value) => value > 0)),
	useCache: optional(aFlag),
	downloadIdleMs: optional(milliseconds),
	sha256: optional(aText),
	onProgress: optional(aFunction),
	onStatusChange: optional(aFunction),
	onReading: optional(aFunction),
});

const LOADING = objectOf({
	contextSize: aCount,
	keep: optional(aFlag),
	downloadIdleMs: optional(milliseconds),
	sha256: optional(aText),
	onProgress: optional(aFunction),
});

type LoadOptions = Parameters<RuntimeModel["load"]>[1];

/** The options of a {@link RuntimeModel}'s `load`. Fails with `invalid_argument` on what no runtime could load. */
export function checkedLoad(source: unknown, options: LoadOptions): LoadOptions {
	aSource("load: source", source);
	return optionsOf("load: options", options, LOADING);
}

/** The adapters of {@link WasmProvider.adapt}. Fails with `invalid_argument` on what is no list of adapters. */
export function checkedAdapters(adapters: readonly ModelAdapter[]): readonly ModelAdapter[] {
	ADAPTERS("adapt: adapters", adapters);
	return adapters;
}

/** The options. Fails with `invalid_argument`, naming the one that is wrong. */
export function checked(options: WasmProviderOptions): WasmProviderOptions {
	return optionsOf("WasmProvider: options", options, OPTIONS);
}
