/** On narrow screens chat and canvas are tabs; on wide ones both show and the tabs are hidden. */
import { byId } from "./dom.js";

/** The two panes. */
export type Pane = "chat" | "canvas";

/** Wires the tabs and returns the function that brings a pane to the front. */
export function setUpTabs(): (pane: Pane) => void {
	const panes: Pane[] = ["chat", "canvas"];
	const show = (chosen: Pane) => {
		document.body.dataset.pane = chosen;
		for (const pane of panes) {
			const tab = byId(`tab-${pane}`);
			tab.setAttribute("aria-selected", String(pane === chosen));
			tab.tabIndex = pane === chosen ? 0 : -1;
		}
	};
	for (const pane of panes) {
		const tab = byId(`tab-${pane}`);
		tab.addEventListener("click", () => show(pane));
		tab.addEventListener("keydown", ({ key }) => {
			if (key !== "ArrowLeft" && key !== "ArrowRight") return;
			const other = pane === "chat" ? "canvas" : "chat";
			show(other);
			byId(`tab-${other}`).focus();
		});
	}
	show("chat");
	return show;
}
