/** The looks of the widget `diff`. */
export const looks = `
.wm-diff-sum { margin: 0 0 0.5rem; font-size: 0.8rem; color: var(--color-text2); }
.wm-diff { max-height: 420px; overflow: auto; border: 1px solid var(--color-border); border-radius: 8px; font: 0.8rem/1.5 ui-monospace, monospace; }
.wm-diff:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-diff ol { margin: 0; padding: 0.25rem 0; list-style: none; }
.wm-diff-line { position: relative; --tone: transparent; display: grid; grid-template-columns: 2.6rem 2.6rem 1.4rem minmax(0, 1fr);
	background: color-mix(in srgb, var(--tone) 13%, transparent); }
.wm-diff-added { --tone: var(--color-teal); } .wm-diff-removed { --tone: var(--color-accent2); }
.wm-diff-number { padding-inline-end: 0.5rem; text-align: end; color: var(--color-text2); user-select: none; font-variant-numeric: tabular-nums; }
.wm-diff-mark { text-align: center; font-weight: 700; user-select: none; color: var(--tone); }
.wm-diff-text { padding-inline-end: 0.5rem; white-space: pre-wrap; overflow-wrap: anywhere; min-height: 1.5em; }
.wm-diff-fold { width: 100%; padding: 0.2rem 0.75rem; border: 0; background: var(--color-surface2); color: var(--color-text2); font: inherit;
	text-align: start; cursor: pointer; }
.wm-diff-fold:hover { color: var(--color-text1); }
.wm-diff-fold:focus-visible { outline: 2px solid var(--color-accent); outline-offset: -2px; }`;
