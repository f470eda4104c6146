/** The nano-RAG: results that left the conversation, found again when a wish is about them. */
import { anObject, optionsOf, json, listOf, objectOf, optional } from "../core/arguments.js";
import type { Embedder } from "../types/index.js";
import { wasmModule } from "../core/wasm-module.js";

/** How a {@link ContextRAG} cuts, finds and forgets. */
export interface ContextRAGOptions {
	/**
	 * Finds by meaning too. Without one, words alone decide. The first query embeds 24 short texts besides, which have
	 * nothing to do with each other: meaning is measured by how far it lies above theirs, whatever the model's scale.
	 */
	embedder?: Embedder;
	/** The longest chunk, characters. Default 300, at least 40. */
	maxChunkChars?: number;
	/** How many chunks a query gives at most. Default 5. */
	topK?: number;
	/**
	 * The least score of a hit, 0 to 1. Default 0.5: a quarter of the question's words; with an embedder, four fifths of
	 * them, or a cosine 3.4 standard deviations above those of unrelated texts, or some of both.
	 */
	minScore?: number;
	/** The longest context, characters. Default 2,000. */
	budgetChars?: number;
	/** How many chunks are kept; the oldest go first. Default 20,000. */
	maxChunks?: number;
}

/** Where a text came from. */
export interface ContextSource {
	/** The tool that gave it. */
	tool?: string;
	/** What it was asked for. */
	query?: string;
	/** The id of its result; a later text of the same id replaces it. */
	id?: string;
}

/** A chunk that a query found. */
export interface ContextHit {
	text: string;
	source: Required<ContextSource>;
	/** 0 to 1: 1 − 2^(−evidence), where evidence of 1 is what the default of `minScore` demands. */
	score: number;
	/** Why, such as `text: amendment, vote` or, with the cosine, `meaning 0.71`. */
	reasons: string[];
}

/** What {@link ContextRAG.toJSON} gives. */
export interface SavedContext {
	version: number;
	chunks: { text: string; tool: string; query: string; id: string; vector?: number[] }[];
	/** The cosines of unrelated texts, once the embedder was asked. */
	background?: { mean: number; deviation: number };
}

const SAVED = optional(objectOf({ chunks: optional(listOf(anObject)) }, "what toJSON gave"));

type MemoryModule = typeof import("./webmcp_memory.js");
type RawMemory = ReturnType<MemoryModule["createMemory"]>;

const memoryModule = wasmModule<MemoryModule>(
	"The memory of results",
	"memory",
	() => import("./webmcp_memory.js"),
	() => new URL("./webmcp_memory_bg.wasm", import.meta.url),
);

/** A memory of results, to be handed to `runAgentLoop` as `contextRAG`. Its WebAssembly is loaded when it is first used. */
export class ContextRAG {
	readonly #options: ContextRAGOptions;
	#saved: SavedContext | undefined;
	#raw: RawMemory | undefined;

	constructor(options: ContextRAGOptions = {}, saved?: SavedContext) {
		this.#options = optionsOf("ContextRAG: options", options);
		SAVED("ContextRAG: saved", saved);
		this.#saved = saved ?? undefined;
	}

	/** A memory that holds what {@link ContextRAG.toJSON} gave. Bad ones are refused when it is first used. */
	static fromJSON(saved: SavedContext, options: ContextRAGOptions = {}): ContextRAG {
		return new ContextRAG(options, saved);
	}

	/**
	 * Cuts `text` into chunks and keeps them.
	 *
	 * @returns How many chunks there were.
	 * @throws {@link WebMcpError} when the embedder fails; the chunks are then found by their words.
	 */
	async ingest(text: string, source: ContextSource = {}): Promise<number> {
		return (await (await this.#ready()).ingest(text, source)) as number;
	}

	/** The chunks that fit `text` best, best first. */
	async query(text: string): Promise<ContextHit[]> {
		return (await (await this.#ready()).query(text)) as ContextHit[];
	}

	/** What {@link ContextRAG.query} finds, as a block for a prompt within the budget; empty when nothing fits. */
	async buildContext(text: string): Promise<string> {
		return (await (await this.#ready()).buildContext(text)) as string;
	}

	/** How many chunks there are. */
	get size(): number {
		return this.#raw?.size ?? this.#saved?.chunks?.length ?? 0;
	}

	/** Forgets everything. */
	clear(): void {
		this.#saved = undefined;
		this.#raw?.clear();
	}

	/** Chunks, sources and vectors, for {@link ContextRAG.fromJSON}. */
	toJSON(): SavedContext {
		if (this.#raw) return JSON.parse(this.#raw.save()) as SavedContext;
		return this.#saved ?? { version: 1, chunks: [] };
	}

	async #ready(): Promise<RawMemory> {
		const module = await memoryModule();
		const { embedder, ...options } = this.#options;
		const saved = this.#saved === undefined ? "" : (json("ContextRAG: saved", this.#saved) ?? "");
		this.#raw ??= module.createMemory(options, embedder, saved);
		return this.#raw;
	}
}
