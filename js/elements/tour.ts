/** `<auto-ui-tour>`: shows a newcomer around, a place after the other. */
import type { WordKey } from "../words/words.js";
import { AutoUiElement, define, html, nothing } from "./base.js";
import { LOOKS } from "./looks.js";

const TOUR_LOOKS = `
.card { position: fixed; z-index: 10000; box-sizing: border-box; width: min(22rem, 92vw); margin: 0; padding: 1rem; border: 1px solid var(--color-border2); border-radius: var(--radius); background: var(--color-surface);
	color: var(--color-text1); box-shadow: 0 12px 40px -12px rgb(0 0 0 / 50%); }
.ring { position: fixed; z-index: 9999; pointer-events: none; border: 3px solid var(--color-accent2); border-radius: 12px; transition: inset 0.2s; }
.card p { margin: 0.4rem 0 0.8rem; }
`;

/** Where a tour stops: what is pointed at, and what is said of it. */
export interface TourStop {
	/** Finds the element; a stop without one is left out. */
	find(): Element | null | undefined;
	readonly title: WordKey;
	readonly text: WordKey;
}

/** Between the ring and the card, CSS pixels. */
const GAP = 12;

/**
 * Leads through `stops` by a card beside each: on and back by its buttons and the arrow keys, out by Escape. What is pointed at can be used
 * meanwhile. Event: `auto-ui-toured` when it ends.
 */
export class AutoUiTour extends AutoUiElement {
	stops: readonly TourStop[] = [];
	#at: number | undefined;
	#before: HTMLElement | null = null;

	/** Begins, and puts the focus on the card; at the end it goes back to where it was. */
	begin(): void {
		const active = this.getRootNode();
		this.#before =
			active instanceof ShadowRoot || active instanceof Document
				? (active.activeElement as HTMLElement | null)
				: null;
		this.#go(0);
	}

	/** Ends it. */
	end(): void {
		if (this.#at === undefined) return;
		this.#at = undefined;
		this.update();
		this.#before?.focus();
		this.emit("auto-ui-toured", {});
	}

	protected override looks(): string {
		return LOOKS + TOUR_LOOKS;
	}

	protected override opened(): void {
		const place = () => this.#place();
		addEventListener("resize", place);
		addEventListener("scroll", place, true);
		this.whileOpen(() => {
			removeEventListener("resize", place);
			removeEventListener("scroll", place, true);
		});
	}

	protected override view() {
		const stops = this.#stops;
		const stop = this.#at === undefined ? undefined : stops[this.#at];
		if (!stop || this.#at === undefined) return nothing;
		const { t } = this;
		const at = this.#at;
		const isLast = at === stops.length - 1;
		const press = (event: KeyboardEvent) => {
			const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
			if (event.key === "Escape") {
				event.stopPropagation();
				this.end();
			} else if (by !== undefined) this.#go(at + by);
		};
		return html`<div class="ring" aria-hidden="true"></div>
			<div class="card" role="dialog" aria-label=${t(stop.title)} part="card" tabindex="-1" @keydown=${press}>
				<h2>${t(stop.title)}</h2><p>${t(stop.text)}</p>
				<div class="row"><small class="grow">${t("version", { at: at + 1, of: stops.length })}</small>
					<button type="button" class="quiet" part="tour-end" @click=${() => this.end()}>${t("close")}</button>
					<button type="button" part="tour-back" ?disabled=${at === 0} @click=${() => this.#go(at - 1)}>${t("back")}</button>
					<button type="button" class="primary" part="tour-next" @click=${() => (isLast ? this.end() : this.#go(at + 1))}>${t(isLast ? "tour-done" : "next")}</button></div></div>`;
	}

	protected override drawn(): void {
		this.#place();
	}

	get #stops(): readonly TourStop[] {
		return this.stops.filter((stop) => stop.find());
	}

	#go(to: number): void {
		if (to < 0 || to >= this.#stops.length) return;
		this.#at = to;
		this.#stops[to]?.find()?.scrollIntoView({ block: "nearest" });
		this.update();
		queueMicrotask(() => this.shadow.querySelector<HTMLElement>(".card")?.focus());
	}

	/** Puts ring and card beside what is pointed at, by CSSOM: a strict policy lets no style attribute pass. */
	#place(): void {
		const target = this.#at === undefined ? undefined : this.#stops[this.#at]?.find();
		const [ring, card] = [".ring", ".card"].map((name) => this.shadow.querySelector<HTMLElement>(name));
		if (!target || !ring || !card) return;
		const { left, top, right, bottom, width, height } = target.getBoundingClientRect();
		Object.assign(ring.style, {
			left: `${left - 4}px`,
			top: `${top - 4}px`,
			width: `${width + 8}px`,
			height: `${height + 8}px`,
		});
		const { offsetWidth, offsetHeight } = card;
		const below = bottom + GAP + offsetHeight <= innerHeight;
		const above = top - GAP - offsetHeight >= 0;
		const y = below
			? bottom + GAP
			: above
				? top - GAP - offsetHeight
				: Math.max(GAP, (innerHeight - offsetHeight) / 2);
		const beside = !below && !above && right + GAP + offsetWidth <= innerWidth ? right + GAP : left;
		const x = Math.min(Math.max(GAP, beside), innerWidth - offsetWidth - GAP);
		Object.assign(card.style, { left: `${x}px`, top: `${y}px` });
	}
}

define("auto-ui-tour", AutoUiTour);
