/** Tables as text, such as CSV: the library would make code of their heads, which a strict CSP forbids. */

/** The sign between two values, by the name of the format. */
const SIGNS: { readonly [format: string]: string } = { csv: ",", tsv: "\t" };
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** The rows of a text (RFC 4180), the first of which are names; nothing where the format is another one. */
export function rowsOfText(text: string, { type, delimiter }: { type?: unknown; delimiter?: unknown }) {
	const sign = type === "dsv" && typeof delimiter === "string" ? delimiter : SIGNS[String(type)];
	if (sign === undefined) return undefined;
	const [head = [], ...lines] = cellsOf(text, sign);
	return lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, held(cells[at] ?? "")])));
}

const held = (cell: string) => (cell === "" ? null : NUMBER.test(cell) ? Number(cell) : cell);

function cellsOf(text: string, sign: string): string[][] {
	const lines: string[][] = [[]];
	let [cell, isQuoted] = ["", false];
	const end = () => {
		lines.at(-1)?.push(cell);
		cell = "";
	};
	for (let at = 0; at < text.length; at += 1) {
		const letter = text.charAt(at);
		if (letter === '"' && isQuoted && text.charAt(at + 1) === '"') {
			cell += letter;
			at += 1;
		} else if (letter === '"' && (isQuoted || cell === "")) isQuoted = !isQuoted;
		else if (isQuoted || (letter !== sign && letter !== "\n" && letter !== "\r")) cell += letter;
		else if (letter === sign) end();
		else if (letter === "\n") {
			end();
			lines.push([]);
		}
	}
	end();
	return lines.filter((cells) => cells.length > 1 || cells[0] !== "");
}
