/** The looks of buttons that run code, and of what it writes. */
export const runLooks = `
.wm-run-bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; font-size: 0.85rem; }
.wm-run-bar [role="status"] { color: var(--color-text2); overflow-wrap: anywhere; min-width: 0; }
.wm-run, .wm-run-quiet { padding: 0.3rem 0.8rem; border: 1px solid transparent; border-radius: 8px; font: inherit; font-size: 0.85rem; font-weight: 600; cursor: pointer;
	color: var(--color-surface); background: var(--color-accent); }
.wm-run-quiet { font-weight: 500; color: var(--color-text1); background: none; border-color: var(--color-border2); }
.wm-run-stop { color: var(--color-accent2); background: none; border-color: var(--color-accent2); }
:is(.wm-run, .wm-run-quiet):focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-run-quiet:disabled { opacity: 0.45; cursor: default; }
.wm-run-code summary { cursor: pointer; font-size: 0.85rem; color: var(--color-text2); }
.wm-run-code summary:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-run-lines { max-height: 180px; }`;
