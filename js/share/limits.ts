/** How much a shared canvas may hold: what is larger is refused, whoever made it. */

/**
 * The longest link that is made, in characters: nginx and GitHub Pages take 8 kB of an address, Node and Vite's preview 16 kB with all
 * headers.
 */
export const MAX_LINK = 8_000;
/** The longest `hs` parameter that is read, in characters: links that were made elsewhere may be longer. */
export const MAX_PACKED = 65_536;
/** The longest content once it is unpacked, in bytes. */
export const MAX_UNPACKED = 2_000_000;
/** The most widgets. */
export const MAX_WIDGETS = 500;
/** How deep lists and objects may lie in each other. */
export const MAX_DEPTH = 64;
