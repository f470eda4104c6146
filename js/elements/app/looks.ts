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
.bar .quiet { display: inline-flex; align-items: center; gap: 0.4rem; }
.tabs { display: none; gap: 0.25rem; }
.panels { position: relative; z-index: 3; display: flex; border-block-end: 1px solid var(--color-border); background: var(--color-surface); }
.panels > .panel { flex: 1 1 0; min-width: 0; border: 0; }
.panels > .panel > summary { position: relative; display: grid; justify-items: center; gap: 0.1rem; padding: 0.5rem 0.25rem 0.4rem; border-block-end: 2px solid transparent; color: var(--color-text2); font-size: 0.75rem; text-align: center; }
.panels > .panel > summary::after { content: none; }
.panels > .panel > summary:hover, .panels > .panel[open] > summary { color: var(--color-text1); } .panels > .panel[open] > summary { border-color: var(--color-accent); }
.panels > .panel > summary .wm-icon { width: 1.4rem; height: 1.4rem; }
.panels > .panel > summary > .dot { position: absolute; inset-block-start: 0.45rem; inset-inline-start: calc(50% + 0.6rem); }
.panels > .panel > summary > .name { max-width: 100%; font-weight: 500; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.panels > .panel > summary > progress { position: absolute; inset-block-end: 0; height: 3px; border-radius: 0; }
.panels > .panel > .inside { position: absolute; inset-inline: 0; top: 100%; max-height: max(40dvh, min(65dvh, 100dvh - 22rem, 36rem)); padding-block: 0.8rem 1rem; overflow: auto; border-block-end: 1px solid var(--color-border2);
	background: var(--color-surface); box-shadow: 0 12px 24px -16px rgb(0 0 0 / 45%); }
.panels > .panel > .inside > .panel { margin: 0; } .panels > .panel > .inside > .panel > :is(summary, .inside) { padding-inline: 0; }
button.trouble { flex: none; border-radius: 0; border-block-end: 1px solid var(--color-border); text-align: start; overflow-wrap: anywhere; }
.empty { display: grid; place-content: center; justify-items: center; gap: 0.4rem; min-height: 60vh; padding: 2rem 1rem; text-align: center; color: var(--color-text2); }
.empty :is(h2, p) { margin: 0; } .empty h2 { color: var(--color-text1); font-size: 1.35rem; letter-spacing: -0.01em; } .empty auto-ui-suggestions { margin-block-start: 1rem; }
::slotted([slot=panels]) { border-block-start: 1px solid var(--color-border); }
@media (max-width: 800px) {
	.bar { gap: 0.5rem 0.25rem; padding-inline: 1rem; } .bar .quiet { padding-inline: 0.5rem; }
	.bar .label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
	.tabs { display: flex; order: 3; width: 100%; } .tabs button { flex: 1; }
	.tabs [aria-selected=true] { border-color: var(--color-accent); color: var(--color-accent); font-weight: 600; }
	.panes { grid-template-columns: 1fr; } .panes[data-pane=chat] > .board, .panes[data-pane=canvas] > .chat { display: none; }
	.chat { border-inline-end: 0; }
}
/* Where it is low, as at 200 %, panels and chat stand below each other and the pane scrolls. */
@media (max-height: 560px) {
	.pane.chat { overflow: auto; } .pane.chat > .panels { flex: none; } .pane.chat > auto-ui-chat { flex: none; height: max(20rem, 70dvh); }
}
`;
