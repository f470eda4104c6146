/** What a command says instead of doing it: one sentence, for the person at the terminal. */
export class Refusal extends Error {
	/** @param {string} message @param {import("ts-json-schema-generator").ts.Node} [node] what it is about */
	constructor(message, node) {
		super(message);
		this.node = node;
	}
}
