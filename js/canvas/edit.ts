/** What a person does with the frames of a canvas: selects, moves, resizes, removes, by pointer, touch and keyboard. */
import type { CanvasSnapshot } from "../types/index.js";
import { element } from "../widgets/dom.js";
import { iconElement } from "../widgets/icons.js";
import { useStyles } from "../widgets/styles.js";
import { draggedBy } from "./drag.js";
import type { Frame } from "./frames.js";
import { guidesIn } from "./guides.js";
import { keysOf } from "./keys.js";
import type { Companion, Mounted } from "./mount.js";
import { raiseCovered } from "./raising.js";
import { say } from "../widgets/say.js";

const LOOKS = `
.wm-edited > .wm-frame { display: flex; flex-direction: column; overflow: visible !important; }
.wm-edited > .wm-frame > .wm-body { flex: 1; min-height: 0; overflow: auto; }
.wm-grip { position: absolute; z-index: 2; top: 0.2rem; inset-inline-end: 0.2rem; width: 1.75rem; height: 1.75rem; padding: 0; border: 1px solid transparent;
	border-radius: 8px; background: var(--color-surface); color: var(--color-text2); font: 1rem/1 system-ui, sans-serif; cursor: grab; touch-action: none; opacity: 0.55; }
.wm-grip > .wm-icon { vertical-align: middle; }
.wm-frame:hover > .wm-grip, .wm-grip:focus-visible, .wm-selected > .wm-grip { opacity: 1; border-color: var(--color-border2); }
.wm-grip:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-size { position: absolute; z-index: 2; right: 0; bottom: 0; width: 1.5rem; height: 1.5rem; cursor: nwse-resize; touch-action: none; }
.wm-size::after { content: ""; position: absolute; right: 5px; bottom: 5px; width: 8px; height: 8px; border: solid var(--color-border2); border-width: 0 2px 2px 0; }
.wm-edited:is([data-layout="grid"], [data-layout="tiling"]) .wm-size { display: none; }
.wm-frame.wm-selected { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-edited:is([data-layout="tiling"], [data-layout="floating"], [data-layout="stack"]) > .wm-frame.wm-selected { outline-offset: -2px; }
.wm-frame.wm-locked { border-style: dashed; } .wm-frame.wm-locked > .wm-size { display: none; } .wm-frame.wm-locked > .wm-grip { cursor: default; }
.wm-frame.wm-dragged { z-index: 10000 !important; opacity: 0.9; cursor: grabbing; }
.wm-guide { position: absolute; z-index: 10001; background: var(--color-accent); pointer-events: none; }
@media (forced-colors: active) { .wm-frame.wm-selected { outline-color: Highlight; } .wm-guide { background: Highlight; } .wm-grip { border-color: ButtonText; } }
@media (prefers-reduced-motion: no-preference) { .wm-edited > .wm-frame:not(.wm-dragged) { transition: left 120ms, top 120ms; } }`;

/** Lets a person work on a mounted canvas. */
export function edited(mounted: Mounted): Companion {
	const { container, canvas, frames } = mounted;
	useStyles(container, LOOKS);
	container.classList.add("wm-edited");
	const said = element("div", { class: "wm-hidden", role: "status" });
	container.append(said);
	const announce = (words: string) => {
		said.textContent = words;
	};
	const guides = guidesIn(container);
	const grips = new Map<Frame, HTMLButtonElement>();
	const drag = draggedBy(mounted, guides, announce);
	const keys = keysOf(mounted, announce, (id) => gripOf(frames.get(id))?.focus({ preventScroll: false }));
	const gripOf = (frame: Frame | undefined) => frame && grips.get(frame);

	const equip = (frame: Frame): HTMLButtonElement => {
		const id = frame.widget.id;
		const grip = element("button", { type: "button", class: "wm-grip", "aria-pressed": "false" });
		grip.append(iconElement("grip"));
		const handle = element("div", { class: "wm-size" });
		grip.addEventListener("click", (event) => {
			if (drag.justEnded()) return;
			const { selected } = canvas.getSnapshot();
			// A key adds to what is selected, as a click does with a key held.
			const adds = event.detail === 0 || event.shiftKey || event.ctrlKey || event.metaKey;
			const others = adds ? selected.filter((other) => other !== id) : [];
			const next = selected.includes(id) && (adds || selected.length === 1) ? others : [...others, id];
			canvas.select(next);
			if (next.includes(id)) raiseCovered(mounted, id);
			announce(say("{n} selected", { n: next.length }));
		});
		grip.addEventListener("keydown", (event) => keys.onGrip(event, id));
		drag.move(frame, grip);
		drag.resize(frame, handle);
		frame.outer.prepend(grip);
		frame.outer.append(handle);
		grips.set(frame, grip);
		return grip;
	};

	container.addEventListener("keydown", keys.onCanvas);
	return {
		follow({ blocks, selected }: CanvasSnapshot) {
			const chosen = new Set(selected);
			for (const frame of grips.keys()) if (frames.get(frame.widget.id) !== frame) grips.delete(frame);
			blocks.forEach((widget, at) => {
				const frame = frames.get(widget.id);
				if (!frame) return;
				const grip = grips.get(frame) ?? equip(frame);
				const about = { title: `${titleOf(widget.data)}${widget.type}`, at: at + 1, count: blocks.length };
				const name = say(
					widget.locked ? "{title}, {at} of {count}, locked" : "{title}, {at} of {count}",
					about,
				);
				if (grip.getAttribute("aria-label") !== name) grip.setAttribute("aria-label", name);
				const pressed = String(chosen.has(widget.id));
				if (grip.getAttribute("aria-pressed") !== pressed) grip.setAttribute("aria-pressed", pressed);
				frame.outer.classList.toggle("wm-selected", chosen.has(widget.id));
				frame.outer.classList.toggle("wm-locked", widget.locked === true);
			});
			keys.follow(selected);
		},
		end() {
			container.removeEventListener("keydown", keys.onCanvas);
			drag.end();
			guides.end();
			said.remove();
			container.classList.remove("wm-edited");
		},
	};
}

function titleOf({ title, label }: { readonly [key: string]: unknown }): string {
	const text = typeof title === "string" ? title : label;
	return typeof text === "string" && text !== "" ? `${text.slice(0, 80)}, ` : "";
}
