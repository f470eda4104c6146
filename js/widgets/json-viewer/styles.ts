/** The looks of the widget `json-viewer`. */
export const looks = `
.wm-json { font: 0.82rem/1.6 ui-monospace, monospace; overflow-wrap: anywhere; }
.wm-json bdi { white-space: pre-wrap; }
.wm-json ul { margin: 0; padding: 0 0 0 1.1rem; list-style: none; border-left: 1px solid var(--color-border); }
.wm-json details > ul { margin-left: 0.3rem; }
.wm-json summary { cursor: pointer; border-radius: 4px; }
.wm-json summary::marker { color: var(--color-text2); }
.wm-json summary:hover { background: color-mix(in srgb, var(--color-accent) 7%, transparent); }
.wm-json summary:focus-visible, .wm-json-more:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-json-name { color: var(--color-accent); } .wm-json-size { color: var(--color-text2); }
.wm-json-text { color: var(--color-teal); } .wm-json-number { color: var(--color-amber); }
.wm-json-truth, .wm-json-none { color: var(--color-accent2); }
.wm-json-more { margin: 0.25rem 0 0.25rem 1.4rem; padding: 0.1rem 0.6rem; border: 1px solid var(--color-border2); border-radius: 6px;
	background: transparent; color: var(--color-text2); font: inherit; cursor: pointer; }`;
