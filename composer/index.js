/** Where the adapter lies, for `new WasmProvider({ model, adapters: [adapter] })`. */
export const adapter = {
	url: new URL("./composer.gguf", import.meta.url).href,
	sha256: "ff395c50e56ea205e86e94b461fe125ca44261867122cc2be3a4dd83dcf3466c",
};
