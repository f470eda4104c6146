/** Decides what the page and the embedder's Worker say to each other. */

/** To the Worker: the files once, then texts. */
export type ToEmbedder =
	| { id: number; weights: string | ArrayBuffer; tokenizer: string | ArrayBuffer }
	| { id: number; texts: string[] };

/** From the Worker. */
export type FromEmbedder =
	| { id: number; dimensions: number }
	| { id: number; vectors: Float32Array[] }
	| { id: number; error: string };
