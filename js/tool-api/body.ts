/** Decides how much of a body is read, and for how long. */

/** The body's bytes; `undefined` where there are more than `most`, `"late"` where `late` resolves before they have all come. */
export async function withLimit(
	body: ReadableStream<Uint8Array> | null,
	most: number,
	late: Promise<"late">,
): Promise<Uint8Array | undefined | "late"> {
	if (!body) return new Uint8Array();
	const reader = body.getReader();
	const leave = () => void reader.cancel().catch(() => undefined);
	const pieces: Uint8Array[] = [];
	let length = 0;
	for (;;) {
		const read = await Promise.race([reader.read(), late]);
		if (read === "late") {
			leave();
			return read;
		}
		if (read.done) return joined(pieces, length);
		length += read.value.length;
		if (length > most) {
			leave();
			return undefined;
		}
		pieces.push(read.value);
	}
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
	const [first] = pieces;
	if (first && pieces.length === 1) return first;
	const all = new Uint8Array(length);
	let at = 0;
	for (const piece of pieces) {
		all.set(piece, at);
		at += piece.length;
	}
	return all;
}
