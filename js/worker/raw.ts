/** Decides how bytes and JSON pass into a WebAssembly file without JavaScript of its own, and out of it. */

import { fetchUnlessIdle } from "./idle.js";
import { EngineError, type EngineErrorCode } from "./messages.js";

/** What every such file exports; `wasm/raw` is the other side. From 2 GiB on, addresses come as negative numbers. */
export interface RawExports {
	alloc(length: number): number;
	dealloc(pointer: number, length: number): void;
	output_pointer(): number;
	output_length(): number;
}

/**
 * A file of a megabyte that brings nothing for so long is asked for once more, milliseconds. In Firefox 3 of some 240 loads on a busy machine
 * hung before anything of the model was read, behind a Service Worker; a request that is never answered is the likeliest cause.
 */
const IDLE_MS = 15_000;

/**
 * Fetches and compiles the file at `url`.
 *
 * @param what it is, in a sentence
 * @throws {@link EngineError} `engine` with the reason
 */
export async function compiled(url: string, what: string, signal: AbortSignal): Promise<WebAssembly.Module> {
	const failed = (reason: string): EngineError =>
		new EngineError("engine", `${what} could not be fetched from ${url}: ${reason}`);
	const fetched = async (): Promise<ArrayBuffer> => {
		const response = await fetchUnlessIdle(url, { signal }, IDLE_MS);
		if (!response.ok) throw failed(`the server answered ${response.status}`);
		return response.arrayBuffer();
	};
	const again = (error: unknown): Promise<ArrayBuffer> => {
		if (error instanceof EngineError || signal.aborted) throw error;
		return fetched();
	};
	try {
		// Compiled from bytes, so that a server with a wrong content type does no harm.
		return await WebAssembly.compile(await fetched().catch(again));
	} catch (error) {
		throw error instanceof EngineError ? error : failed(String(error));
	}
}

/** The memory of an instance, as calls see it. */
export class RawMemory {
	readonly #exports: RawExports;
	readonly #memory: WebAssembly.Memory;

	constructor(exports: RawExports, memory: WebAssembly.Memory) {
		this.#exports = exports;
		this.#memory = memory;
	}

	/** Bytes that the instance holds. */
	get bytes(): number {
		return this.#memory.buffer.byteLength;
	}

	/** Memory of the instance's own. */
	allocate(length: number): number {
		const pointer = this.#exports.alloc(length) >>> 0;
		if (pointer === 0)
			throw new EngineError(
				"out_of_memory",
				`there are no ${length} bytes of memory left; use a smaller model or context size`,
			);
		return pointer;
	}

	/** Writes at an address that {@link allocate} gave. */
	write(bytes: Uint8Array, pointer: number): void {
		new Uint8Array(this.#memory.buffer).set(bytes, pointer);
	}

	/** Runs a call with a text as an argument. */
	withText(text: string, call: (pointer: number, length: number) => number): number {
		return this.withBytes(new TextEncoder().encode(text), call);
	}

	/** Runs a call with bytes as an argument. */
	withBytes(bytes: Uint8Array, call: (pointer: number, length: number) => number): number {
		const pointer = this.allocate(bytes.length);
		try {
			this.write(bytes, pointer);
			return this.run(() => call(pointer, bytes.length));
		} finally {
			this.#exports.dealloc(pointer, bytes.length);
		}
	}

	/** Runs a call; a negative status becomes the error that the answer describes. */
	run(call: () => number): number {
		const status = call();
		if (status >= 0) return status;
		const { code, message } = JSON.parse(this.text()) as { code: EngineErrorCode; message: string };
		throw new EngineError(code, message);
	}

	/** The last call's answer; the bytes are the instance's, until the next call. */
	answer(): Uint8Array {
		const { output_pointer, output_length } = this.#exports;
		return new Uint8Array(this.#memory.buffer, output_pointer() >>> 0, output_length() >>> 0);
	}

	/** The last call's answer as text. */
	text(): string {
		// A decoder refuses shared memory, so it gets a copy.
		return new TextDecoder().decode(this.answer().slice());
	}
}
