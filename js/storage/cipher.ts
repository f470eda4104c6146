/** How values are encrypted: AES-GCM under a key that is derived from a passphrase and never leaves the browser. */
import { WebMcpError } from "../core/errors.js";
import type { Json } from "../types/index.js";
import { type Body, type EncryptionRow, place } from "./rows.js";

/** What OWASP asks for with PBKDF2 and SHA-256. */
const ITERATIONS = 600_000;
const SALT_BYTES = 16;
const IV_BYTES = 12;
const CHECK = "webmcp-auto-ui";

/** Makes values into what is stored, and back. `place` is where it stands: it opens there only. */
export interface Cipher {
	readonly isEncrypting: boolean;
	seal(value: Json, place: string): Promise<Body>;
	/** @throws {@link WebMcpError} `conflict` for what was stored otherwise. */
	open(body: Body, place: string): Promise<Json>;
}

/** Of a storage that is not encrypted. */
export const PLAIN: Cipher = {
	isEncrypting: false,
	seal: async (plain) => ({ plain }),
	open: async (body) => {
		if (!isRecord(body) || !("plain" in body)) throw unreadable();
		return body.plain;
	},
};

/** A new key for a passphrase, and the row by which {@link unlocked} makes it again. */
export async function newKey(passphrase: string): Promise<{ cipher: Cipher; row: EncryptionRow }> {
	const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
	const cipher = await derived(passphrase, salt, ITERATIONS);
	return { cipher, row: { salt, iterations: ITERATIONS, check: await cipher.seal(CHECK, place.check) } };
}

/**
 * The key of a row that {@link newKey} made.
 *
 * @param opens - Whether a key opens anything else that is stored: asked where the row's own check is damaged, or the passphrase another one.
 * @throws {@link WebMcpError} `unauthorized` where it is another passphrase, `conflict` where the row is damaged.
 */
export async function unlocked(
	passphrase: string,
	row: EncryptionRow,
	opens: (cipher: Cipher) => Promise<boolean> = async () => false,
): Promise<Cipher> {
	if (!(row.salt instanceof Uint8Array) || !Number.isSafeInteger(row.iterations)) throw unreadable();
	const cipher = await derived(passphrase, row.salt, row.iterations);
	try {
		await cipher.open(row.check, place.check);
	} catch {
		if (await opens(cipher)) return cipher;
		throw new WebMcpError(
			"unauthorized",
			"The passphrase is not the one that this storage is encrypted with.",
		);
	}
	return cipher;
}

async function derived(
	passphrase: string,
	salt: Uint8Array<ArrayBuffer>,
	iterations: number,
): Promise<Cipher> {
	const { subtle } = crypto;
	if (!subtle) {
		throw new WebMcpError(
			"unsupported",
			"Nothing can be encrypted here: WebCrypto is for pages over https only.",
		);
	}
	// Keyboards write the same letter in more than one way.
	const bytes = new TextEncoder().encode(passphrase.normalize("NFKC"));
	const base = await subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveKey"]);
	const key = await subtle.deriveKey(
		{ name: "PBKDF2", hash: "SHA-256", salt, iterations },
		base,
		{ name: "AES-GCM", length: 256 },
		false,
		["encrypt", "decrypt"],
	);
	const told = (iv: Uint8Array<ArrayBuffer>, place: string) => {
		return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(place) };
	};
	return {
		isEncrypting: true,
		seal: async (value, place) => {
			const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
			const text = new TextEncoder().encode(JSON.stringify(value));
			return { iv, sealed: await subtle.encrypt(told(iv, place), key, text) };
		},
		open: async (body, place) => {
			if (!isRecord(body) || !("sealed" in body)) throw unreadable();
			try {
				const text = await subtle.decrypt(told(body.iv, place), key, body.sealed);
				return JSON.parse(new TextDecoder().decode(text)) as Json;
			} catch {
				throw unreadable();
			}
		},
	};
}

/** What is damaged may be anything. */
function isRecord(body: unknown): body is object {
	return typeof body === "object" && body !== null;
}

function unreadable(): WebMcpError {
	return new WebMcpError(
		"conflict",
		"Something stored cannot be read: it is damaged, or its passphrase was changed in another tab. Open the storage again.",
	);
}
