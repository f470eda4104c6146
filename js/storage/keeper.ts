/** Keeps a canvas and what is stored of it alike: what changes is written, and what others write is shown. */
import type { WebMcpError } from "../core/errors.js";
import type { CanvasLayout, CanvasSnapshot, CanvasVanilla, Widget } from "../types/index.js";
import type { KeptBlocks, KeptCanvas } from "./types.js";

/** What is written of a canvas at once. */
export interface CanvasChange {
	readonly put: readonly Widget[];
	readonly removed: readonly string[];
	/** Where widgets were added, moved or taken away, or lie otherwise. */
	readonly arranged: { readonly order: readonly string[]; readonly layout: CanvasLayout } | undefined;
	/** How many widgets there are now. */
	readonly count: number;
}

/** Where it is written to. */
export interface CanvasStore {
	/** @throws {@link WebMcpError} `conflict` where another tab writes. */
	mayWrite(): void;
	blocks(): Promise<KeptBlocks>;
	write(change: CanvasChange): Promise<void>;
	onProblem(problem: WebMcpError): void;
}

/** What differs, or nothing. A block that did not change is the same object. */
function changeBetween(stored: KeptBlocks, now: KeptBlocks): CanvasChange | undefined {
	const before = new Map(stored.blocks.map((block) => [block.id, block]));
	const put = now.blocks.filter((block) => before.get(block.id) !== block);
	const ids = new Set(now.blocks.map(({ id }) => id));
	const removed = stored.blocks.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
	const isArranged =
		stored.layout !== now.layout ||
		stored.blocks.length !== now.blocks.length ||
		stored.blocks.some(({ id }, at) => now.blocks[at]?.id !== id);
	if (put.length === 0 && !isArranged) return undefined;
	const arranged = isArranged ? { order: [...ids], layout: now.layout } : undefined;
	return { put, removed, arranged, count: ids.size };
}

const same = (one: KeptBlocks, other: KeptBlocks) =>
	one.layout === other.layout && JSON.stringify(one.blocks) === JSON.stringify(other.blocks);

export class CanvasKeeper implements KeptCanvas {
	readonly #canvas: CanvasVanilla;
	readonly #store: CanvasStore;
	#stored: KeptBlocks = { layout: "flow", blocks: [] };
	#underway: Promise<void> | undefined;
	#isShowing = false;
	#end: () => void = () => undefined;
	#isOver = false;

	constructor(canvas: CanvasVanilla, store: CanvasStore) {
		this.#canvas = canvas;
		this.#store = store;
	}

	/** Shows what is stored; a canvas that is not empty is what an empty session is to have. */
	begin(kept: KeptBlocks, isWriter: boolean): void {
		const isFirst = isWriter && kept.blocks.length === 0 && this.#canvas.getSnapshot().blocks.length > 0;
		if (isFirst) this.#stored = kept;
		else this.show(kept);
		this.#end = this.#canvas.subscribe(() => this.#changed());
		if (isFirst) this.#changed();
	}

	/** Shows what is stored, in one step of the canvas's history. */
	show(kept: KeptBlocks): void {
		if (this.#isOver) return;
		if (!same(kept, this.#canvas.getSnapshot())) {
			this.#isShowing = true;
			try {
				this.#canvas.transact(
					() => {
						// First: places are those of the layout.
						this.#canvas.setLayout(kept.layout);
						this.#canvas.setBlocks(kept.blocks);
					},
					{ actor: "storage", label: "restore" },
				);
			} finally {
				this.#isShowing = false;
			}
		}
		this.#stored = blocksOf(this.#canvas.getSnapshot());
	}

	settled(): Promise<void> {
		this.#underway ??= this.#write();
		return this.#underway;
	}

	async stop(): Promise<void> {
		try {
			if (!this.#isOver) await this.settled();
		} finally {
			this.drop();
		}
	}

	/** Stops at once. */
	drop(): void {
		this.#isOver = true;
		this.#end();
	}

	#changed(): void {
		if (this.#isShowing || this.#underway) return;
		this.settled().catch((problem) => {
			if (!this.#isOver) this.#store.onProblem(problem);
		});
	}

	/** What comes while something is written is written after it, all at once. */
	async #write(): Promise<void> {
		try {
			// What the page does in one go is one change.
			await Promise.resolve();
			for (;;) {
				const now = blocksOf(this.#canvas.getSnapshot());
				const change = this.#isOver ? undefined : changeBetween(this.#stored, now);
				if (!change) return;
				await this.#writeOne(change);
				this.#stored = now;
			}
		} finally {
			this.#underway = undefined;
		}
	}

	async #writeOne(change: CanvasChange): Promise<void> {
		try {
			this.#store.mayWrite();
		} catch (problem) {
			// The person sees at once that it is not kept.
			this.show(await this.#store.blocks());
			throw problem;
		}
		await this.#store.write(change);
	}
}

const blocksOf = ({ layout, blocks }: CanvasSnapshot): KeptBlocks => ({ layout, blocks });
