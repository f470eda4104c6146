/** The looks of bars; each browser has its own name for the part that is filled. */
export const looks = `
.wm-progress { margin: 0; padding: 0; list-style: none; display: grid; gap: 0.75rem; }
.wm-progress div { display: flex; justify-content: space-between; gap: 1rem; margin-bottom: 0.3rem; font-size: 0.85rem; overflow-wrap: anywhere; }
.wm-progress-value { flex: none; max-width: 60%; font-weight: 600; color: var(--color-text2); font-variant-numeric: tabular-nums; }
.wm-progress progress { appearance: none; display: block; width: 100%; height: 0.55rem; overflow: hidden; border: 0; border-radius: 99px; background: var(--color-surface2); }
.wm-progress ::-webkit-progress-bar { background: var(--color-surface2); }
.wm-progress ::-webkit-progress-value { border-radius: 99px; background: var(--color-accent); }
.wm-progress ::-moz-progress-bar { border-radius: 99px; background: var(--color-accent); }
@media (forced-colors: active) {
	.wm-progress progress { forced-color-adjust: none; border: 1px solid CanvasText; background: Canvas; }
	.wm-progress ::-webkit-progress-bar { background: Canvas; } .wm-progress ::-webkit-progress-value { background: Highlight; }
	.wm-progress ::-moz-progress-bar { background: Highlight; }
}`;
