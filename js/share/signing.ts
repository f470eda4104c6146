/** Ed25519 signatures: whether a HyperSkill is as whoever has a key has left it. */
import { aText, must, objectOf } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { fromBase64url, toBase64url } from "./base64url.js";
import { canonical } from "./canonical.js";
import { hash as hashOf } from "./chain.js";
import { takeSkill } from "./check.js";
import type { Json } from "../types/index.js";
import type { HyperSkill } from "./types.js";

/**
 * What is known of a signature: there is none, it is that of `key`, it does not fit what it stands on, or this browser has no Ed25519 to
 * tell.
 */
export type SignatureState = { state: "none" } | { state: "valid" | "broken" | "unknown"; key: string };

const aKey = must("a CryptoKey", (value) => typeof CryptoKey !== "undefined" && value instanceof CryptoKey);
const PAIR = objectOf({ privateKey: aKey, publicKey: aKey }, "a pair of keys");

/**
 * A new pair of keys. Both can be exported; who keeps the private one can sign in its owner's name.
 *
 * @throws {@link WebMcpError} `unsupported` where the browser has no Ed25519.
 */
export function generateKeyPair(): Promise<CryptoKeyPair> {
	return supported(
		() => crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]) as Promise<CryptoKeyPair>,
	);
}

/**
 * Signs a hash.
 *
 * @param hash - As `hash()` returns it; the digits are signed.
 * @returns The signature, base64url.
 * @throws {@link WebMcpError} `invalid_argument`, `unsupported`
 */
export async function sign(hash: string, privateKey: CryptoKey): Promise<string> {
	aText("sign: hash", hash);
	aKey("sign: privateKey", privateKey);
	const bytes = new TextEncoder().encode(hash);
	return toBase64url(new Uint8Array(await supported(() => crypto.subtle.sign("Ed25519", privateKey, bytes))));
}

/**
 * Whether a signature of a hash was made with the private half of `publicKey`. What is no signature is none of it.
 *
 * @throws {@link WebMcpError} `invalid_argument`, `unsupported`
 */
export async function verify(hash: string, signature: string, publicKey: CryptoKey): Promise<boolean> {
	aText("verify: hash", hash);
	aText("verify: signature", signature);
	aKey("verify: publicKey", publicKey);
	const signed = bytesOf(signature);
	const bytes = new TextEncoder().encode(hash);
	return signed !== undefined && supported(() => crypto.subtle.verify("Ed25519", publicKey, signed, bytes));
}

/**
 * The HyperSkill with a signature in its meta data: of all that it holds, in whichever order and form it is passed on.
 *
 * @throws {@link WebMcpError} `invalid_argument`, `unsupported`
 */
export async function signHyperSkill(skill: HyperSkill, keys: CryptoKeyPair): Promise<HyperSkill> {
	const taken = takeSkill("signHyperSkill: skill", skill);
	PAIR("signHyperSkill: keys", keys);
	const { signature: _, ...meta } = taken.meta;
	const unsigned = { ...taken, meta };
	const value = await sign(await digest(unsigned), keys.privateKey);
	const raw = await supported(() => crypto.subtle.exportKey("raw", keys.publicKey));
	return { ...unsigned, meta: { ...meta, signature: { key: toBase64url(new Uint8Array(raw)), value } } };
}

/**
 * Whether a HyperSkill is as it was signed. The key stands beside the signature: compare it with those that you know.
 *
 * @throws {@link WebMcpError} `invalid_argument`
 */
export async function verifyHyperSkill(skill: HyperSkill): Promise<SignatureState> {
	const taken = takeSkill("verifyHyperSkill: skill", skill);
	const { signature, ...meta } = taken.meta;
	if (!signature) return { state: "none" };
	const { key, value } = signature;
	const raw = bytesOf(key);
	if (raw?.length !== 32) return { state: "broken", key };
	try {
		const publicKey = await crypto.subtle.importKey("raw", raw, "Ed25519", true, ["verify"]);
		const isValid = await verify(await digest({ ...taken, meta }), value, publicKey);
		return { state: isValid ? "valid" : "broken", key };
	} catch (error) {
		const isUnknown = error instanceof Error && error.name === "NotSupportedError";
		return { state: isUnknown ? "unknown" : "broken", key };
	}
}

/** The hash of what is signed: links, files and Markdown put keys in orders of their own. */
function digest(unsigned: HyperSkill): Promise<string> {
	return hashOf("", canonical(unsigned as unknown as Json));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
	try {
		return fromBase64url("The signature", text);
	} catch {
		return undefined;
	}
}

async function supported<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new WebMcpError("unsupported", `Ed25519 does not work here or not with this key (${reason}).`);
	}
}
