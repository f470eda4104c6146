/** The looks of what stands above a table. */
export const looks = `
.wm-table-bar { display: flex; gap: 0.5rem; align-items: center; margin: 0 0 0.5rem; }
.wm-table-bar input { flex: 1; min-width: 0; box-sizing: border-box; padding: 0.35rem 0.6rem; font: inherit; font-size: 0.85rem; color: var(--color-text1);
	background: var(--color-bg); border: 1px solid var(--color-border); border-radius: 8px; }
.wm-menu { position: relative; font-size: 0.85rem; }
.wm-menu summary { padding: 0.35rem 0.6rem; cursor: pointer; list-style: none; border: 1px solid var(--color-border); border-radius: 8px; }
.wm-menu summary::-webkit-details-marker { display: none; }
.wm-menu > div { position: absolute; inset-inline-end: 0; z-index: 2; display: grid; min-width: 8rem; margin-top: 0.25rem; padding: 0.25rem; background: var(--color-surface);
	border: 1px solid var(--color-border2); border-radius: 8px; box-shadow: 0 8px 24px -12px rgb(0 0 0 / 40%); }
.wm-menu button { padding: 0.35rem 0.6rem; border: 0; border-radius: 6px; background: none; color: var(--color-text1); font: inherit; text-align: start; cursor: pointer; }
.wm-menu button:hover { background: var(--color-surface2); }
.wm-table-bar :is(input, summary, button):focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-table tbody tr:focus-visible { outline: 2px solid var(--color-accent); outline-offset: -2px; }
.wm-table tr[aria-selected="true"] td { background: color-mix(in srgb, var(--color-accent) 16%, transparent); }
.wm-table .wm-room td { padding: 0; border: 0; }`;
