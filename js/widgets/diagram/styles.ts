/** The looks of what stands around a diagram. */
import { takingLooks } from "../taking.js";

/** The drawing itself brings its own. */
export const looks = `
.wm-diagram { display: block; overflow: auto; contain: content; max-height: 40rem; direction: ltr; }
.wm-diagram[hidden] { display: none; }
.wm-diagram-bar { display: flex; flex-wrap: wrap; gap: 0.35rem; align-items: start; margin-top: 0.35rem; font-size: 0.8rem; }
.wm-diagram-source { flex: 1; min-width: 0; color: var(--color-text2); }
.wm-diagram-source summary { cursor: pointer; }
.wm-diagram-source pre { margin: 0.35rem 0 0; padding: 0.75rem; max-height: 16rem; overflow: auto; border-radius: 8px; background: var(--color-surface2); font: 0.8rem/1.5 ui-monospace, monospace; }
.wm-diagram-source summary:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }${takingLooks}`;
