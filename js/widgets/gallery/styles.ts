/** The looks of pictures in a grid, and of one that is large. */
import { pictureLooks } from "../picture.js";

export const looks = `${pictureLooks}
.wm-gallery { --gap: 0.6rem; margin: 0; padding: 0; list-style: none; display: grid; gap: var(--gap);
	grid-template-columns: repeat(auto-fill, minmax(min(max(6rem, (100% - (var(--columns) - 1) * var(--gap)) / var(--columns)), 100%), 1fr)); }
.wm-gallery > li { min-width: 0; }
.wm-gallery-open { display: block; width: 100%; padding: 0; border: 0; border-radius: 8px; background: none; color: inherit; font: inherit; cursor: zoom-in; }
.wm-gallery-open:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 2px; }
.wm-gallery-open .wm-picture { aspect-ratio: 4 / 3; }
.wm-gallery-open .wm-picture > span { max-height: 100%; overflow: hidden; box-sizing: border-box; }
.wm-gallery-open img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; }
.wm-gallery-open:hover img { opacity: 0.88; }
.wm-lightbox { box-sizing: border-box; width: min(94vw, 64rem); max-width: none; max-height: 94vh; padding: 0; border: 1px solid var(--color-border2); border-radius: 14px;
	background: var(--color-surface); color: var(--color-text1); }
.wm-lightbox-box { padding: 0.9rem; }
.wm-lightbox::backdrop { background: rgb(0 0 0 / 65%); }
.wm-lightbox img { max-height: 74vh; object-fit: contain; }
.wm-lightbox-words { display: flex; justify-content: space-between; gap: 1rem; margin-top: 0.6rem; font-size: 0.9rem; overflow-wrap: anywhere; }
.wm-lightbox-place { flex: none; margin-inline-start: auto; color: var(--color-text2); }
.wm-lightbox-bar { display: flex; gap: 0.5rem; justify-content: flex-end; margin-top: 0.6rem; }`;
