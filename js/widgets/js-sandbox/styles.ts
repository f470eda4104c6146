/** The looks of code that runs apart. */
import { runLooks } from "./isolated/looks.js";

export const looks = `${runLooks}
.wm-sandbox iframe { display: block; box-sizing: border-box; width: 100%; border: 1px solid var(--color-border); border-radius: 8px; background: var(--color-bg); }
.wm-sandbox iframe[hidden] { display: none; }
.wm-sandbox iframe:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-sandbox { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.6rem; }
.wm-sandbox .wm-code { max-height: 240px; }`;
