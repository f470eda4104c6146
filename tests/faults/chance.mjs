/** Numbers that look drawn and are not: the same for the same seed and words, whatever else happens and in whatever order. */

/**
 * From 0 up to 1 (FNV-1a, with the mixing of MurmurHash3 behind it, for neighbours must not look alike).
 *
 * @param {...(string | number)} words
 */
export function chance(...words) {
	let hash = 0x811c9dc5;
	for (const byte of Buffer.from(words.join("\n"))) hash = Math.imul(hash ^ byte, 0x01000193);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * Draws one after the other.
 *
 * @param {...(string | number)} words
 */
export function draws(...words) {
	let drawn = 0;
	const next = () => {
		drawn += 1;
		return chance(...words, drawn);
	};
	return {
		/** From 0 up to 1. */
		next,
		/** From 0 up to `most`, which is not among them. @param {number} most */
		below: (most) => Math.floor(next() * most),
		/** @template T @param {readonly T[]} all @returns {T} */
		oneOf: (all) => /** @type {T} */ (all[Math.floor(next() * all.length)]),
	};
}

/** @typedef {ReturnType<typeof draws>} Draws */
