/** How much a shared canvas may hold: what is larger is refused, whoever made it. */

/** The longest `hs` parameter, in characters; browsers and servers take hardly more in an address. */
export const MAX_PACKED = 65_536;
/** The longest content once it is unpacked, in bytes. */
export const MAX_UNPACKED = 2_000_000;
/** The most widgets. */
export const MAX_WIDGETS = 500;
/** How deep lists and objects may lie in each other. */
export const MAX_DEPTH = 64;
