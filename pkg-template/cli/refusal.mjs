/** What a command says instead of doing it: one sentence, for the person at the terminal. */
export class Refusal extends Error {}
