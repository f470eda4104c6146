/** Where the adapter lies, for `new WasmProvider({ model, adapters: [adapter] })`. */
export const adapter = {
	url: new URL("./composer.gguf", import.meta.url).href,
	sha256: "3c48bcb3ef9b72ffe29e1f2035cc85a28c0a916f6ec41d3792c7589eec7f1322",
};
