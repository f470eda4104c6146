/** What is told of a link's troubles: each once, and never so many that the telling becomes one. */
import { WebMcpError } from "../core/errors.js";
import { report } from "../core/report.js";

const MAX_TOLD = 100;

export class Complaints {
	readonly #link: string;
	readonly #told = new Set<string>();

	constructor(link: string) {
		this.#link = link;
	}

	/** Reports, unless the same was reported before. */
	tell(problem: string): void {
		if (this.#told.has(problem) || this.#told.size > MAX_TOLD) return;
		this.#told.add(problem);
		const more = this.#told.size > MAX_TOLD ? " What else goes wrong there is not told any more." : "";
		report(new WebMcpError("protocol", `The bus's link '${this.#link}': ${problem}${more}`));
	}
}

/** What an error says, also one that is none. */
export function wordsOf(error: unknown): string {
	try {
		return error instanceof Error ? error.message : String(error);
	} catch {
		return "something that cannot be told";
	}
}
