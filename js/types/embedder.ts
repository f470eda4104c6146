/** The port to whatever turns texts into vectors. */

/**
 * Turns texts into vectors whose angle says how alike they mean: a service's, a library's, or
 * `createWorkerEmbedder` of `webmcp-auto-ui/embedder`.
 */
export interface Embedder {
	/** One vector per text, in the order of the texts, all of one length. */
	embed(texts: string[]): Promise<ArrayLike<number>[]>;
}
