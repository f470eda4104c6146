/** The looks of buttons. */
export const looks = `
.wm-actions { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.wm-action { min-height: 2.25rem; max-width: 100%; padding: 0.4rem 0.95rem; border: 1px solid var(--color-border2); border-radius: 8px;
	background: var(--color-surface); color: var(--color-text1); font: inherit; font-size: 0.9rem; font-weight: 600; overflow-wrap: anywhere; cursor: pointer; }
.wm-action:hover { border-color: var(--color-accent); background: color-mix(in srgb, var(--color-accent) 8%, var(--color-surface)); }
.wm-action-primary { border-color: var(--color-accent); background: var(--color-accent); color: var(--color-surface); }
.wm-action-primary:hover { background: color-mix(in srgb, var(--color-accent) 88%, var(--color-text1)); }
.wm-action:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 2px; }`;
