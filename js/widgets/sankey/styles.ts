/** The looks of the widget `sankey`. */
export const looks = `
.wm-sankey { max-height: 40rem; overflow: auto; direction: ltr; }
.wm-sankey svg { display: block; height: auto; }
.wm-sankey-links path { fill: none; stroke-opacity: 0.35; transition: stroke-opacity 0.15s; }
.wm-sankey-links path:hover { stroke-opacity: 0.65; }
.wm-sankey-node { cursor: pointer; } .wm-sankey-node:hover rect { opacity: 0.8; }
.wm-sankey-node:focus { outline: none; }
.wm-sankey-node:focus-visible rect { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-sankey-node text { font-size: 12px; fill: var(--color-text1); stroke: var(--color-surface); stroke-width: 3px; stroke-linejoin: round; paint-order: stroke; }
@media (prefers-reduced-motion: reduce) { .wm-sankey-links path { transition: none; } }`;
