/** Where the adapter lies, for `new WasmProvider({ model, adapters: [adapter] })`. */
export const adapter = {
	url: new URL("./composer.gguf", import.meta.url).href,
	sha256: "ed3e18271fbaf89a9d0279819db4bc350a31f856d06b32e0cc5093e961cb5b8a",
};
