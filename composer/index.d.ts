/** A LoRA adapter that teaches Gemma 3 270M to compose: `new WasmProvider({ model, adapters: [adapter] })`. */
export declare const adapter: {
	/** The address of the GGUF file, beside this module. */
	readonly url: string;
	/** Its SHA-256, hexadecimal; a file that has another is refused. */
	readonly sha256: string;
};
