/** The looks that elements share. Colours are the package's tokens, which a page sets as it likes. */

import { ICON_LOOKS } from "../widgets/icons.js";

export const BASE_LOOKS = `
:host { display: block; box-sizing: border-box; color: var(--color-text1); font: var(--auto-ui-font, 15px / 1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif); }
:host([hidden]), [hidden] { display: none !important; }
@media (prefers-contrast: more) { :host { --color-text2: var(--color-text1); --color-border: var(--color-text1); --color-border2: var(--color-text1); --color-surface2: var(--color-surface); } }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; transition: none !important; } }
`;

/** Of buttons, fields and texts; widgets have their own. */
export const LOOKS = `${BASE_LOOKS}${ICON_LOOKS}
:host { --radius: var(--auto-ui-radius, 14px); --gap: var(--auto-ui-gap, 0.7rem); --danger: light-dark(#b91c1c, #fca5a5); }
*, ::before, ::after { box-sizing: border-box; }
:is(button, input, select, textarea, summary, a, [tabindex]):focus-visible { outline: 2px solid var(--color-accent); outline-offset: 2px; }
button { min-height: 2rem; padding: 0.3rem 0.8rem; border: 1px solid var(--color-border2); border-radius: 9px; background: var(--color-surface); color: inherit; font: inherit; cursor: pointer; }
button:hover { border-color: var(--color-accent); }
button:disabled { opacity: 0.5; cursor: default; }
button.primary { border-color: transparent; background: var(--color-accent); color: var(--color-surface); font-weight: 600; }
button.stop { border-color: var(--danger); color: var(--danger); font-weight: 600; }
button.quiet { border-color: transparent; background: transparent; color: var(--color-text2); font-size: 0.85rem; }
button.quiet:hover { background: var(--color-surface2); }
:is(input:not([type=checkbox], [type=radio]), select, textarea) { width: 100%; min-width: 0; min-height: 2rem; padding: 0.45rem 0.65rem; border: 1px solid var(--color-border2); border-radius: 9px;
	background: var(--color-bg); color: var(--color-text1); font: inherit; }
::placeholder { color: var(--color-text2); opacity: 1; }
input:is([type=checkbox], [type=radio]) { accent-color: var(--color-accent); }
.field { display: grid; gap: 0.25rem; font-size: 0.8rem; color: var(--color-text2); }
.fields, .body { display: grid; gap: var(--gap); }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.start { text-align: start; }
.grow { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.hint, small { margin: 0; font-size: 0.8rem; color: var(--color-text2); overflow-wrap: anywhere; }
.failed { margin: 0; color: var(--danger); overflow-wrap: anywhere; }
.dot { flex: none; width: 9px; height: 9px; border-radius: 50%; background: var(--color-text2); forced-color-adjust: none; }
.dot.here { display: inline-block; } .dot[data-phase=ready] { background: #16a34a; } .dot[data-phase=error] { background: var(--danger); }
.dot[data-phase=asking] { background: var(--color-amber); }
.dot[data-phase=loading] { background: var(--color-amber); animation: pulse 1s ease-in-out infinite alternate; }
@keyframes pulse { to { opacity: 0.3; } }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
ul.plain, ol.plain { display: grid; gap: 0.5rem; margin: 0; padding: 0; list-style: none; }
pre { margin: 0.3rem 0; padding: 0.5rem; max-height: 220px; overflow: auto; border-radius: 8px; background: var(--color-bg); font: 0.75rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
summary { cursor: pointer; }
h2, h3 { margin: 0; font-size: 1rem; }
progress { display: block; width: 100%; height: 4px; border: 0; appearance: none; border-radius: 2px; background: var(--color-surface2); overflow: hidden; }
progress::-webkit-progress-bar { background: var(--color-surface2); } progress::-webkit-progress-value { background: var(--color-accent); } progress::-moz-progress-bar { background: var(--color-accent); }
@media (forced-colors: active) { button.primary { border-color: ButtonText; } progress { border: 1px solid CanvasText; } .dot { background: CanvasText; } }
`;

/** A panel that opens: what it is, how it stands, and what is inside. */
export const PANEL_LOOKS = `
.panel > summary { display: flex; align-items: center; gap: 0.55rem; font-size: 0.85rem; padding: 0.6rem 1.1rem; list-style: none; }
.panel > summary::-webkit-details-marker { display: none; }
.panel > summary::after { content: ""; flex: none; width: 0.45rem; height: 0.45rem; margin-inline: auto 0.2rem; border: solid var(--color-text2); border-width: 0 2px 2px 0; rotate: 45deg; translate: 0 -25%; } .panel[open] > summary::after { rotate: -135deg; translate: 0 25%; }
.panel > summary:focus-visible { outline-offset: -2px; }
.panel .panel { margin-inline-start: 1.1rem; }
.panel + .panel { border-block-start: 1px solid var(--color-border); }
.name { flex: none; font-weight: 600; } .state { min-width: 0; color: var(--color-text2); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.panel[open] .state, .panel[data-phase=error] .state { white-space: normal; } .panel[open] > summary { flex-wrap: wrap; } .panel[open] .state { flex: 1 1 11rem; }
.panel > progress { border-radius: 0; height: 3px; }
.inside { display: grid; gap: var(--gap); padding: 0.3rem 1.1rem 1rem; }
`;
