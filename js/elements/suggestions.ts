/** `<auto-ui-suggestions>`: wishes to start from. */
import { suggestedWishes } from "../workspace/suggestions.js";
import type { Workspace } from "../workspace/workspace.js";
import { AutoUiElement, define } from "./base.js";
import { CHIP_LOOKS, chips } from "./chips.js";
import { LOOKS } from "./looks.js";

const CENTRED = ".chips { justify-content: center; max-width: 720px; margin: 0 auto; }";

/**
 * Shows wishes as buttons: those of `wishes`, then those that the recipes of the connected servers give as examples. A press puts one
 * where wishes are typed.
 *
 * Attributes: `wishes`, one on each line; `most`, how many are shown, 12 by default. Part: `suggestion`.
 */
export class AutoUiSuggestions extends AutoUiElement {
	static readonly observedAttributes = ["wishes", "most"];
	#found: readonly string[] = [];
	#round = 0;
	/** What was asked for suggestions. */
	#asked = "";

	protected override looks(): string {
		return LOOKS + CHIP_LOOKS + CENTRED;
	}

	protected override opened(workspace: Workspace): void {
		this.whileOpen(workspace.servers.subscribe(() => void this.#look()));
		this.whileOpen(workspace.subscribe(() => void this.#look()));
		this.whileOpen(() => {
			this.#asked = "";
		});
		void this.#look();
	}

	protected override view() {
		const own = (this.getAttribute("wishes") ?? "").split("\n").map((line) => line.trim());
		const all = [...own.filter((line) => line !== ""), ...this.#found].slice(0, this.#most);
		return chips(all, this.t, (wish) => this.workspace.propose(wish));
	}

	get #most(): number {
		const most = Number(this.getAttribute("most") ?? 12);
		return Number.isFinite(most) ? most : 12;
	}

	/** Asks each server and each table once: not all that changes brings others. */
	async #look(): Promise<void> {
		const { servers, data } = this.workspace;
		const asked = JSON.stringify([servers.layers.map(({ serverUrl }) => serverUrl), data?.tables()]);
		if (asked === this.#asked) return;
		this.#asked = asked;
		this.#round += 1;
		const round = this.#round;
		const found = await suggestedWishes(this.workspace, this.#most);
		if (round !== this.#round) return;
		this.#found = found;
		this.update();
	}
}

define("auto-ui-suggestions", AutoUiSuggestions);
