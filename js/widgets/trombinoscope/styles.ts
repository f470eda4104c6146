/** The looks of people side by side: as many columns as are wanted, fewer where there is no room. */
export const looks = `
.wm-people { --gap: 0.6rem; margin: 0; padding: 0; list-style: none; display: grid; gap: var(--gap);
	grid-template-columns: repeat(auto-fill, minmax(min(max(7.5rem, (100% - (var(--columns) - 1) * var(--gap)) / var(--columns)), 100%), 1fr)); }
.wm-people > li { display: grid; min-width: 0; }
.wm-person { display: grid; justify-items: center; align-content: start; gap: 0.15rem; min-width: 0; padding: 0.9rem 0.6rem; border: 1px solid var(--color-border);
	border-radius: 10px; background: var(--color-surface2); color: inherit; font: inherit; text-align: center; overflow-wrap: anywhere; cursor: pointer; }
.wm-person:hover { border-color: var(--color-accent); }
.wm-person:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-person > * { max-width: 100%; }
.wm-person-initials { width: 3.25rem; height: 3.25rem; margin-bottom: 0.4rem; display: grid; place-items: center; overflow: hidden; border-radius: 50%; font-weight: 700;
	color: color-mix(in srgb, var(--person) 45%, var(--color-text1)); background-color: color-mix(in srgb, var(--person) 28%, var(--color-surface)); }
.wm-person-name { font-size: 0.9rem; font-weight: 600; } .wm-person-role { font-size: 0.8rem; color: var(--color-text2); }
.wm-person-badge { margin-top: 0.35rem; padding: 0.1rem 0.6rem; border: 1px solid var(--color-border2); border-radius: 99px; font-size: 0.75rem; color: var(--color-text2); }`;
