/** Makes words of a server fit to be shown: short, on one line, and no markup wherever a page puts them. */

/** Controls, what turns the direction of writing, and what begins markup. */
const UNFIT = /[\p{C}\p{Z}<>&"`]+/gu;

/** The text as part of a sentence, at most `most` characters. */
export function quotable(text: string, most = 200): string {
	const plain = text
		.slice(0, most * 4)
		.replace(UNFIT, " ")
		.trim();
	return [...plain].slice(0, most).join("");
}
