/** What a change of the canvas store costs, with and without a listener, beside zustand's usual way: copy the list. */
import * as kit from "../../pkg/index.js";
import { compare, report } from "./measure.mjs";

await kit.init();

/** A store as people write it in plain JavaScript: immutable lists, listeners told at once. */
function plainStore() {
	let blocks = [];
	const listeners = new Set();
	const set = (next) => {
		blocks = next;
		for (const listener of listeners) listener({ blocks });
	};
	return {
		addWidget: (type, data) => set([...blocks, { id: `w_${blocks.length}`, type, data }]),
		updateWidget: (id, patch) =>
			set(blocks.map((block) => (block.id === id ? { ...block, data: { ...block.data, ...patch } } : block))),
		subscribe: (listener) => listeners.add(listener),
		get blocks() {
			return blocks;
		},
	};
}

const DATA = { label: "Visitors", value: "42", trend: "up" };

for (const listened of [false, true]) {
	const adds = (make) => () => {
		const store = make();
		if (listened) store.subscribe((snapshot) => snapshot.blocks.length);
		for (let n = 0; n < 2000; n++) store.addWidget("stat", DATA);
	};
	const times = await compare(
		{ ours: adds(kit.createCanvasVanilla), "a plain list": adds(plainStore) },
		{ rounds: 15, warmUps: 3 },
	);
	report(`2,000 adds${listened ? " with a listener" : ""}`, times, { unit: "ms", per: 1, perName: "run" });
}

const UPDATES = 500;
for (const listened of [false, true]) {
	const updates = (make) => {
		const store = make();
		if (listened) store.subscribe((snapshot) => snapshot.blocks.length);
		for (let n = 0; n < 10_000; n++) store.addWidget("stat", DATA);
		const id = store.blocks[5000].id;
		let value = 0;
		return () => {
			for (let n = 0; n < UPDATES; n++) store.updateWidget(id, { value: `${value++}` });
		};
	};
	const times = await compare(
		{ ours: updates(kit.createCanvasVanilla), "a plain list": updates(plainStore) },
		{ rounds: 15, warmUps: 3 },
	);
	report(`one update among 10,000 widgets${listened ? " with a listener" : ""}`, times, {
		unit: "ms",
		per: UPDATES,
		perName: "update",
	});
}
