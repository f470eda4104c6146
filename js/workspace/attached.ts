/** Files that come with a wish: what of them a model reads. */
import type { ChatMessage } from "../types/index.js";
import type { Attachment, PersonMessage } from "./messages.js";

/** Larger pictures are refused. Bytes. */
const MAX_PICTURE = 5_000_000;
/** So much of a text file is read by the model, characters. */
const MAX_TEXT_CHARS = 20_000;
const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Why a file is not taken. */
export type Refusal = "too-large" | "no-text";

/** Reads a file that a person has given. What is neither a picture nor a text is refused. */
export async function attachmentOf(file: File): Promise<Attachment | Refusal> {
	const { name, type } = file;
	if (PICTURES.includes(type)) {
		if (file.size > MAX_PICTURE) return "too-large";
		return { kind: "picture", name, mediaType: type, data: base64(new Uint8Array(await file.arrayBuffer())) };
	}
	const bytes = new Uint8Array(await file.slice(0, MAX_TEXT_CHARS * 4).arrayBuffer());
	const text = textOf(bytes);
	if (text === undefined) return "no-text";
	const isCut = text.length > MAX_TEXT_CHARS || file.size > bytes.length;
	return { kind: "text", name, text: text.slice(0, MAX_TEXT_CHARS), ...(isCut && { isCut: true as const }) };
}

/** What no text holds. */
const CONTROLS = /(?![\t\n\v\f\r])\p{Cc}/u;

/** Bytes as text: UTF-8, UTF-16 by its mark, else what spreadsheets of the West write. Undefined for what is none. */
function textOf(bytes: Uint8Array): string | undefined {
	const [first, second] = bytes;
	const marked =
		first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "";
	const text = marked === "" ? utf8(bytes) : new TextDecoder(marked).decode(bytes);
	return CONTROLS.test(text) ? undefined : text;
}

function utf8(bytes: Uint8Array): string {
	try {
		// A letter that is cut off at the end is left out.
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}

/** The wish as the model reads it: texts stand below it, pictures before it. */
export function withAttachments({ text, attachments = [] }: PersonMessage): {
	text: string;
	messages: ChatMessage[];
} {
	const pictures = attachments.filter((one) => one.kind === "picture");
	const texts = attachments.filter((one) => one.kind === "text");
	const content = pictures.map(({ data, mediaType }) => ({ type: "image" as const, data, mediaType }));
	return {
		text: [
			text,
			...texts.map(
				({ name, text: inside, isCut }) => `${name}${isCut ? " (its beginning)" : ""}:\n${inside}`,
			),
		].join("\n\n"),
		messages: content.length > 0 ? [{ role: "user", content }] : [],
	};
}

function base64(bytes: Uint8Array): string {
	let text = "";
	for (let at = 0; at < bytes.length; at += 0x8000)
		text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
	return btoa(text);
}
