/** Where the adapter lies, for `new WasmProvider({ model, adapters: [adapter] })`. */
export const adapter = {
	url: new URL("./composer.gguf", import.meta.url).href,
	sha256: "a000ca73f1df65480d46241021ffc428ec6ae1a81287e4614a7ceb35ee19c194",
};
