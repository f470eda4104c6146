/** The looks of slides. They lie on each other, so that the highest says how much room all have. */
import { pictureLooks } from "../picture.js";

export const looks = `${pictureLooks}
.wm-slides { display: grid; touch-action: pan-y; }
.wm-slide { grid-area: 1 / 1; min-width: 0; align-self: center; visibility: hidden; opacity: 0; transition: opacity 0.25s; overflow-wrap: anywhere; }
.wm-slide-shown { visibility: visible; opacity: 1; }
.wm-slide .wm-picture { aspect-ratio: 16 / 9; }
.wm-slide img { width: 100%; height: 100%; position: absolute; inset: 0; object-fit: contain; }
.wm-slide:not(.wm-slide-shown, .wm-slide-shown + *) img { display: none; }
.wm-slide-title { margin-top: 0.6rem; font-size: 1.05rem; font-weight: 700; } .wm-slide-subtitle { font-size: 0.85rem; color: var(--color-text2); }
.wm-slide-content { margin-top: 0.35rem; line-height: 1.5; white-space: pre-line; }
.wm-carousel-bar { display: flex; align-items: center; gap: 0.5rem; margin-top: 0.75rem; }
.wm-dots { flex: 1; display: flex; flex-wrap: wrap; justify-content: center; font-size: 0.85rem; color: var(--color-text2); }
.wm-dot { width: 1.5rem; height: 1.5rem; padding: 0; display: grid; place-items: center; border: 0; border-radius: 50%; background: none; cursor: pointer; }
.wm-dot::before { content: ""; width: 0.55rem; height: 0.55rem; border-radius: 50%; background: var(--color-border2); }
.wm-dot:hover::before { background: var(--color-text2); } .wm-dot[aria-current]::before { background: var(--color-accent); }
.wm-dot:focus-visible { outline: 2px solid var(--color-accent); outline-offset: -1px; }
@media (prefers-reduced-motion: reduce) { .wm-slide { transition: none; } }
@media (forced-colors: active) { .wm-dot::before { border: 1px solid ButtonText; } .wm-dot[aria-current]::before { forced-color-adjust: none; background: Highlight; } }`;
