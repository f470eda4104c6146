/** Wishes as buttons. */
import type { Say } from "../words/words.js";
import { html } from "./base.js";

export const CHIP_LOOKS = `
.chips { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.chip { border-radius: 99px; font-size: 0.85rem; text-align: start; }
`;

/** A button for each wish, of the part `suggestion`; `press` is told which. */
export function chips(wishes: readonly string[], t: Say, press: (wish: string) => void): unknown {
	const chip = (wish: string) =>
		html`<button type="button" class="chip" part="suggestion" @click=${() => press(wish)}>${wish}</button>`;
	return html`<div class="chips" role="group" aria-label=${t("suggestions")}>${wishes.map(chip)}</div>`;
}
