/** Where the adapter lies, for `new WasmProvider({ model, adapters: [adapter] })`. */
export const adapter = {
	url: new URL("./composer.gguf", import.meta.url).href,
	sha256: "2fae870154eb5ad80b58a8965c5598e945715e2fbc433d1b4eec0cd887cb470e",
};
