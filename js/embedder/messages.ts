/** Decides what the page and the embedder's Worker say to each other. */

/** What the Worker needs to start; all addresses are absolute. */
export interface Start {
	/** The model's folder, with a slash at its end. */
	model: string;
	dtype: string;
	pooling: string;
	downloadIdleMs?: number;
	/** The module of Transformers.js; without it, the one that the bundler put in. */
	library?: string;
	/** The folder of ONNX Runtime's WebAssembly, with a slash at its end. */
	runtime?: string;
}

/** To the Worker: once how to start, then texts. */
export type ToEmbedder = { id: number; start: Start } | { id: number; texts: string[] };

/** From the Worker: `vectors` holds one after the other, `dimensions` numbers each. */
export type FromEmbedder =
	| { id: number; dimensions: number }
	| { id: number; dimensions: number; vectors: Float32Array }
	| { id: number; error: string };
