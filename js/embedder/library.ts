/** Decides how Transformers.js is held to the files of the host, and what is said when one of them is wrong. */
import { fetchUnlessIdle, Stalled } from "../worker/idle.js";
import type { Start } from "./messages.js";

/** The part of Transformers.js that is used here. */
interface Library {
	env: {
		allowLocalModels: boolean;
		allowRemoteModels: boolean;
		localModelPath: string;
		useBrowserCache: boolean;
		useWasmCache: boolean;
		useFS: boolean;
		logLevel: number;
		fetch: (address: string | URL, request?: RequestInit) => Promise<Response>;
		backends: { onnx: { wasm?: { wasmPaths?: { mjs: string; wasm: string } | undefined } } };
	};
	pipeline(task: "feature-extraction", model: string, options: object): Promise<Extract>;
}

interface Extract {
	(texts: string[], options: { pooling: string; normalize: boolean }): Promise<Rows>;
	tokenizer: { model_max_length: number };
}

interface Rows {
	dims: number[];
	data: ArrayLike<number>;
	dispose?(): void;
}

/** Vectors one after the other, and how long each is. */
export interface Batch {
	dimensions: number;
	vectors: Float32Array<ArrayBuffer>;
}

/** What the library calls the model's folder; whatever it fetches beneath is looked for in the host's. */
const ALIAS = "/host/model/";
/** Only errors: what is missing is said by us. */
const LOG_ERRORS = 40;
/** No model reads texts this long; beyond it the number in the file means "unknown", and nothing would be cut. */
const MAX_TOKENS = 100_000;

/** A loaded model. Throws an `Error` that names the file, the library or the runtime that failed, and the remedy. */
export async function loadModel(start: Start): Promise<(texts: string[]) => Promise<Batch>> {
	const { env, pipeline } = await importLibrary(start.library);
	const failures: string[] = [];
	Object.assign(env, {
		allowLocalModels: true,
		allowRemoteModels: false,
		localModelPath: "/",
		// The server's headers say how long its files keep. A copy of the runtime would also be run from a `blob:`
		// address, which `script-src 'self'` forbids.
		useBrowserCache: false,
		useWasmCache: false,
		useFS: false,
		logLevel: LOG_ERRORS,
		fetch: fetchFrom(start, failures),
	});
	const { wasm } = env.backends.onnx;
	// The library would take the runtime from a CDN. Without paths, it is what the bundler put beside the library.
	if (wasm) wasm.wasmPaths = start.runtime === undefined ? undefined : runtimeFiles(start.runtime);
	let extract: Extract;
	try {
		const name = ALIAS.slice(1, -1);
		extract = await pipeline("feature-extraction", name, { dtype: start.dtype, device: "wasm" });
	} catch (error) {
		if (error instanceof Stalled)
			failures.push(`${start.model} stopped sending (${error.message}): try again.`);
		throw new Error(failures[0] ?? startProblem(error, start));
	}
	if (!(extract.tokenizer.model_max_length <= MAX_TOKENS))
		throw new Error(
			`${start.model}tokenizer_config.json does not say how many tokens the model reads: give it "model_max_length".`,
		);
	return async (texts) => {
		let rows: Rows;
		try {
			rows = await extract(texts, { pooling: start.pooling, normalize: true });
		} catch (error) {
			throw new Error(runProblem(error, start));
		}
		const [count, dimensions] = rows.dims;
		if (rows.dims.length !== 2 || count !== texts.length || !dimensions)
			throw new Error(
				`The model's answer has the shape [${rows.dims}]: ${start.model} holds no model of sentences.`,
			);
		const vectors = Float32Array.from(rows.data);
		rows.dispose?.();
		return { dimensions, vectors };
	};
}

async function importLibrary(address: string | undefined): Promise<Library> {
	try {
		const library: unknown = await (address === undefined
			? import("@huggingface/transformers")
			: import(/* @vite-ignore */ /* webpackIgnore: true */ address));
		if (isLibrary(library)) return library;
	} catch (error) {
		throw new Error(
			address === undefined
				? `The embedder needs @huggingface/transformers, which could not be imported (${said(error)}): install it, or, without a bundler, give the option "library" the address of its module.`
				: `The option "library" names ${address}, which could not be imported (${said(error)}): serve transformers.min.js of @huggingface/transformers there.`,
		);
	}
	throw new Error(
		`${address ?? "@huggingface/transformers"} offers no env and pipeline: it is another module.`,
	);
}

function isLibrary(library: unknown): library is Library {
	const { env, pipeline } = library as Partial<Library>;
	return typeof env === "object" && typeof env.backends === "object" && typeof pipeline === "function";
}

const runtimeFiles = (folder: string): { mjs: string; wasm: string } => ({
	mjs: `${folder}ort-wasm-simd-threaded.mjs`,
	wasm: `${folder}ort-wasm-simd-threaded.wasm`,
});

/** Fetches from the model's folder and nowhere else; notes what could not be had. */
function fetchFrom({ model, downloadIdleMs }: Start, failures: string[]): Library["env"]["fetch"] {
	return async (address, request) => {
		const asked = String(address);
		if (!asked.startsWith(ALIAS)) throw new Error(`${asked} is no file of the model.`);
		const file = model + asked.slice(ALIAS.length);
		const fail = (problem: string): Response => {
			failures.push(`${file} could not be fetched: ${problem}. Serve the model's files in that folder.`);
			return new Response(null, { status: 404 });
		};
		let response: Response;
		try {
			response = await fetchUnlessIdle(file, request, downloadIdleMs);
		} catch (error) {
			return fail(said(error));
		}
		if (!response.ok) return fail(`the server answered ${response.status}`);
		// Servers of single-page applications answer with the page where there is no file.
		return response.headers.get("content-type")?.startsWith("text/html")
			? fail("the server answered with a page")
			: response;
	};
}

function startProblem(error: unknown, start: Start): string {
	const { runtime } = start;
	const problem = said(error);
	if (/backend|wasm|dynamically imported/i.test(problem)) {
		const where = runtime === undefined ? "beside the library" : `in ${runtime}`;
		return `ONNX Runtime could not be started (${problem}). Its files are looked for ${where}: serve ort-wasm-simd-threaded.mjs and ort-wasm-simd-threaded.wasm of onnxruntime-web, and give the option "runtime" their folder.`;
	}
	return runProblem(error, start);
}

function runProblem(error: unknown, { model, dtype }: Start): string {
	return `The model in ${model} cannot be used with dtype "${dtype}" (${said(error)}): check its config.json, tokenizer.json, tokenizer_config.json and onnx/ files.`;
}

/** What was thrown, in words. */
export function said(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
