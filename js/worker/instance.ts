/** Decides which build of the engine runs, and what can be asked of one instance of it. */

import { EngineError, type HelperStart, type WasmUrls } from "./messages.js";
import { compiled, type RawExports, RawMemory } from "./raw.js";

interface EngineExports extends RawExports {
	memory?: WebAssembly.Memory;
	load_begin(total: number, digest: number): number;
	load_chunk(pointer: number, length: number): number;
	load_end(contextSize: number): number;
	adapter(pointer: number, length: number, scale: number): number;
	adapt(): number;
	count_tokens(pointer: number, length: number): number;
	begin(pointer: number, length: number): number;
	step(): number;
	cancel(): void;
	snapshot_begin(mostBytes: number): number;
	snapshot_part(): number;
	restore_begin(): number;
	restore_part(pointer: number, length: number): number;
	restore_end(): number;
	learned(): number;
	helpers(): number;
	/** The threaded build alone has these. */
	help?(): void;
	help_failed?(): void;
	__stack_pointer?: WebAssembly.Global;
	__wasm_init_tls?(address: number): void;
	__tls_size?: WebAssembly.Global;
	__tls_align?: WebAssembly.Global;
}

/** What one step did; `output` is how much of the prompt was read, 0…1, or the text that was written, or the result. */
export type Step = { phase: "prefill" | "decode" | "done"; output: string };

const CHUNK_BYTES = 1 << 20;
/** As the linker gives the main thread. */
const STACK_BYTES = 1 << 20;
const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** One function type `() -> v128`, one function of it. */
const TYPE_AND_FUNCTION = [1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0];
/** `i32.const 0; i8x16.splat` */
const SPLAT = [0x41, 0, 0xfd, 0x0f];

/** Whether the browser takes a function body made of these instructions. */
function supports(instructions: number[]): boolean {
	const body = [0, ...instructions, 0x0b];
	const code = [1, body.length, ...body];
	return WebAssembly.validate(new Uint8Array([...HEADER, ...TYPE_AND_FUNCTION, 10, code.length, ...code]));
}

/** A build, and how many threads it may use. */
export interface Build {
	url: string;
	threads: number;
}

/** The builds that this browser runs, the fastest first. */
export function pickBuilds(urls: WasmUrls, threads: number): [Build, ...Build[]] {
	// i8x16.relaxed_swizzle, encoded 0xfd 0x100: any relaxed instruction stands for all.
	if (supports([...SPLAT, ...SPLAT, 0xfd, 0x80, 2])) {
		const together = globalThis.crossOriginIsolated ? Math.min(threads, navigator.hardwareConcurrency) : 1;
		const alone: [Build, Build] = [
			{ url: urls.relaxed, threads: 1 },
			{ url: urls.simd128, threads: 1 },
		];
		// A package may hold some of the builds only: one that is still being built, one without the threads.
		return together > 1 ? [{ url: urls.threads, threads: together }, ...alone] : alone;
	}
	if (supports(SPLAT)) return [{ url: urls.simd128, threads: 1 }];
	throw new EngineError(
		"engine",
		"this browser has no WebAssembly SIMD; use a newer one or another model provider",
	);
}

/** Lives as a helper of another Worker's engine, until that Worker ends. */
export async function help({ module, memory, stackTop, tls }: HelperStart["helper"]): Promise<void> {
	const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
	const { __stack_pointer, __wasm_init_tls, help, help_failed } = exports as unknown as EngineExports;
	const emptyStack = (): void => {
		if (__stack_pointer) __stack_pointer.value = stackTop;
	};
	emptyStack();
	__wasm_init_tls?.(tls);
	try {
		help?.();
	} catch (error) {
		// The thread that waits for this one's part stops with an error of its own.
		console.error("A helper thread of the engine failed:", error);
		emptyStack();
		help_failed?.();
	}
}

/** One engine in its own memory, which goes when the instance does. */
export class EngineInstance {
	readonly #exports: EngineExports;
	readonly #memory: WebAssembly.Memory;
	readonly #raw: RawMemory;
	readonly #chunk: number;
	readonly #helpers: Worker[] = [];

	private constructor(exports: EngineExports, memory: WebAssembly.Memory) {
		this.#exports = exports;
		this.#memory = memory;
		this.#raw = new RawMemory(exports, memory);
		this.#chunk = this.#raw.allocate(CHUNK_BYTES);
	}

	/** Fetches and compiles the first of these builds that is there, and starts its helpers. */
	static async create(builds: [Build, ...Build[]], signal: AbortSignal): Promise<EngineInstance> {
		let problem: unknown;
		for (const build of builds) {
			try {
				return await EngineInstance.#from(build, signal);
			} catch (error) {
				signal.throwIfAborted();
				// Threads need memory that can be shared, which small machines cannot always set aside.
				problem = error;
			}
		}
		throw problem;
	}

	static async #from({ url, threads }: Build, signal: AbortSignal): Promise<EngineInstance> {
		const module = await compiled(url, "the engine", signal);
		const shared =
			threads > 1 ? new WebAssembly.Memory({ initial: 256, maximum: 65_536, shared: true }) : undefined;
		const instance = await WebAssembly.instantiate(module, shared ? { env: { memory: shared } } : {});
		// The exports' types are the engine's ABI, which TypeScript cannot see.
		const exports = instance.exports as unknown as EngineExports;
		const memory = shared ?? exports.memory;
		if (!memory) throw new EngineError("engine", `${url} is no build of the engine: it has no memory`);
		const engine = new EngineInstance(exports, memory);
		for (let helper = 1; helper < threads; helper += 1) engine.#addHelper(module);
		return engine;
	}

	/** Threads that compute together by now. */
	get threads(): number {
		return this.#exports.helpers() + 1;
	}

	/** Bytes that the engine holds. */
	get memoryBytes(): number {
		return this.#raw.bytes;
	}

	/** Ends the helpers. */
	dispose(): void {
		for (const helper of this.#helpers) helper.terminate();
	}

	/** A Worker of the same script that computes on a stack of its own; without it the others compute alone. */
	#addHelper(module: WebAssembly.Module): void {
		const { __tls_size, __tls_align } = this.#exports;
		const align = Math.max(Number(__tls_align?.value ?? 0), 16);
		const stack = this.#raw.allocate(STACK_BYTES + 16);
		const tls = this.#raw.allocate(Number(__tls_size?.value ?? 0) + align);
		const helper = new Worker(globalThis.location.href, { type: "module" });
		const stackTop = (stack + STACK_BYTES) & ~15;
		const start: HelperStart = {
			helper: { module, memory: this.#memory, stackTop, tls: Math.ceil(tls / align) * align },
		};
		helper.postMessage(start);
		this.#helpers.push(helper);
	}

	/** Announces a file of `total` bytes, 0 when that is unknown; `digest` wants its SHA-256 in the description. */
	loadBegin(total: number, digest: boolean): void {
		this.#raw.run(() => this.#exports.load_begin(total > 0 ? total : -1, digest ? 1 : 0));
	}

	/** Hands over the file's next bytes. */
	loadChunk(bytes: Uint8Array): void {
		this.#inChunks(bytes, (length) => this.#exports.load_chunk(this.#chunk, length));
	}

	/** Ends the file; gives the model's description as JSON. */
	loadEnd(contextSize: number): string {
		this.#raw.run(() => this.#exports.load_end(contextSize));
		return this.#raw.text();
	}

	/** Reads an adapter file for the model, which {@link adapt} puts to use; gives whether it teaches to compose. */
	adapter(bytes: Uint8Array, scale: number): boolean {
		return (
			this.#raw.withBytes(bytes, (pointer, length) => this.#exports.adapter(pointer, length, scale)) === 1
		);
	}

	/** Puts the adapters that were read in the place of those in use; gives what tells them from others. */
	adapt(): string {
		this.#raw.run(() => this.#exports.adapt());
		return this.#raw.text();
	}

	countTokens(text: string): number {
		return this.#raw.withText(text, (pointer, length) => this.#exports.count_tokens(pointer, length));
	}

	/** Begins a request; gives what the engine has to say about it, as JSON. */
	begin(request: object): string {
		this.#raw.withText(JSON.stringify(request), (pointer, length) => this.#exports.begin(pointer, length));
		return this.#raw.text();
	}

	step(): Step {
		const status = this.#raw.run(() => this.#exports.step());
		return { phase: status === 0 ? "prefill" : status === 1 ? "decode" : "done", output: this.#raw.text() };
	}

	cancel(): void {
		this.#exports.cancel();
	}

	/** Tokens that the engine has learned so far: another number means that a snapshot would hold more. */
	get learned(): number {
		return this.#exports.learned();
	}

	/** What the engine remembers, for {@link restore}, in parts; the bytes of each are its own, until the next. */
	*snapshot(mostBytes: number): Generator<Uint8Array> {
		this.#raw.run(() => this.#exports.snapshot_begin(mostBytes));
		while (this.#raw.run(() => this.#exports.snapshot_part()) !== 0) yield this.#raw.answer();
	}

	/** Takes a snapshot back, in parts of any size; gives the number of prefixes that are known by it. */
	restore(snapshot: Iterable<Uint8Array>): number {
		this.#raw.run(() => this.#exports.restore_begin());
		for (const part of snapshot)
			this.#inChunks(part, (length) => this.#exports.restore_part(this.#chunk, length));
		return this.#raw.run(() => this.#exports.restore_end());
	}

	/** Hands bytes over through the engine's memory, as much as has room there at once. */
	#inChunks(bytes: Uint8Array, take: (length: number) => number): void {
		for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
			const part = bytes.subarray(start, start + CHUNK_BYTES);
			this.#raw.write(part, this.#chunk);
			this.#raw.run(() => take(part.length));
		}
	}
}
