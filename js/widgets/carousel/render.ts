/** Slides, one at a time. */
import { numberOf } from "../amount.js";
import { listOf } from "../dom.js";
import { heading, note } from "../parts.js";
import { stepOf } from "../picture.js";
import { useStyles } from "../styles.js";
import { animated } from "../theme.js";
import { html, nothing, stateful, titleOf } from "../view.js";
import { clockOf } from "./clock.js";
import { slide } from "./slide.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

const MAX_SLIDES = 50;
/** More dots than these are a number. */
const MAX_DOTS = 12;
const INTERVAL = { least: 2000, usual: 5000, most: 600_000 } as const;
/** How far a finger goes for another slide, CSS pixels. */
const SWIPE = 40;

/** Draws a slide and the way to the others; it moves by itself only where that is wanted. */
export default stateful(({ container, redraw, emit, onDispose }) => {
	useStyles(container, looks);
	let at = 0;
	let count = 0;
	let isHeld = false;
	let touched: number | undefined;
	const show = (to: number) => {
		at = (to + count) % count;
		redraw();
	};
	const clock = clockOf(container, () => show(at + 1));
	onDispose(() => clock.every(undefined));
	const go = (to: number) => {
		if (count < 2) return;
		show(to);
		clock.restart();
		emit("slidechange", { index: at });
	};
	const keys = (event: KeyboardEvent) => {
		const by = stepOf(event);
		if (by === 0) return;
		event.preventDefault();
		go(at + by);
	};
	// A mouse selects words instead.
	const touch = ({ clientX, pointerType }: PointerEvent) => {
		touched = pointerType === "mouse" ? undefined : clientX;
	};
	const release = ({ clientX, currentTarget }: PointerEvent) => {
		const way = touched === undefined ? 0 : clientX - touched;
		touched = undefined;
		const isRtl = getComputedStyle(currentTarget as HTMLElement).direction === "rtl";
		if (Math.abs(way) >= SWIPE) go(at + (way < 0 === isRtl ? -1 : 1));
	};
	const hold = () => {
		isHeld = !isHeld;
		redraw();
	};
	const step = (label: string, sign: string, by: number) =>
		html`<button type="button" class="wm-step" aria-label=${label} @click=${() => go(at + by)}>${sign}</button>`;
	const dot = (_: unknown, to: number) =>
		html`<button type="button" class="wm-dot" aria-label=${say("Slide {at}", { at: to + 1 })} aria-current=${to === at ? "true" : nothing}
			@click=${() => go(to)}></button>`;
	return (data) => {
		const all = listOf(data.slides);
		const slides = all.slice(0, MAX_SLIDES);
		count = slides.length;
		at = Math.min(at, Math.max(count - 1, 0));
		const title = titleOf(data);
		const mayMove = data.autoPlay === true && count > 1 && animated(1) > 0;
		const wanted = numberOf(data.interval) ?? INTERVAL.usual;
		const isMoving = mayMove && !isHeld;
		clock.every(isMoving ? Math.min(Math.max(wanted, INTERVAL.least), INTERVAL.most) : undefined);
		const more =
			all.length > MAX_SLIDES ? say("{n} more are not shown.", { n: all.length - MAX_SLIDES }) : "";
		if (count === 0) return html`${heading(title)}${note(say("There are no slides."))}`;
		// What moves must have something to stop it.
		const pause = html`<button type="button" class="wm-step" @click=${hold}>${isHeld ? say("Play") : say("Pause")}</button>`;
		const place = count > MAX_DOTS ? html`<bdi>${at + 1} of ${count}</bdi>` : slides.map(dot);
		const bar = html`<div class="wm-carousel-bar">
			${step(say("Previous slide"), "‹", -1)}<div class="wm-dots">${place}</div>${mayMove ? pause : nothing}${step(say("Next slide"), "›", 1)}
		</div>`;
		return html`${heading(title)}
			<section class="wm-carousel" aria-roledescription="carousel" aria-label=${title || say("Slides")} @keydown=${keys}
				@pointerleave=${clock.restart} @focusout=${clock.restart}>
				<div class="wm-slides" aria-live=${isMoving ? "off" : "polite"} @pointerdown=${touch} @pointerup=${release}>
					${slides.map((one, place) => slide(one, place, count, place === at))}
				</div>
				${count > 1 ? bar : nothing}
			</section>
			${note(more)}`;
	};
});
