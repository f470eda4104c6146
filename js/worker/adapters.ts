/** Decides how adapters come to a model: all of them whole, before the first changes anything. */

import { type Incoming, type Opening, open } from "./download.js";
import type { EngineInstance } from "./instance.js";
import { type AdapterSource, EngineError } from "./messages.js";

/** An adapter of 256 MB has sixty times the numbers of a usual one for the model it is made for here. */
const MOST_BYTES = 256 << 20;

/**
 * Puts adapters in the place of those in use; where one cannot be had, those stay.
 *
 * @throws {@link EngineError} with the adapter's name in front of what is wrong
 */
export async function adapt(
	engine: EngineInstance,
	adapters: readonly AdapterSource[],
	opening: Opening,
): Promise<Adapted> {
	const arrived: Arrived[] = [];
	try {
		for (const adapter of adapters) arrived.push(await named(adapter, () => fetched(adapter, opening)));
		let composes = false;
		for (const one of arrived) composes = (await named(one.adapter, () => taken(engine, one))) || composes;
		return { digest: engine.adapt(), composes };
	} catch (error) {
		for (const { incoming } of arrived) incoming.close();
		throw error;
	}
}

/** What adapters in use are. */
export interface Adapted {
	/** What tells them from others; empty where there are none. */
	digest: string;
	/** Whether one of them teaches to compose. */
	composes: boolean;
}

/** A file that is all there and what it should be. */
interface Arrived {
	adapter: AdapterSource;
	bytes: Uint8Array;
	incoming: Incoming;
}

/** Gives a file to the engine, and keeps it where that takes it. */
async function taken(engine: EngineInstance, { adapter, bytes, incoming }: Arrived): Promise<boolean> {
	let composes: boolean;
	try {
		composes = engine.adapter(bytes, adapter.scale);
	} catch (error) {
		if (isInvalid(error)) await incoming.discard();
		throw error;
	}
	await incoming.accept(adapter.sha256);
	return composes;
}

const isInvalid = (error: unknown): boolean => error instanceof EngineError && error.code === "model_invalid";

async function named<T>({ source }: AdapterSource, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof EngineError)) throw error;
		const name = typeof source === "string" ? source : "a file of the page";
		throw new EngineError(error.code, `the adapter (${name}) cannot be used: ${error.message}`);
	}
}

async function fetched(adapter: AdapterSource, opening: Opening): Promise<Arrived> {
	const incoming = await open(adapter.source, opening);
	try {
		const parts: Uint8Array<ArrayBuffer>[] = [];
		let length = 0;
		for await (const part of incoming.chunks) {
			length += part.length;
			if (length > MOST_BYTES)
				throw new EngineError("model_invalid", `it is larger than ${MOST_BYTES} bytes`);
			parts.push(new Uint8Array(part));
		}
		const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
		if (adapter.sha256 !== undefined) await check(bytes, adapter.sha256);
		return { adapter, bytes, incoming };
	} catch (error) {
		if (isInvalid(error)) await incoming.discard();
		else incoming.close();
		throw error;
	}
}

async function check(bytes: Uint8Array<ArrayBuffer>, sha256: string): Promise<void> {
	// Pages that are neither https nor localhost have no `subtle`.
	if (!globalThis.crypto.subtle)
		throw new EngineError("engine", "its SHA-256 can only be checked in a page of https or localhost");
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
	if (found !== sha256)
		throw new EngineError("model_invalid", `its SHA-256 is ${found} and should be ${sha256}`);
}
