/** Where the adapter lies, for `new WasmProvider({ model, adapters: [adapter] })`. */
export const adapter = {
	url: new URL("./composer.gguf", import.meta.url).href,
	sha256: "87b779441fbd862a4d7a9faadd03215aa5d033d4cff83951340b66e80ef6dfa0",
};
