/** Where the adapter lies, for `new WasmProvider({ model, adapters: [adapter] })`. */
export const adapter = {
	url: new URL("./composer.gguf", import.meta.url).href,
	sha256: "e5bf647d56a540a467fa7593539482dd84d9a5dfd5af6ac49e94d8c1eaae7929",
};
