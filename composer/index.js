/** Where the adapter lies, for `new WasmProvider({ model, adapters: [adapter] })`. */
export const adapter = {
	url: new URL("./composer.gguf", import.meta.url).href,
	sha256: "64be78623c482ff01c288582b135a5c86227647ce03911f3275dfc7f09005eeb",
};
