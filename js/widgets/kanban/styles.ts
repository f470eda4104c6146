/** The looks of the widget `kanban`. */
export const looks = `
.wm-kanban { display: flex; gap: 0.75rem; overflow-x: auto; padding: 2px; align-items: stretch; }
.wm-kanban-column { flex: 1 0 11rem; min-width: 0; max-width: 20rem; padding: 0.6rem; border: 1px solid var(--color-border); border-radius: 10px;
	background: var(--color-bg); }
.wm-kanban-over { border-color: var(--color-accent); background: color-mix(in srgb, var(--color-accent) 8%, var(--color-bg)); }
.wm-kanban-column h4 { margin: 0 0 0.5rem; font-size: 0.8rem; font-weight: 600; color: var(--color-text2); overflow-wrap: anywhere; }
.wm-kanban-count { padding: 0 0.45rem; border-radius: 99px; background: var(--color-surface2); font-weight: 400; }
.wm-kanban-column ul { margin: 0; padding: 0; list-style: none; }
.wm-kanban-column > ul { display: grid; gap: 0.5rem; }
.wm-kanban-column > ul > li { position: relative; padding: 0.6rem 0.7rem; border: 1px solid var(--color-border); border-radius: 8px;
	background: var(--color-surface); font-size: 0.88rem; overflow-wrap: anywhere; cursor: grab; user-select: none; touch-action: pan-y; }
.wm-kanban-column > ul > li:hover { border-color: var(--color-border2); }
.wm-kanban-column .wm-kanban-dragged { z-index: 1; cursor: grabbing; opacity: 0.9; box-shadow: 0 8px 20px -8px rgb(0 0 0 / 40%); }
.wm-kanban-column .wm-kanban-here { box-shadow: 0 -3px 0 -1px var(--color-accent); }
.wm-kanban-column .wm-tags { display: flex; margin-top: 0.4rem; }
.wm-kanban-ways { display: flex; justify-content: space-between; margin-top: 0.4rem; }
.wm-kanban-ways button { padding: 0.05rem 0.55rem; border: 1px solid var(--color-border2); border-radius: 6px; background: transparent;
	color: var(--color-text2); font: inherit; line-height: 1.4; cursor: pointer; }
.wm-kanban-ways button:hover:enabled { color: var(--color-accent); border-color: var(--color-accent); }
.wm-kanban-ways button:disabled { opacity: 0.35; cursor: default; }
.wm-kanban-ways button:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-kanban-ways button:dir(rtl) span { display: inline-block; transform: scaleX(-1); }`;
