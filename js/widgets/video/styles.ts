/** The looks of a film. */
export const looks = `
.wm-video { display: block; width: 100%; aspect-ratio: 16 / 9; max-height: 30rem; border-radius: 8px; background: #000; }
.wm-video:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 2px; }`;
