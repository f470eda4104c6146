/** The looks of the widget `tree`. */
export const looks = `
.wm-tree, .wm-tree ul { margin: 0; padding: 0; list-style: none; }
.wm-tree { max-height: 420px; overflow: auto; padding: 2px; font-size: 0.9rem; }
.wm-tree ul { padding-inline-start: 1.2rem; }
.wm-tree li { outline: none; }
.wm-tree-line { position: relative; padding: 0.15rem 0.5rem; padding-inline-start: 1.5rem; border-radius: 6px; cursor: pointer; overflow-wrap: anywhere; }
.wm-tree-line:hover { background: color-mix(in srgb, var(--color-accent) 7%, transparent); }
[aria-selected="true"] > .wm-tree-line { background: color-mix(in srgb, var(--color-accent) 16%, transparent); font-weight: 600; }
[aria-current="true"] > .wm-tree-line { background: color-mix(in srgb, var(--color-accent) 10%, transparent); outline: 1px solid var(--color-accent); outline-offset: -1px; }
.wm-tree li:focus-visible > .wm-tree-line { outline: 2px solid var(--color-accent); outline-offset: -1px; }
.wm-tree-sign { position: absolute; inset: 0 auto 0 0; inset-inline-start: 0; width: 1.5rem; display: grid; place-items: center; color: var(--color-text2); }
.wm-tree-sign::before { content: ""; width: 0.4rem; height: 0.4rem; border: solid currentcolor; border-width: 0 2px 2px 0; transform: rotate(-45deg); }
.wm-tree-sign:dir(rtl)::before { transform: rotate(135deg); }
[aria-expanded="true"] > .wm-tree-line > .wm-tree-sign::before { transform: rotate(45deg); }`;
