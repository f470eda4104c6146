/** Decides how much of a body is read, and for how long. */

/**
 * The body's bytes; `undefined` where there are more than `most`, `"late"` where `late` fires before they have all come.
 */
export async function withLimit(
	body: ReadableStream<Uint8Array> | null,
	most: number,
	late: AbortSignal,
): Promise<Uint8Array | undefined | "late"> {
	const reader = body?.getReader();
	if (!reader) return new Uint8Array();
	const pieces: Uint8Array[] = [];
	let length = 0;
	const leave = () => void reader.cancel().catch(() => undefined);
	late.addEventListener("abort", leave, { once: true });
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (late.aborted) return "late";
			if (done) return joined(pieces, length);
			length += value.length;
			if (length > most) {
				leave();
				return undefined;
			}
			pieces.push(value);
		}
	} finally {
		late.removeEventListener("abort", leave);
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
