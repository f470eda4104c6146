/** The looks of what stands above a log. */
import { filterLooks } from "../filter.js";

export const looks = `${filterLooks}
.wm-log-bar { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.wm-log-bar .wm-filter { flex-basis: 8rem; }
.wm-log-levels { display: flex; flex-wrap: wrap; gap: 0.35rem; }
.wm-log-levels button { min-height: 1.9rem; padding: 0.15rem 0.65rem; border: 1px dashed var(--color-border2); border-radius: 99px; background: none;
	color: var(--color-text2); font: inherit; font-size: 0.8rem; cursor: pointer; }
.wm-log-levels button:hover { border-color: var(--color-accent); }
.wm-log-levels [aria-pressed="true"] { border: 1px solid var(--color-accent); color: var(--color-text1); background: color-mix(in srgb, var(--color-accent) 14%, transparent); }
.wm-log-levels button:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }`;
