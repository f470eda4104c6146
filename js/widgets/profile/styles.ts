/** The looks of a picture of somebody, and of the figures and buttons below. */
import { looks as buttonLooks } from "../actions/styles.js";
import { pictureLooks } from "../picture.js";

export const looks = `${pictureLooks}${buttonLooks}
.wm-profile-avatar { overflow: hidden; }
.wm-profile-avatar .wm-picture { width: 100%; height: 100%; min-height: 0; border-radius: 0; background: none; }
.wm-profile-avatar .wm-picture img { width: 100%; height: 100%; object-fit: cover; }
.wm-profile-avatar .wm-picture > span { padding: 0; font-size: inherit; color: inherit; }
.wm-profile-badge { display: inline-block; margin-inline-start: 0.5rem; padding: 0.05rem 0.6rem; border: 1px solid var(--color-border2); border-radius: 99px;
	font-size: 0.75rem; font-weight: 600; vertical-align: 0.1em; color: var(--color-text2); }
.wm-profile-stats { display: flex; flex-wrap: wrap; gap: 0.75rem 1.75rem; margin: 0.9rem 0 0; }
.wm-profile-stats > div { display: flex; flex-direction: column-reverse; justify-content: flex-end; min-width: 0; }
.wm-profile-stats dt { font-size: 0.8rem; color: var(--color-text2); overflow-wrap: anywhere; }
.wm-profile-stats dd { margin: 0; font-size: 1.25rem; font-weight: 700; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.wm-profile-stats + .wm-kv { margin-top: 0.75rem; }
.wm-profile-actions { margin-top: 0.9rem; }
a.wm-action { display: inline-grid; align-items: center; box-sizing: border-box; text-decoration: none; }`;
