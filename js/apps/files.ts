/** Files that an app hands out: what of them is taken, and how they are saved once the person has agreed. */
import type { Json, JsonObject } from "../types/index.js";
import type { McpAppFile } from "./types.js";
import { INVALID_PARAMS, isRecord, Refusal } from "./wire.js";

const MAX_FILES = 20;
const MAX_NAME_CHARS = 100;
const WRONG = "'contents' must be a list of 1 to 20 resources or links to such.";

/**
 * The files of a request.
 *
 * @throws {@link Refusal} where they are none.
 */
export function filesOf({ contents }: JsonObject): readonly McpAppFile[] {
	if (!Array.isArray(contents) || contents.length === 0 || contents.length > MAX_FILES) {
		throw new Refusal(INVALID_PARAMS, WRONG);
	}
	return contents.map(fileOf);
}

function fileOf(block: Json): McpAppFile {
	if (isRecord(block) && block.type === "resource_link" && typeof block.uri === "string") {
		const { uri, name, mimeType } = block;
		return { name: nameOf(name ?? lastOf(uri)), type: typeOf(mimeType), uri };
	}
	const resource = isRecord(block) && block.type === "resource" ? block.resource : undefined;
	if (!isRecord(resource) || typeof resource.uri !== "string") throw new Refusal(INVALID_PARAMS, WRONG);
	const type = typeOf(resource.mimeType);
	return { name: nameOf(lastOf(resource.uri)), type, content: new Blob([bytesOf(resource)], { type }) };
}

function bytesOf({ text, blob }: { [name: string]: unknown }): string | Uint8Array<ArrayBuffer> {
	if (typeof text === "string") return text;
	try {
		return Uint8Array.from(atob(String(blob)), (char) => char.charCodeAt(0));
	} catch {
		throw new Refusal(INVALID_PARAMS, "A file has a 'text', or a 'blob' in base64.");
	}
}

function lastOf(uri: string): string {
	const last = /([^/?#]*)\/?(?:[?#].*)?$/s.exec(uri)?.[1] ?? "";
	try {
		return decodeURIComponent(last);
	} catch {
		return last;
	}
}

/** No way into other folders, nothing that hides or turns around the ending, which says what the file is. */
function nameOf(given: unknown): string {
	const plain = String(given)
		.replace(/[^\p{L}\p{N}\p{M}._ ()-]+/gu, "_")
		.replace(/^[.\s]+|[.\s]+$/g, "");
	return [...plain].slice(-MAX_NAME_CHARS).join("") || "file";
}

function typeOf(given: unknown): string {
	const isType = typeof given === "string" && /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(given);
	return isType ? given : "application/octet-stream";
}

/** Saves files; to be called in a click. */
export function saveFiles(files: readonly { readonly name: string; readonly content: Blob }[]): void {
	for (const { name, content } of files) {
		const link = document.createElement("a");
		link.href = URL.createObjectURL(content);
		link.download = name;
		link.click();
		// The browser reads it once the click is over.
		setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
	}
}
