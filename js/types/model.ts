/** In-browser models. */

/** Where an in-browser model comes from: an address, or a file that the person chose. */
export type ModelSource = string | Blob;

/** The state of an in-browser model. */
export type ModelStatus = "idle" | "loading" | "ready" | "error";

/** Options of {@link WasmProvider}. */
export interface WasmProviderOptions {
	model: ModelSource;
	/** Tokens; default 4096, at most what the model was trained for. */
	contextSize?: number;
	/** Threads that compute together; default 4, more than one only where the page is cross-origin isolated. */
	threads?: number;
	/** Store a downloaded model in the browser, for the next time and without a network. Default true. */
	useCache?: boolean;
	/** What the file's SHA-256 must be, hexadecimal; a file that has another is refused and not kept. */
	sha256?: string;
	/** `progress` 0…1, `status` in words, `loaded` and `total` in bytes. */
	onProgress?: (progress: number, status: string, loaded?: number, total?: number) => void;
	onStatusChange?: (status: ModelStatus) => void;
}
