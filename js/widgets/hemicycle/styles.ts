/** The looks of the widget `hemicycle`. */
export const looks = `
.wm-hemicycle { display: block; width: 100%; max-width: 36rem; max-height: 22rem; margin: 0 auto; }
.wm-hemicycle circle { stroke: var(--color-text2); stroke-width: 0.8; stroke-opacity: 0.6; }
.wm-hemicycle-group { cursor: pointer; transition: opacity 0.15s; }
.wm-hemicycle-faint { opacity: 0.3; }
.wm-hemicycle-vacant { fill: var(--color-surface2); }
.wm-hemicycle text { font-weight: 700; text-anchor: middle; fill: var(--color-text1); }
.wm-hemicycle-legend { margin: 0.75rem 0 0; padding: 0; display: flex; flex-wrap: wrap; justify-content: center; gap: 0.25rem 0.5rem; list-style: none; }
.wm-hemicycle-legend li { max-width: 100%; transition: opacity 0.15s; }
.wm-hemicycle-legend button { display: flex; align-items: baseline; gap: 0.4rem; max-width: 100%; padding: 0.15rem 0.5rem; border: 0; border-radius: 6px; background: transparent;
	color: var(--color-text1); font: inherit; font-size: 0.85rem; text-align: start; overflow-wrap: anywhere; cursor: pointer; position: relative; }
.wm-hemicycle-legend button:hover { background: var(--color-surface2); }
.wm-hemicycle-legend button:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-hemicycle-legend svg { flex: none; width: 0.7rem; height: 0.7rem; } .wm-hemicycle-legend circle { stroke: var(--color-text2); stroke-width: 0.5; }
.wm-hemicycle-legend bdi { min-width: 0; } .wm-hemicycle-legend span { font-weight: 600; }
.wm-hemicycle-legend .wm-hemicycle-share { font-weight: 400; color: var(--color-text2); }
@media (prefers-reduced-motion: reduce) { .wm-hemicycle-group, .wm-hemicycle-legend li { transition: none; } }`;
