/** The looks of the widget `chat-input`. */
export const looks = `
.wm-chat { position: relative; display: flex; align-items: end; gap: 0.5rem; }
.wm-chat label { flex: 1; min-width: 0; display: flex; }
.wm-chat textarea { flex: 1; min-width: 0; box-sizing: border-box; field-sizing: content; min-height: 2.5rem; max-height: 12rem; padding: 0.5rem 0.8rem; resize: none;
	border: 1px solid var(--color-border2); border-radius: 10px; background: var(--color-bg); color: var(--color-text1); font: inherit; line-height: 1.4; overflow-wrap: anywhere; }
.wm-chat textarea::placeholder { color: var(--color-text2); opacity: 1; }
.wm-chat button { flex: none; height: 2.5rem; padding: 0 1rem; border: 1px solid transparent; border-radius: 10px; background: var(--color-accent);
	color: var(--color-surface); font: inherit; font-weight: 600; cursor: pointer; }
.wm-chat button:disabled { background: var(--color-surface2); color: var(--color-text2); cursor: default; }
.wm-chat .wm-chat-stop { border-color: var(--color-accent2); background: transparent; color: var(--color-accent2); }
.wm-chat :is(textarea, button):focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }`;
