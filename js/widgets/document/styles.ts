/** The looks of a document. */
export const looks = `
.wm-document { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; align-items: flex-start; }
.wm-document-text { flex: 1 1 20rem; min-width: 0; max-height: 30rem; overflow: auto; }
.wm-outline { flex: 0 1 11rem; font-size: 0.85rem; }
.wm-outline ol { margin: 0; padding: 0; list-style: none; display: grid; gap: 0.15rem; }
.wm-outline button { padding: 0.15rem 0.35rem; border: 0; border-radius: 6px; background: none; color: var(--color-text2); font: inherit; text-align: start; cursor: pointer; }
.wm-outline button:hover { color: var(--color-accent); }
.wm-outline button:focus-visible, .wm-document-text :is(h1, h2, h3):focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-level-2 { padding-inline-start: 0.75rem; } .wm-level-3 { padding-inline-start: 1.5rem; }`;
