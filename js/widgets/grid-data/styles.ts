/** The looks of a grid; a rule for each tint, so that cells need no style of their own. */
const TINTS = Array.from({ length: 11 }, (_, heat) => {
	return `.wm-grid td[data-heat="${heat}"] { background-color: color-mix(in srgb, var(--color-accent) ${4 + heat * 5}%, var(--color-surface)); }`;
}).join("\n");

export const looks = `
.wm-grid { scroll-padding-top: 2.5rem; }
.wm-table.wm-grid th { z-index: 1; padding: 0.45rem 0.7rem; font-weight: 600; color: var(--color-text2); overflow-wrap: anywhere; }
.wm-table.wm-grid td { min-width: 2.5rem; border-inline-start: 1px solid var(--color-border); text-align: center; overflow-wrap: anywhere; cursor: pointer; }
.wm-table.wm-grid td:first-child { border-inline-start: 0; } .wm-table.wm-grid tbody:first-child tr:first-child td { border-top: 0; }
${TINTS}
.wm-grid td:hover { box-shadow: inset 0 0 0 1px var(--color-accent); }
.wm-grid .wm-grid-marked { --mark: var(--color-amber); position: relative; font-weight: 700; box-shadow: inset 0 0 0 3px var(--mark); }
.wm-grid td:focus-visible { outline: 2px solid var(--color-accent); outline-offset: -2px; }
@media (forced-colors: active) { .wm-grid .wm-grid-marked { outline: 3px solid Highlight; outline-offset: -3px; } }`;
