/** Texts as the `hs` parameter has them: as they are (base64url), behind `gz.` as gzip or behind `br.` as Brotli. */
import { invalid } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { fromBase64url, toBase64url } from "./base64url.js";
import { MAX_PACKED, MAX_UNPACKED } from "./limits.js";

/** How a text is packed. */
export type Compression = "none" | "gz" | "br";

/** What the streams of the platform call them. Brotli is newer than the types. */
const FORMATS = { gz: "gzip", br: "brotli" as CompressionFormat } as const;

/**
 * A text as a parameter. `what` it is, is for the error, here and below.
 *
 * @throws {@link WebMcpError} `invalid_argument` where it is too long, `unsupported` where there is no such compression.
 */
export async function pack(what: string, text: string, compression: Compression): Promise<string> {
	const bytes = new TextEncoder().encode(text);
	if (bytes.length > MAX_UNPACKED) throw invalid(what, `has more than ${MAX_UNPACKED} bytes`);
	if (compression === "none") return toBase64url(bytes);
	return `${compression}.${toBase64url(await through(what, bytes, stream("CompressionStream", compression)))}`;
}

/**
 * The text of a parameter. No more is unpacked than a shared canvas may hold.
 *
 * @throws {@link WebMcpError} `invalid_argument` where it is too long or none, `unsupported` where there is no such compression.
 */
export async function unpack(what: string, packed: string): Promise<string> {
	if (packed.length > MAX_PACKED) throw invalid(what, `has more than ${MAX_PACKED} characters`);
	const compression = packed.startsWith("gz.") ? "gz" : packed.startsWith("br.") ? "br" : undefined;
	const bytes = fromBase64url(what, compression ? packed.slice(3) : packed);
	const plain = compression ? await through(what, bytes, stream("DecompressionStream", compression)) : bytes;
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(plain);
	} catch {
		throw invalid(what, "carries no text");
	}
}

function stream(kind: "CompressionStream" | "DecompressionStream", compression: "gz" | "br") {
	try {
		return new globalThis[kind](FORMATS[compression]);
	} catch {
		const name = compression === "gz" ? "gzip" : "Brotli";
		throw new WebMcpError(
			"unsupported",
			`This platform's ${kind} knows no ${name}; links with 'gz.' are read everywhere.`,
		);
	}
}

/** All that comes out of a stream, as it comes: it is left as soon as that is too much. */
async function through(
	what: string,
	bytes: Uint8Array<ArrayBuffer>,
	by: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
	const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
	const parts: Uint8Array[] = [];
	let length = 0;
	for (;;) {
		const { done, value } = await reader.read().catch(() => {
			throw invalid(what, "cannot be unpacked");
		});
		if (done) break;
		length += value.length;
		if (length > MAX_UNPACKED) {
			await reader.cancel().catch(() => undefined);
			throw invalid(what, `has more than ${MAX_UNPACKED} bytes when it is unpacked`);
		}
		parts.push(value);
	}
	const all = new Uint8Array(length);
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.length;
	}
	return all;
}
