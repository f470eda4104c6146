/** Cards that follow a pointer. */
import type { Spot } from "./board.js";

/** A pointer that moves less has only pressed. */
const NEAR_PX = 5;

/** What a board does while a card is dragged. */
export interface DragEvents {
	/** The card is over another spot, or over none. */
	over(spot: Spot | undefined): void;
	/** The card was let go there; nowhere when the drag was given up. */
	drop(spot: Spot | undefined): void;
}

/** Follows a pointer that went down on a card, until it goes up or the drag is given up. */
export function follow(card: HTMLElement, down: PointerEvent, events: DragEvents): void {
	const end = new AbortController();
	let spot: Spot | undefined;
	let isDragged = false;
	const finish = (to: Spot | undefined) => {
		end.abort();
		card.style.transform = "";
		card.classList.remove("wm-kanban-dragged");
		if (isDragged) events.drop(to);
	};
	const move = (event: PointerEvent) => {
		const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
		if (!isDragged && Math.hypot(x, y) < NEAR_PX) return;
		if (!isDragged) card.classList.add("wm-kanban-dragged");
		isDragged = true;
		card.style.transform = `translate(${x}px, ${y}px)`;
		const next = spotAt(card, event);
		if (next?.column === spot?.column && next?.index === spot?.index) return;
		spot = next;
		events.over(spot);
	};
	const giveUp = (event: KeyboardEvent) => {
		if (event.key === "Escape") finish(undefined);
	};
	const { signal } = end;
	card.setPointerCapture(down.pointerId);
	card.addEventListener("pointermove", move, { signal });
	card.addEventListener("pointerup", () => finish(spot), { signal });
	card.addEventListener("pointercancel", () => finish(undefined), { signal });
	document.addEventListener("keydown", giveUp, { signal });
}

/** The spot under a pointer: in the column there, above the first card whose middle is below it. */
function spotAt(card: HTMLElement, { clientX, clientY }: PointerEvent): Spot | undefined {
	const board = card.closest(".wm-kanban");
	for (const column of board?.querySelectorAll<HTMLElement>("[data-column]") ?? []) {
		const { left, right, top, bottom } = column.getBoundingClientRect();
		if (clientX < left || clientX > right || clientY < top || clientY > bottom) continue;
		const cards = [...column.querySelectorAll("[data-card]")].filter((one) => one !== card);
		const below = cards.findIndex((one) => {
			const box = one.getBoundingClientRect();
			return clientY < box.top + box.height / 2;
		});
		return { column: Number(column.dataset.column), index: below < 0 ? cards.length : below };
	}
	return undefined;
}
