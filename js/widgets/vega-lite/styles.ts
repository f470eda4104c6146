/** The looks of a chart that a spec describes. */
import { takingLooks } from "../taking.js";

/** What a chart asks of the pointer could be a picture of an address. */
export const looks = `
.wm-vega { position: relative; min-width: 0; overflow: auto; direction: ltr; }
.wm-vega, .wm-vega * { cursor: default !important; }
.wm-vega :is(svg, canvas) { display: block; max-width: none; }
.wm-vega-tip { position: absolute; z-index: 2; display: grid; grid-template-columns: auto auto; gap: 0 0.6rem; max-width: min(18rem, 90%); margin: 0; padding: 0.35rem 0.6rem;
	pointer-events: none; border: 1px solid var(--color-border2); border-radius: 8px; background: var(--color-surface); color: var(--color-text1); font-size: 0.8rem; overflow-wrap: anywhere; }
.wm-vega-tip[hidden] { display: none; }
.wm-vega-tip dt { color: var(--color-text2); } .wm-vega-tip dd { margin: 0; font-variant-numeric: tabular-nums; }
.wm-vega > [role="img"]:focus-visible { outline: 2px solid var(--color-accent); outline-offset: -2px; }
.wm-vega > [role="status"] { top: 0; left: 0; }
.wm-vega-rings { position: absolute; z-index: 1; top: 0; left: 0; overflow: hidden; pointer-events: none; }
.wm-vega-rings > div { position: absolute; outline: 2px solid var(--color-text1); outline-offset: 1px; border-radius: 3px; box-shadow: 0 0 0 1px var(--color-surface), 0 0 0 4px var(--color-surface); }
.wm-vega-inputs { display: flex; flex-wrap: wrap; gap: 0.35rem 1rem; margin-top: 0.5rem; font-size: 0.85rem; color: var(--color-text2); }
.wm-vega-inputs:empty { display: none; }
.wm-vega .vega-bind label { display: flex; gap: 0.5rem; align-items: center; }
.wm-vega :is(input, select) { font: inherit; accent-color: var(--color-accent); }
.wm-vega :is(input, select):focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }${takingLooks}`;
