/** The looks of a notebook. */
import { runLooks } from "../js-sandbox/isolated/looks.js";

export const looks = `${runLooks}
.wm-notebook { display: grid; gap: 0.75rem; }
.wm-cells { display: grid; gap: 0.75rem; }
.wm-cell { min-width: 0; display: grid; gap: 0.5rem; padding: 0.6rem 0.8rem; border: 1px solid var(--color-border); border-inline-start: 3px solid var(--color-border2); border-radius: 8px; }
.wm-cell-runs, .wm-cell-waits { border-inline-start-color: var(--color-accent); } .wm-cell-stale { border-inline-start-color: var(--color-amber); }
.wm-cell > * { min-width: 0; margin-block: 0; }
.wm-cell-kind { font-size: 0.75rem; font-weight: 600; color: var(--color-text2); }
.wm-cell-variable { font-family: ui-monospace, monospace; color: var(--color-teal); }
.wm-cell-state { font-size: 0.8rem; color: var(--color-text2); } .wm-cell-stale .wm-cell-state { color: var(--color-amber); }
.wm-cell-ways { display: flex; gap: 0.35rem; margin-inline-start: auto; }
.wm-cell textarea, .wm-cell-name input { box-sizing: border-box; padding: 0.5rem 0.65rem; color: var(--color-text1); background: var(--color-bg);
	border: 1px solid var(--color-border2); border-radius: 8px; font: 0.8rem/1.5 ui-monospace, monospace; }
.wm-cell textarea { display: block; width: 100%; resize: vertical; }
.wm-cell :is(textarea, input):focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-cell-name { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; font-size: 0.8rem; color: var(--color-text2); }
.wm-cell-name input { padding: 0.25rem 0.5rem; max-width: 14rem; min-width: 0; }
.wm-cell .wm-cell-head { padding: 0.4rem 0.7rem; color: var(--color-text2); }`;
