/** What of an app is the host's: its border, and what is asked and said around it. Colours are the package's tokens, or the browser's. */

/** A constructed style sheet needs no `style-src` exception in a page's policy. */
export const LOOKS = `
:host { display: block; min-width: 0; }
:host([hidden]), [hidden] { display: none !important; }
.app { overflow: hidden; border-radius: var(--auto-ui-radius, 14px); }
.app.bordered { border: 1px solid var(--color-border, color-mix(in srgb, currentColor 25%, transparent)); }
iframe { display: block; box-sizing: border-box; width: 100%; max-width: 100%; height: 300px; border: 0; background: transparent; }
iframe:focus-visible { outline: 2px solid var(--color-accent, Highlight); outline-offset: -2px; }
:is(.question, .note) { padding: 0.75rem 1rem; background: var(--color-surface2, Canvas); color: var(--color-text1, CanvasText);
	font: 0.85rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
.question { display: grid; gap: 0.5rem; border-block-end: 2px solid var(--color-accent, Highlight); }
:is(.question, .note) p { margin: 0; }
.about { max-height: 10rem; overflow: auto; font-family: ui-monospace, monospace; }
.about div { margin-block-start: 0.2rem; }
.question > div:last-child { display: flex; flex-wrap: wrap; gap: 0.5rem; justify-content: end; }
button { min-height: 2rem; padding: 0.3rem 0.9rem; border: 1px solid var(--color-border2, ButtonBorder); border-radius: 9px;
	background: var(--color-surface, ButtonFace); color: inherit; font: inherit; cursor: pointer; }
button:hover { border-color: var(--color-accent, Highlight); }
button:focus-visible { outline: 2px solid var(--color-accent, Highlight); outline-offset: 2px; }
`;
