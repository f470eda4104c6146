/** The looks of a player. */
export const looks = `
.wm-audio { display: block; width: 100%; }
.wm-audio:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 2px; border-radius: 8px; }`;
