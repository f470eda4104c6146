/** The callbacks of a run: whose they are, whatever kind of object, and whoever else listens. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as kit from "../../pkg/index.js";

before(() => kit.init());

/** A model that says one word; a test double only. */
const provider = {
	name: "scripted",
	model: "none",
	async chat(_messages, _tools, { onToken }) {
		onToken("hey");
		return { content: [{ type: "text", text: "hey" }], stopReason: "end_turn" };
	},
};

/** Runs a wish with these callbacks; gives the types of the events that an iteration hears, where there is one. */
async function run(callbacks, isIterated) {
	const run = kit.runAgentLoop("go", { provider, layers: [], callbacks });
	const seen = [];
	if (isIterated) for await (const { type } of run) seen.push(type);
	await run;
	return seen;
}

const EVENTS = ["iteration-start", "llm-request", "llm-delta", "llm-response", "run-end"];
const HEARD = ["iteration-start", "llm-request", "llm-delta", "hey", "llm-response", "run-end", "done"];

/** What keeps what it hears where only its own object reaches it. */
class Ear {
	#heard = [];
	onEvent({ type }) {
		this.#heard.push(type);
	}
	onToken(token) {
		this.#heard.push(token);
	}
	onDone() {
		this.#heard.push("done");
	}
	get heard() {
		return this.#heard;
	}
}

for (const isIterated of [false, true]) {
	const how = isIterated ? "while the run is iterated" : "when the run is awaited";

	test(`callbacks with private members hear everything ${how}`, async () => {
		const ear = new Ear();
		assert.deepEqual(await run(ear, isIterated), isIterated ? EVENTS : []);
		assert.deepEqual(ear.heard, HEARD);
	});

	test(`frozen callbacks are called on their own object ${how}`, async () => {
		const heard = [];
		const callbacks = Object.freeze({
			onEvent(event) {
				heard.push([this, event.type]);
			},
		});
		assert.deepEqual(await run(callbacks, isIterated), isIterated ? EVENTS : []);
		assert.deepEqual(
			heard,
			EVENTS.map((type) => [callbacks, type]),
		);
	});

	test(`a callback that is added late is heard ${how}`, async () => {
		const heard = [];
		const callbacks = {
			onIterationStart() {
				this.onToken = (token) => heard.push(token);
			},
		};
		await run(callbacks, isIterated);
		assert.deepEqual(heard, ["hey"]);
	});
}
