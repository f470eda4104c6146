/** The looks of a form. */
export const looks = `
.wm-form { display: grid; gap: 0.85rem; }
.wm-field { display: grid; gap: 0.3rem; justify-items: start; }
.wm-field label { font-size: 0.85rem; font-weight: 600; }
.wm-field input:not([type="checkbox"]):not([type="color"]), .wm-field select, .wm-field textarea { box-sizing: border-box; width: 100%; padding: 0.5rem 0.65rem; font: inherit;
	color: var(--color-text1); background: var(--color-bg); border: 1px solid var(--color-border2); border-radius: 8px; }
.wm-field :is(input, select, textarea):focus-visible, .wm-form button:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-field .wm-note { margin: 0; }
.wm-form-end { display: flex; align-items: center; gap: 0.75rem; }
.wm-form button { padding: 0.5rem 1.1rem; font: inherit; font-weight: 600; cursor: pointer; color: var(--color-surface); background: var(--color-accent);
	border: 1px solid transparent; border-radius: 8px; }
.wm-form-end span { font-size: 0.85rem; color: var(--color-text2); }`;
