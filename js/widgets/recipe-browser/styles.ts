/** The looks of the widget `recipe-browser`. */
export const looks = `
.wm-recipes-search { display: flex; align-items: center; gap: 0.75rem; font-size: 0.8rem; color: var(--color-text2); }
.wm-recipes-search input { flex: 1; min-width: 0; box-sizing: border-box; padding: 0.4rem 0.7rem; border: 1px solid var(--color-border2); border-radius: 8px;
	background: var(--color-bg); color: var(--color-text1); font: inherit; font-size: 0.9rem; }
.wm-recipes-filters { display: flex; flex-wrap: wrap; gap: 0.35rem; margin-top: 0.5rem; }
.wm-recipes-filters button { max-width: 100%; padding: 0.15rem 0.65rem; border: 1px solid var(--color-border2); border-radius: 99px; background: transparent;
	color: var(--color-text2); font: inherit; font-size: 0.8rem; overflow-wrap: anywhere; cursor: pointer; }
.wm-recipes-filters [aria-pressed="true"] { border-color: var(--color-accent); background: color-mix(in srgb, var(--color-accent) 14%, transparent); color: var(--color-text1); }
.wm-recipes h4 { margin: 0.9rem 0 0.35rem; font-size: 0.8rem; font-weight: 600; color: var(--color-text2); overflow-wrap: anywhere; }
.wm-recipes section > ul { margin: 0; padding: 0; list-style: none; }
.wm-recipes section:first-of-type > ul:first-child { margin-top: 0.75rem; }
.wm-recipes-grid { display: grid; gap: 0.6rem; grid-template-columns: repeat(auto-fill, minmax(min(12rem, 100%), 1fr)); }
.wm-recipes section > ul > li { position: relative; padding: 0.55rem 0.75rem; overflow-wrap: anywhere; }
.wm-recipes-list > li { border-top: 1px solid var(--color-border); } .wm-recipes-list > li:first-child { border-top: 0; }
.wm-recipes-grid > li { border: 1px solid var(--color-border); border-radius: 10px; background: var(--color-surface2); }
.wm-recipes section > ul > li:hover { background: color-mix(in srgb, var(--color-accent) 7%, transparent); }
.wm-recipes-name { padding: 0; border: 0; background: transparent; color: var(--color-text1); font: inherit; font-size: 0.93rem; font-weight: 600; text-align: start; overflow-wrap: anywhere; cursor: pointer; }
.wm-recipes-name::after { content: ""; position: absolute; inset: 0; border-radius: 8px; }
.wm-recipes-name:focus-visible { outline: none; }
.wm-recipes-name:focus-visible::after { outline: 2px solid var(--color-accent); outline-offset: -2px; }
.wm-recipes-words { margin-top: 0.15rem; font-size: 0.85rem; color: var(--color-text2); }
.wm-recipes li .wm-tags { margin-top: 0.35rem; }
.wm-recipes-more { margin-top: 0.6rem; padding: 0.25rem 0.8rem; border: 1px solid var(--color-border2); border-radius: 8px; background: transparent;
	color: var(--color-text2); font: inherit; font-size: 0.85rem; cursor: pointer; }
.wm-recipes :is(input, .wm-recipes-filters button, .wm-recipes-more):focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }`;
