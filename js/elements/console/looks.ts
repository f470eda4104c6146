/** The console's looks. */

export const CONSOLE_LOOKS = `
:host { min-height: 12rem; font-size: 0.85rem; }
.frame { display: flex; flex-direction: column; gap: 0.5rem; height: 100%; min-height: 0; }
.row select { width: auto; } .row input { width: auto; }
.lines { flex: 1 1 12rem; min-height: 8rem; overflow: auto; border: 1px solid var(--color-border); border-radius: 8px; }
.lines ol { position: relative; display: block; } .lines li { position: absolute; inset-inline: 0; height: 34px; }
.line { display: grid; grid-template-columns: auto minmax(7rem, 1fr) minmax(4rem, 2fr) 4rem 11.5rem; gap: 0.5rem; align-items: center; width: 100%; height: 33px; min-height: 0; padding: 0 0.6rem;
	border: 0; border-radius: 0; border-block-end: 1px solid var(--color-border); background: transparent; text-align: start; font-size: 0.8rem; }
.line:hover, .line[aria-expanded=true] { background: var(--color-surface2); } .line:focus-visible { outline-offset: -2px; }
.what { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .bad .what { color: var(--danger); }
.track { position: relative; height: 8px; border-radius: 4px; background: var(--color-surface2); }
.bar { position: absolute; inset-block: 0; min-width: 2px; border-radius: 4px; background: var(--color-accent); forced-color-adjust: none; } .bad .bar { background: var(--danger); }
.time, .cost { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
.detail { flex: 0 1 auto; max-height: 50%; overflow: auto; padding: 0.5rem; border: 1px solid var(--color-border); border-radius: 8px; }
.detail pre { max-height: 300px; }
@container (max-width: 640px) { .line { grid-template-columns: auto minmax(7rem, 1fr) minmax(3rem, 1fr) 4rem 6.5rem; } .cost { overflow: hidden; text-overflow: ellipsis; } }
@container (max-width: 480px) { .line { grid-template-columns: auto 1fr 4rem; } .track, .cost { display: none; } }
:host { container-type: inline-size; }
`;
