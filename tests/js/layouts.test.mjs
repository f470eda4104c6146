/** Layouts as pure functions, against the numbers of the reference (section 19.2 of its behaviour). */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
	createCanvasVanilla,
	floatingLayout,
	init,
	stackLayout,
	tilingLayout,
	weightsOf,
} from "../../pkg/index.js";
import { ranks } from "../../pkg/canvas/arranged.js";

before(() => init());

const ROOM = { width: 1000, height: 600 };
const NAMES = ["a", "b", "c", "d"];

/** Four windows, of which d is the newest. */
const panes = (more = {}) =>
	NAMES.map((id, at) => ({ id, weight: weightsOf(4)[NAMES.length - 1 - at], ...more[id] }));

const flat = (boxes) =>
	Object.fromEntries([...boxes].map(([id, { x, y, width, height }]) => [id, [x, y, width, height]]));

test("the newest window weighs 3, then 2, 1.5, and 1", () => {
	assert.deepEqual(weightsOf(6), [3, 2, 1.5, 1, 1, 1]);
	assert.deepEqual(weightsOf(2), [3, 2]);
	assert.deepEqual(weightsOf(0), []);
});

test("tiles of four windows lie as the reference has them", () => {
	assert.deepEqual(flat(tilingLayout(panes(), ROOM)), {
		d: [0, 0, 597, 600],
		c: [601, 0, 399, 357],
		b: [601, 361, 237, 239],
		a: [842, 361, 158, 239],
	});
});

test("tiles go by weight, whatever the order, and equals keep theirs", () => {
	const order = (list) => [...tilingLayout(list, ROOM).keys()].join("");
	assert.equal(order(panes()), "dcba");
	assert.equal(order(panes().toReversed()), "dcba");
	assert.equal(order(NAMES.map((id) => ({ id }))), "abcd");
	assert.equal(order([{ id: "light", weight: 0.5 }, { id: "plain" }]), "plainlight");
});

test("the share of tiles is 0.6 where nobody says, from 0.15 to 0.85", () => {
	const first = (ratio) => tilingLayout(panes(), ROOM, ratio).get("d").width;
	const of = (share) => Math.floor(996 * share);
	assert.deepEqual([first(), first(0.6)], [of(0.6), of(0.6)]);
	assert.deepEqual([first(0.15), first(0.1), first(-3)], [of(0.15), of(0.15), of(0.15)]);
	assert.deepEqual([first(0.85), first(0.9), first(7)], [of(0.85), of(0.85), of(0.85)]);
	assert.throws(() => first(Number.NaN), { code: "invalid_argument" });
});

test("tiles fill the room with gaps of 4 and never lie over one another", () => {
	for (const count of [1, 2, 3, 7]) {
		for (const ratio of [0.15, 0.6, 0.85]) {
			const list = Array.from({ length: count }, (_, at) => ({
				id: String(at),
				weight: weightsOf(count)[at],
			}));
			const boxes = [...tilingLayout(list, { width: 4000, height: 3000 }, ratio).values()];
			const corner = boxes.map(({ x, y, width, height }) => [x + width, y + height]);
			assert.deepEqual(
				[0, 1].map((at) => Math.max(...corner.map((one) => one[at]))),
				[4000, 3000],
			);
			for (const [at, one] of boxes.entries()) {
				for (const other of boxes.slice(at + 1)) {
					const apart = [
						other.x - one.x - one.width,
						one.x - other.x - other.width,
						other.y - one.y - one.height,
						one.y - other.y - other.height,
					];
					assert.ok(Math.max(...apart) >= 4, `${count} tiles, ${ratio}`);
				}
			}
		}
	}
});

test("a folded tile is 32 high and leaves the rest of the room to the others", () => {
	assert.deepEqual(flat(tilingLayout(panes({ d: { folded: true } }), ROOM)), {
		d: [0, 0, 1000, 32],
		c: [0, 36, 1000, Math.floor(560 * 0.6)],
		b: [0, 376, 597, 224],
		a: [601, 376, 399, 224],
	});
	assert.deepEqual(flat(tilingLayout([{ id: "a", folded: true }], ROOM)), { a: [0, 0, 1000, 32] });
});

test("windows that float are 400 by 300, each 30 further", () => {
	assert.deepEqual(flat(floatingLayout(panes(), ROOM)), {
		a: [0, 0, 400, 300],
		b: [30, 30, 400, 300],
		c: [60, 60, 400, 300],
		d: [90, 90, 400, 300],
	});
});

test("the cascade begins anew at the end of the free space, and stays at the edge where there is none", () => {
	const list = Array.from({ length: 25 }, (_, at) => ({ id: String(at) }));
	const boxes = floatingLayout(list, ROOM);
	assert.deepEqual(
		["9", "10", "11", "20", "21"].map((id) => [boxes.get(id).x, boxes.get(id).y]),
		[
			[270, 270],
			[300, 0],
			[330, 30],
			[0, 0],
			[30, 30],
		],
	);
	for (const { x, y } of floatingLayout(list, { width: 300, height: 300 }).values())
		assert.deepEqual([x, y], [0, 0]);
});

test("where a person has put a window wins, as far as it was said, and a folded one is 32 high", () => {
	const saved = { x: 700, y: -5, width: 250, height: 90 };
	assert.deepEqual(
		flat(
			floatingLayout(
				panes({
					a: { saved },
					b: { saved: { x: 7 } },
					c: { saved: { height: 500 } },
					d: { saved, folded: true },
				}),
				ROOM,
			),
		),
		{ a: [700, -5, 250, 90], b: [7, 30, 400, 300], c: [60, 60, 400, 500], d: [700, -5, 250, 32] },
	);
});

test("a stack has gaps of 8 and 200 at least, more where a person wants more", () => {
	assert.deepEqual(flat(stackLayout(panes(), ROOM)), {
		a: [0, 0, 1000, 200],
		b: [0, 208, 1000, 200],
		c: [0, 416, 1000, 200],
		d: [0, 624, 1000, 200],
	});
	const other = { a: { saved: { height: 90 } }, b: { saved: { height: 350 } }, c: { folded: true } };
	assert.deepEqual(flat(stackLayout(panes(other), ROOM)), {
		a: [0, 0, 1000, 200],
		b: [0, 208, 1000, 350],
		c: [0, 566, 1000, 32],
		d: [0, 606, 1000, 200],
	});
});

test("one of a stack alone lies below a head of 48, and is 40 high where it is folded", () => {
	assert.deepEqual(flat(stackLayout(panes(), ROOM, "b")), { b: [0, 48, 1000, 552] });
	assert.deepEqual(flat(stackLayout(panes({ b: { folded: true } }), ROOM, "b")), { b: [0, 48, 1000, 40] });
	assert.deepEqual(flat(stackLayout(panes(), { width: 1000, height: 10 }, "b")), { b: [0, 48, 1000, 0] });
	assert.deepEqual(flat(stackLayout(panes(), ROOM, "gone")), {});
	assert.throws(() => stackLayout(panes(), ROOM, 7), { code: "invalid_argument" });
});

test("what is brought to the front is above all others, and the numbers of the page stay small", () => {
	const canvas = createCanvasVanilla();
	const ids = NAMES.map((type) => canvas.addWidget(type).id);
	const order = () => {
		const rank = ranks(canvas.blocks);
		return ids.map((id) => rank.get(id));
	};
	for (let round = 0; round < 50; round++) for (const at of [0, 2, 1]) canvas.raise(ids[at]);
	const [a, b, c, d] = order();
	assert.ok(b > c && c > a && a > d, String(order()));
	assert.ok(Math.max(...order()) <= ids.length);
});

test("nobody changes the windows that are laid out", () => {
	const list = Object.freeze(panes().map(Object.freeze));
	for (const lay of [tilingLayout, floatingLayout, stackLayout]) assert.equal(lay(list, ROOM).size, 4);
	for (const lay of [tilingLayout, floatingLayout, stackLayout]) assert.equal(lay([], ROOM).size, 0);
});
