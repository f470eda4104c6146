/** The looks of what stands above a table and below, and of the ways in which its rows can be shown. */
import { filterLooks } from "../filter.js";

export const looks = `${filterLooks}
.wm-table-bar { display: flex; gap: 0.5rem; align-items: center; margin: 0 0 0.5rem; }
.wm-menu { position: relative; font-size: 0.85rem; }
.wm-menu summary { padding: 0.35rem 0.6rem; cursor: pointer; list-style: none; border: 1px solid var(--color-border); border-radius: 8px; }
.wm-menu summary::-webkit-details-marker { display: none; }
.wm-menu > div { position: absolute; inset-inline-end: 0; z-index: 2; display: grid; min-width: 8rem; margin-top: 0.25rem; padding: 0.25rem; background: var(--color-surface);
	border: 1px solid var(--color-border2); border-radius: 8px; box-shadow: 0 8px 24px -12px rgb(0 0 0 / 40%); }
.wm-menu button { padding: 0.35rem 0.6rem; border: 0; border-radius: 6px; background: none; color: var(--color-text1); font: inherit; text-align: start; cursor: pointer; }
.wm-menu button:hover { background: var(--color-surface2); }
.wm-table-bar :is(summary, button):focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-table tbody tr:focus-visible { outline: 2px solid var(--color-accent); outline-offset: -2px; }
.wm-table tr[aria-selected="true"] td { background: color-mix(in srgb, var(--color-accent) 16%, transparent); }
.wm-table.wm-compact td { padding: 0.15rem 0.45rem; } .wm-compact .wm-sort { padding: 0.25rem 0.45rem; }
.wm-striped .wm-odd { background: color-mix(in srgb, var(--color-text1) 5%, transparent); }
.wm-table.wm-paged { max-height: 40rem; }
.wm-table .wm-room td { padding: 0; border: 0; }
.wm-pages { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; margin-top: 0.5rem; font-size: 0.85rem; color: var(--color-text2); }
.wm-pages button { min-height: 2rem; padding: 0.25rem 0.75rem; border: 1px solid var(--color-border2); border-radius: 8px; background: var(--color-surface);
	color: var(--color-text1); font: inherit; cursor: pointer; }
.wm-pages button:hover { border-color: var(--color-accent); color: var(--color-accent); }
.wm-pages button:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-pages [aria-disabled="true"], .wm-pages [aria-disabled="true"]:hover { border-color: var(--color-border); color: var(--color-text2); opacity: 0.6; cursor: default; }
@media (forced-colors: active) {
	.wm-pages [aria-disabled="true"], .wm-pages [aria-disabled="true"]:hover { border-color: GrayText; color: GrayText; opacity: 1; }
}`;
