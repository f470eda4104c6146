/** The looks of a card's picture. One that has failed leaves no hole; it stays, unseen: another address of it loads still. */
export const looks = `
.wm-cards .wm-card-picture { display: block; width: calc(100% + 1.8rem); max-width: none; aspect-ratio: 16 / 9; margin: -0.75rem -0.9rem 0.75rem; object-fit: cover;
	border-radius: 9px 9px 0 0; }
.wm-cards .wm-card-picture[data-failed] { position: absolute; width: 1px; height: 1px; margin: 0; opacity: 0; pointer-events: none; }`;
