/** Keeps a canvas and what is stored of it alike: what changes is written, and what others write is shown. */
import { WebMcpError } from "../core/errors.js";
import { guarded } from "../core/report.js";
import { judged, setSound } from "../core/judging.js";
import type { CanvasLayout, CanvasSnapshot, CanvasVanilla, WebMcpServer, Widget } from "../types/index.js";
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
	/** Those that draw the canvas; each of its widgets has to pass one. */
	servers(): readonly WebMcpServer[];
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
	/** Widgets that are stored and not shown, each with the one before it. */
	#left: readonly { readonly block: Widget; readonly after: string | undefined }[] = [];
	readonly #reported = new Set<string>();
	#isShowing = false;
	#isDue = false;
	#unlisten: () => void = () => undefined;
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

	/** Shows what is stored and may be shown, in one step of the canvas's history. */
	show(kept: KeptBlocks): void {
		if (this.#isOver) return;
		const servers = this.#store.servers();
		const refuse = (block: Widget, message: string) => this.#refuse(block, message);
		const all = kept.blocks.map((block) => ({ given: block, block }));
		const sound = servers.length > 0 ? judged(kept.blocks, servers, refuse) : all;
		const shown = { layout: kept.layout, blocks: sound.map(({ block }) => block) };
		if (!same(shown, this.#canvas.getSnapshot())) {
			this.#isShowing = true;
			try {
				this.#canvas.transact(
					() => {
						// First: places are those of the layout.
						this.#canvas.setLayout(kept.layout);
						setSound(this.#canvas, sound, refuse);
					},
					{ actor: "storage", label: "restore" },
				);
			} finally {
				this.#isShowing = false;
			}
		}
		this.#stored = blocksOf(this.#canvas.getSnapshot());
		this.#leave(kept.blocks, servers);
	}

	/** Notes what is not shown; where the servers have other widgets, it is tried again. */
	#leave(all: readonly Widget[], servers: readonly WebMcpServer[]): void {
		const shown = new Set(this.#stored.blocks.map(({ id }) => id));
		this.#left = all.flatMap((block, at) => (shown.has(block.id) ? [] : [{ block, after: all[at - 1]?.id }]));
		this.#unlisten();
		if (this.#left.length === 0) return;
		const ends = servers.map((server) => server.subscribe(() => this.#retry()));
		this.#unlisten = () => {
			for (const end of ends) end();
		};
	}

	/** Many widgets may be registered at once. */
	#retry(): void {
		if (this.#isDue) return;
		this.#isDue = true;
		queueMicrotask(() => {
			this.#isDue = false;
			const { layout, blocks } = this.#canvas.getSnapshot();
			const known = new Map([...blocks, ...this.#left.map(({ block }) => block)].map((one) => [one.id, one]));
			const ids = this.#withLeft(blocks.map(({ id }) => id));
			this.show({ layout, blocks: ids.flatMap((id) => known.get(id) ?? []) });
		});
	}

	/** The order of all that is stored: what is not shown stays behind what it was behind. */
	#withLeft(order: readonly string[]): string[] {
		const all = [...order];
		for (const { block, after } of this.#left) {
			const at = after === undefined ? 0 : all.indexOf(after) + 1 || all.length;
			if (!all.includes(block.id)) all.splice(at, 0, block.id);
		}
		return all;
	}

	#refuse({ id, type }: Widget, message: string): void {
		if (this.#reported.has(`${id} ${message}`)) return;
		this.#reported.add(`${id} ${message}`);
		const words = `The widget '${type.slice(0, 80)}' (${id}) is not shown: ${message} It stays stored, and is in each copy of the storage.`;
		guarded(() => this.#store.onProblem(new WebMcpError("invalid_argument", words, { widget: id, type })));
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
		this.#unlisten();
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
		const { arranged, count } = change;
		await this.#store.write({
			...change,
			arranged: arranged && { ...arranged, order: this.#withLeft(arranged.order) },
			count: count + this.#left.length,
		});
	}
}

const blocksOf = ({ layout, blocks }: CanvasSnapshot): KeptBlocks => ({ layout, blocks });
