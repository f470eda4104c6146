/** Texts of limited length, as items of lists. */

/** @maxLength 80 */
export type Text80 = string;

/** @maxLength 100 */
export type Text100 = string;

/** @maxLength 200 */
export type Text200 = string;

/** @maxLength 1000 */
export type Text1000 = string;
