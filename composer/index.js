/** Where the adapter lies, for `new WasmProvider({ model, adapters: [adapter] })`. */
export const adapter = {
	url: new URL("./composer.gguf", import.meta.url).href,
	sha256: "fb4d181bd243e1142841d4c09d94cdc2a4ffd4bd9c1a5a27b2cc90b0bba5774e",
};
