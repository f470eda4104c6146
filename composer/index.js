/** Where the adapter lies, for `new WasmProvider({ model, adapters: [adapter] })`. */
export const adapter = {
	url: new URL("./composer.gguf", import.meta.url).href,
	sha256: "a06ae0607ded6da098937d5f1cad7bab134e4c4636ab8f2a2edaf1955a7b965d",
};
