/** A menu on each frame: to see its widget alone on the screen, and to take it along. */
import { element } from "../widgets/dom.js";
import { iconElement } from "../widgets/icons.js";
import { useStyles } from "../widgets/styles.js";
import type { Frame } from "./frames.js";
import type { Companion, Mounted } from "./mount.js";
import { type Way, waysOf } from "./take.js";
import { say } from "../widgets/say.js";

const LOOKS = `
/* Above what a widget has in its own corner, such as a button that copies. */
.wm-frame:has(> .wm-more) { padding-block-start: 2.1rem; }
.wm-more { position: absolute; z-index: 3; top: 0.2rem; inset-inline-end: 0.2rem; }
.wm-edited > .wm-frame > .wm-more { inset-inline-end: 2.2rem; }
.wm-more > summary { box-sizing: border-box; display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border: 1px solid transparent; border-radius: 8px;
	background: var(--color-surface); color: var(--color-text2); list-style: none; cursor: pointer; opacity: 0.55; }
.wm-more > summary::-webkit-details-marker { display: none; }
.wm-frame:hover > .wm-more > summary, .wm-more > summary:focus-visible, .wm-more[open] > summary { opacity: 1; border-color: var(--color-border2); }
.wm-more :focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-more > div { position: absolute; top: 100%; inset-inline-end: 0; display: grid; min-width: 10rem; padding: 0.25rem; border: 1px solid var(--color-border2); border-radius: 8px;
	background: var(--color-surface); box-shadow: 0 8px 24px -12px rgb(0 0 0 / 40%); }
.wm-more button { min-height: 2rem; padding: 0.2rem 0.6rem; border: 0; border-radius: 6px; background: transparent; color: var(--color-text1); font: inherit; font-size: 0.85rem; text-align: start; cursor: pointer; }
.wm-more button:hover { background: var(--color-surface2); }
.wm-more p { margin: 0.25rem 0.6rem; font-size: 0.8rem; color: var(--color-text2); }
.wm-frame:has(> .wm-more[open]) { z-index: 9999 !important; overflow: visible !important; }
.wm-frame:fullscreen { padding: 2rem; overflow: auto !important; border: 0; border-radius: 0; }
@media (forced-colors: active) { .wm-more > summary, .wm-more > div { border-color: ButtonText; } }`;

/** Gives each frame of a mounted canvas its menu. */
export function withMenus({ container, frames }: Mounted): Companion {
	useStyles(container, LOOKS);
	const menus = new Map<Frame, HTMLDetailsElement>();
	return {
		follow() {
			for (const frame of frames.values()) {
				if (menus.has(frame)) continue;
				const menu = menuOf(frame);
				menus.set(frame, menu);
				frame.outer.prepend(menu);
			}
			for (const frame of menus.keys()) if (frames.get(frame.widget.id) !== frame) menus.delete(frame);
		},
		end() {
			for (const menu of menus.values()) menu.remove();
			menus.clear();
		},
	};
}

function menuOf(frame: Frame): HTMLDetailsElement {
	const head = element("summary");
	head.append(iconElement("more"));
	const items = element("div");
	const menu = element("details", { class: "wm-more" }, head, items);
	const close = () => {
		menu.open = false;
	};
	const item = ({ label, take }: Way) => {
		const button = element("button", { type: "button" }, label);
		button.addEventListener("click", async () => {
			try {
				await take();
				close();
				head.focus();
			} catch (error) {
				const reason = error instanceof Error ? error.message : String(error);
				items.append(element("p", { role: "alert" }, say("That did not work: {reason}", { reason })));
			}
		});
		return button;
	};
	// What can be taken hangs on what is shown by then.
	menu.addEventListener("toggle", () => {
		if (menu.open)
			items.replaceChildren(...[...wholeScreen(frame), ...waysOf(frame.body, frame.widget)].map(item));
	});
	// Safari gives a button no focus for a press: the menu would lose it, and close before the press is a click.
	items.addEventListener("mousedown", (event) => event.preventDefault());
	menu.addEventListener("focusout", ({ relatedTarget }) => {
		if (!menu.contains(relatedTarget as Node | null)) close();
	});
	menu.addEventListener("keydown", (event) => {
		if (!menu.open || event.key !== "Escape") return;
		event.stopPropagation();
		close();
		head.focus();
	});
	head.setAttribute("aria-label", say("{type}: view and save", { type: frame.widget.type }));
	return menu;
}

/** To the whole screen and back, where the browser can. */
function wholeScreen({ outer }: Frame): readonly Way[] {
	if (!outer.ownerDocument.fullscreenEnabled) return [];
	return outer.matches(":fullscreen")
		? [{ label: say("Leave full screen"), take: () => outer.ownerDocument.exitFullscreen() }]
		: [{ label: say("Full screen"), take: () => outer.requestFullscreen() }];
}
