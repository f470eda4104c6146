/** What a file is that is no model to run: said by its first bytes, before the rest of it is read. */
import { type Keys, keysOf } from "./gguf-head.js";
import { EngineError } from "./messages.js";

const RUNTIME = "llama.cpp runs it: give wllama of webmcp-auto-ui/wllama as the option runtime";

/** So many bytes say it. */
const HEAD_BYTES = 64 * 1024;
const MERGE = "join the parts by llama-gguf-split --merge, or take the model in one file";

/** Names of the formats before GGUF, as they stand in the file. */
const OLD: { readonly [magic: string]: string } = {
	lmgg: "GGML",
	fmgg: "GGMF",
	tjgg: "GGJT",
	algg: "GGLA, an adapter in the format before GGUF",
};

/** Architectures that write no text. */
const EMBEDDING =
	/^(?:bert|nomic-bert(?:-moe)?|jina-bert-v[23]|neo-bert|modern-bert|eurobert|roberta|xlm-roberta|gemma-embedding|t5encoder|distilbert)$/;
const PICTURES =
	/^(?:flux|sd[123x]\w*|sdxl|aura|lumina2?|hidream|cosmos|wan|hyvid|ltxv|qwen_image|pig|z_image)$/;
const SOUND = /^(?:wavtokenizer-dec|whisper|parakeet|snac|dac)$/;

const ascii = (head: Uint8Array, from: number, to: number) =>
	String.fromCharCode(...head.subarray(from, Math.min(to, head.length)));

/**
 * What is wrong with a file as a model, and what to do; nothing where it may be one.
 *
 * @param head - Its first bytes, 64 KiB or all of them.
 * @param name - Its address, or its name on the disk.
 */
export function problemOf(head: Uint8Array, name: string): string | undefined {
	if (ascii(head, 0, 4) === "GGUF") return ofGguf(head, name);
	return head.length === 0 ? "the file is empty: download it anew" : ofOthers(head, name);
}

function ofOthers(head: Uint8Array, name: string): string | undefined {
	const text = ascii(head, 0, 600)
		.replace(/^\u00ef\u00bb\u00bf/, "")
		.trimStart();
	const magic = ascii(head, 0, 4);
	if (text.startsWith("version https://git-lfs"))
		return "the file is a Git LFS pointer, a few lines in the place of the model: run git lfs pull where it was cloned, or take the file by an address with /resolve/";
	if (/^<(?:!doctype|!--|html|head|body|meta)/i.test(text))
		return `the file is an HTML page, not a model: ${pageRemedy(name)}`;
	if (OLD[magic] !== undefined)
		return `the file is ${OLD[magic]}, a format before GGUF that llama.cpp no longer reads either: take a GGUF of the model`;
	if (ascii(head, 4, 8) === "TFL3" || magic === "LITE" || /\.(?:litertlm|task)$/i.test(pathOf(name)))
		return "the file is a model of LiteRT: webmcp-auto-ui/litert runs those";
	if (ascii(head, 8, 9) === "{" && /^\{\s*"/.test(ascii(head, 8, 40)))
		return "the file is safetensors, weights for training: take a GGUF of the model, or convert it by llama.cpp's convert_hf_to_gguf.py";
	if (magic.startsWith("PK"))
		return "the file is a ZIP archive, as PyTorch's checkpoints are: take a GGUF of the model";
	if (isPacked(head))
		return "the file is a compressed archive: unpack it first, for a browser reads the GGUF itself";
	if (magic === "\u007fELF" || magic.startsWith("MZ"))
		return "the file is a program, as a llamafile is: take a GGUF of the model";
	// What a server says in the place of a file is words.
	if (/^[\t\n\r\u0020-\u007e\u0080-\u00ff]+$/.test(text))
		return `the file is text, not a model: ${JSON.stringify(text.slice(0, 120))}; give the address of a .gguf file`;
	return undefined;
}

/** gzip, xz, zstd, 7z, bzip2. */
function isPacked(head: Uint8Array): boolean {
	const starts = [
		[0x1f, 0x8b],
		[0xfd, 0x37, 0x7a],
		[0x28, 0xb5, 0x2f, 0xfd],
		[0x37, 0x7a, 0xbc],
		[0x42, 0x5a, 0x68],
	];
	return starts.some((start) => start.every((byte, at) => head[at] === byte));
}

const pathOf = (name: string): string => name.split(/[?#]/)[0] ?? "";

/** What to do about an address of a page. */
export function pageRemedy(name: string): string {
	if (/\/blob\//.test(name))
		return `write /resolve/ in the place of /blob/, as in ${name.replace("/blob/", "/resolve/").slice(0, 300)}`;
	return "give the address of the .gguf file itself, which downloads it";
}

function ofGguf(head: Uint8Array, name: string): string | undefined {
	if (head.length < 24) return undefined;
	const version = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(4, true);
	if (version === 1)
		return "the file is GGUF of version 1, which only the first weeks of the format had and llama.cpp no longer reads either: take a newer file of the model";
	if (version !== 0 && (version & 0xffff) === 0)
		return "the file is a big-endian GGUF, for mainframes: browsers run on little-endian processors; take the usual file of the model";
	const keys = keysOf(head);
	return ofType(keys) ?? ofPart(keys, name);
}

function ofType(keys: Keys): string | undefined {
	const [type, architecture] = ["general.type", "general.architecture"].map((key) =>
		String(keys.get(key) ?? ""),
	);
	const named = architecture === "" ? "" : ` (${architecture})`;
	if (type === "adapter" || keys.has("adapter.type"))
		return `the file is a LoRA adapter alone${named}: load its base model, and give this file in the option adapters`;
	if (type === "mmproj" || architecture === "clip")
		return "the file is the part of a model that sees or hears (mmproj), which writes no text: load the model's own file, from beside it";
	if (type === "imatrix" || architecture === "imatrix")
		return "the file is an importance matrix (imatrix), by which models are quantised, and no model: take the model's own file";
	const isPooling = [...keys].some(([key, value]) => key.endsWith(".pooling_type") && value !== 0);
	if (EMBEDDING.test(architecture ?? "") || isPooling)
		return `the file is an embedding model${named}, which writes no text: for the memory take one of Transformers.js, by webmcp-auto-ui/embedder`;
	if (PICTURES.test(architecture ?? ""))
		return `the file is a model of pictures${named}, which writes no text`;
	if (SOUND.test(architecture ?? "")) return `the file is a model of sound${named}, which writes no text`;
	return undefined;
}

function ofPart(keys: Keys, name: string): string | undefined {
	const [, at, of] = /-(\d{5})-of-(\d{5})\.gguf$/i.exec(pathOf(name)) ?? [];
	const count = Number(keys.get("split.count") ?? of ?? 0);
	if (count <= 1) return undefined;
	const part = keys.get("split.no") === undefined ? Number(at ?? 1) : Number(keys.get("split.no")) + 1;
	return `the file is part ${part} of ${count} of a model: ${MERGE}`;
}

/** The chunks of a file, the first of them only once they are known not to be of something else. Throws `model_invalid`. */
export async function* examined(
	chunks: AsyncIterable<Uint8Array>,
	source: string | Blob,
): AsyncGenerator<Uint8Array> {
	const name = typeof source === "string" ? source : "name" in source ? String(source.name) : "";
	const waiting: Uint8Array[] = [];
	let size = 0;
	let isKnown = false;
	const examine = (): void => {
		isKnown = true;
		const problem = problemOf(joined(waiting, Math.min(size, HEAD_BYTES)), name);
		if (problem !== undefined) throw new EngineError("model_invalid", problem);
	};
	for await (const chunk of chunks) {
		if (isKnown) {
			yield chunk;
			continue;
		}
		waiting.push(chunk);
		size += chunk.length;
		if (size < HEAD_BYTES) continue;
		examine();
		yield* waiting.splice(0);
	}
	if (!isKnown) examine();
	yield* waiting;
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
	const all = new Uint8Array(size);
	let at = 0;
	for (const part of parts) {
		const room = part.subarray(0, size - at);
		all.set(room, at);
		at += room.length;
	}
	return all;
}

/** What our engine refuses, with who can run it. */
export function explained(error: unknown): unknown {
	if (!(error instanceof EngineError) || error.code !== "model_invalid") return error;
	const { message } = error;
	const isForeign = /\(type \d+\), which the engine does not read|architecture \S+ is not supported/.test(
		message,
	);
	return isForeign ? new EngineError(error.code, `${message.replace(/\.$/, "")}; ${RUNTIME}`) : error;
}
