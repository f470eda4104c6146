/** What a page does between its start and its end, and what it then shows: the same for the same seed, in the page and in the test. */

/** Random numbers below `n` (mulberry32). */
function random(seed) {
	let state = seed >>> 0;
	return (n) => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
	};
}

/** What a canvas shows, in words of the test: widgets go by the key in their data. */
export const boardOf = ({ blocks }) =>
	blocks.map(({ data, x = 0, y = 0 }) => ({ key: data.key, value: data.value, x, y }));

/** What was said, and the ids of it. */
export const talkOf = (messages) => messages.map(({ id, message }) => ({ id, text: message.text }));

/**
 * Steps on a canvas without an end. Each changes one widget or more and leaves the step's number in one, so that no two steps show the
 * same; `state` is what is shown after it, `waits` for what the page waits then.
 */
export function* boardSteps(seed, start) {
	const below = random(seed);
	const state = start.map((one) => ({ ...one }));
	for (let at = 1; ; at += 1) {
		const mark = `${seed}.${at}`;
		const one = state[below(Math.max(1, state.length))];
		const other = state[below(Math.max(1, state.length))];
		const kind = ["add", "update", "move", "remove", "reorder"][below(5)];
		let op = { kind: "add", key: mark, value: mark };
		if (kind === "update" && one) op = { kind, key: one.key, value: mark };
		if (kind === "move" && one) op = { kind, key: one.key, x: below(500), y: below(500), value: mark };
		if (state.length > 4 && kind === "remove") {
			const left = state.find(({ key }) => key !== one.key);
			op = { kind, key: one.key, mark: left.key, value: mark };
		}
		if (kind === "reorder" && one) op = { kind, key: one.key, to: other.key, value: mark };
		apply(state, op);
		const waits = ["no", "turn", "stored", "stored"][below(4)];
		yield { at, op, waits, state: state.map((each) => ({ ...each })) };
	}
}

function apply(state, op) {
	const place = state.findIndex(({ key }) => key === op.key);
	if (op.kind === "add") state.push({ key: op.key, value: op.value, x: 0, y: 0 });
	if (op.kind === "update") state[place].value = op.value;
	if (op.kind === "move") Object.assign(state[place], { x: op.x, y: op.y, value: op.value });
	if (op.kind === "remove") {
		state.splice(place, 1);
		state.find(({ key }) => key === op.mark).value = op.value;
	}
	if (op.kind === "reorder") {
		const to = state.findIndex(({ key }) => key === op.to);
		const [one] = state.splice(place, 1);
		one.value = op.value;
		state.splice(to, 0, one);
	}
}

/** Does a step on a canvas, at one go. */
export function doOnBoard(canvas, op) {
	const idOf = (wanted) => canvas.getSnapshot().blocks.find(({ data }) => data.key === wanted).id;
	const id = op.kind === "add" ? canvas.addWidget("stat", { key: op.key, value: op.value }).id : idOf(op.key);
	if (op.kind === "move") canvas.moveWidget(id, op.x, op.y);
	if (op.kind === "reorder") canvas.moveBlock(id, idOf(op.to));
	if (op.kind === "remove") canvas.removeWidget(id);
	canvas.updateWidget(op.kind === "remove" ? idOf(op.mark) : id, { value: op.value });
}

/** Steps of a conversation without an end; `state` is what was said after it, without ids of what is new. */
export function* talkSteps(seed, start) {
	const below = random(seed + 1);
	let state = start.map(({ text }) => text);
	for (let at = 1; ; at += 1) {
		const text = `said ${seed}.${at}`;
		const place = below(Math.max(1, state.length));
		const kind = below(4);
		let op = { kind: "append", text };
		if (kind === 2 && state.length > 0) op = { kind: "replace", place, text };
		if (state.length > 12) op = { kind: "truncate", place: 4 };
		if (op.kind === "append") state = [...state, text];
		if (op.kind === "replace") state = state.with(place, text);
		if (op.kind === "truncate") state = state.slice(0, op.place);
		yield { at, op, state };
	}
}

/** Does a step of a conversation. */
export async function doInTalk(session, op) {
	const { messages } = session;
	if (op.kind === "append") await session.append({ role: "user", text: op.text });
	if (op.kind === "replace") await session.replace(messages[op.place].id, { role: "user", text: op.text });
	if (op.kind === "truncate") await session.truncate(messages[op.place - 1].id);
}
