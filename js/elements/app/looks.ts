/** The app's looks. */
import { PANEL_LOOKS } from "../looks.js";

export const APP_LOOKS = `${PANEL_LOOKS}
:host { display: grid; grid-template-rows: auto 1fr; height: 100%; min-height: 0; background: var(--color-bg); }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; padding: 0.6rem 1.25rem; border-block-end: 1px solid var(--color-border); background: var(--color-surface); }
.panes { display: grid; grid-template-columns: minmax(320px, 400px) 1fr; min-height: 0; }
.pane { display: flex; flex-direction: column; min-width: 0; min-height: 0; }
.chat { border-inline-end: 1px solid var(--color-border); background: var(--color-surface); }
auto-ui-chat, auto-ui-canvas { flex: 1; min-height: 0; }
auto-ui-console { flex: 0 0 40%; padding: 0.8rem; border-block-start: 1px solid var(--color-border); background: var(--color-surface); }
.tabs { display: none; gap: 0.25rem; }
.panels { display: grid; grid-template-columns: minmax(0, 1fr); max-height: 65dvh; overflow: auto; border-block-end: 1px solid var(--color-border); }
.empty { display: grid; place-content: center; justify-items: center; gap: 0.4rem; min-height: 60vh; padding: 2rem 1rem; text-align: center; color: var(--color-text2); }
.empty :is(h2, p) { margin: 0; } .empty h2 { color: var(--color-text1); font-size: 1.35rem; letter-spacing: -0.01em; } .empty auto-ui-suggestions { margin-block-start: 1rem; }
::slotted([slot=panels]) { border-block-start: 1px solid var(--color-border); }
@media (max-width: 800px) {
	.tabs { display: flex; order: 3; width: 100%; } .tabs button { flex: 1; }
	.tabs [aria-selected=true] { border-color: var(--color-accent); color: var(--color-accent); font-weight: 600; }
	.panes { grid-template-columns: 1fr; } .panes[data-pane=chat] > .board, .panes[data-pane=canvas] > .chat { display: none; }
	.chat { border-inline-end: 0; }
}
/* Where it is low, as at 200 %, panels and chat stand below each other and the pane scrolls. */
@media (max-height: 560px) {
	.pane.chat { overflow: auto; } .pane.chat > .panels { flex: none; max-height: none; overflow: visible; } .pane.chat > auto-ui-chat { flex: none; height: max(20rem, 70dvh); }
}
`;
