/** The looks of the widget `calendar`. */
export const looks = `
.wm-calendar { container-type: inline-size; position: relative; }
.wm-calendar-bar { display: flex; align-items: center; justify-content: space-between; gap: 0.5rem; margin-bottom: 0.5rem; font-weight: 600; }
.wm-calendar-bar button { width: 2rem; height: 2rem; border: 1px solid var(--color-border2); border-radius: 8px; background: transparent;
	color: inherit; font: inherit; cursor: pointer; }
.wm-calendar-bar button:hover { color: var(--color-accent); border-color: var(--color-accent); }
.wm-calendar-bar button:dir(rtl) span { display: inline-block; transform: scaleX(-1); }
.wm-calendar table { width: 100%; table-layout: fixed; border-collapse: collapse; }
.wm-calendar th { padding: 0.25rem 0; font-size: 0.75rem; font-weight: 600; color: var(--color-text2); text-align: center; }
.wm-calendar td { height: 4.6rem; padding: 0.2rem; border: 1px solid var(--color-border); vertical-align: top; cursor: pointer; }
.wm-calendar td[aria-selected="true"] { background: color-mix(in srgb, var(--color-accent) 10%, transparent); }
.wm-calendar td:focus-visible, .wm-calendar button:focus-visible { outline: 2px solid var(--color-accent); outline-offset: -2px; }
.wm-calendar-number { display: grid; place-items: center; width: 1.5rem; height: 1.5rem; font-size: 0.78rem; font-variant-numeric: tabular-nums; }
.wm-calendar-other .wm-calendar-number { color: var(--color-text2); }
[aria-current="date"] .wm-calendar-number { border-radius: 50%; background: var(--color-accent); color: var(--color-surface); font-weight: 700; }
.wm-calendar-event { display: block; width: 100%; margin-top: 2px; padding: 0.05rem 0.35rem; border: 0; border-inline-start: 3px solid var(--color-accent); border-radius: 4px;
	background: color-mix(in srgb, var(--color-accent) 14%, var(--color-surface)); color: var(--color-text1); font: inherit; font-size: 0.75rem; text-align: start;
	overflow: hidden; text-overflow: ellipsis; white-space: nowrap; cursor: pointer; }
.wm-calendar-event:hover { background: color-mix(in srgb, var(--color-accent) 26%, var(--color-surface)); }
.wm-calendar-more { margin-top: 2px; padding: 0 0.35rem; border: 0; background: transparent; color: var(--color-text2); font: inherit; font-size: 0.72rem; cursor: pointer; }
.wm-calendar-dots { display: none; }
.wm-calendar-dots b { width: 5px; height: 5px; border-radius: 50%; background: var(--color-accent); }
.wm-calendar-day { display: none; margin-top: 0.6rem; font-size: 0.85rem; font-weight: 600; }
@container (max-width: 30rem) {
	.wm-calendar td { height: 2.8rem; text-align: center; }
	.wm-calendar td .wm-calendar-number { margin: 0 auto; }
	.wm-calendar td button { display: none; }
	.wm-calendar td .wm-calendar-dots { display: flex; justify-content: center; gap: 2px; }
	.wm-calendar-day { display: block; }
	.wm-calendar-day .wm-calendar-event { margin-top: 0.3rem; padding: 0.35rem 0.6rem; font-size: 0.85rem; white-space: normal; overflow-wrap: anywhere; }
}
@media (forced-colors: active) {
	.wm-calendar-dots b { forced-color-adjust: none; background: CanvasText; }
	.wm-calendar td[aria-selected="true"] { outline: 2px solid Highlight; outline-offset: -2px; }
}`;
