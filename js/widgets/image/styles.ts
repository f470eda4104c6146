/** The looks of one picture. */
import { pictureLooks } from "../picture.js";

export const looks = `${pictureLooks}
.wm-image img { max-height: 30rem; object-fit: contain; }`;
