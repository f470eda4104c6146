/** Decides how much of a body is read, and for how long. */

/** Bytes as they come: a stream of the web's, or one of Node's. */
export type Body = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** The body's bytes; `undefined` where there are more than `most`, `"late"` where `late` resolves before they have all come. */
export async function withLimit(
	body: Body | null,
	most: number,
	late: Promise<"late">,
): Promise<Uint8Array | undefined | "late"> {
	if (!body) return new Uint8Array();
	const { next, leave } = reading(body);
	const pieces: Uint8Array[] = [];
	let length = 0;
	for (;;) {
		const read = await Promise.race([next(), late]);
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

function reading(body: Body): { next(): Promise<IteratorResult<Uint8Array, unknown>>; leave(): void } {
	if ("getReader" in body) {
		const reader = body.getReader();
		const next = () => reader.read() as Promise<IteratorResult<Uint8Array, unknown>>;
		return { next, leave: () => void reader.cancel().catch(() => undefined) };
	}
	const pieces = body[Symbol.asyncIterator]();
	// Node throws away by itself what is not read; ending the iterator would end the connection, and with it the answer.
	return { next: () => pieces.next(), leave: () => undefined };
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
