/** Decides how a model's file comes to the page whole: in a Worker, which alone may write into the browser's storage fast. */
import { Sha256 } from "../litert/sha256.js";
import { open } from "../worker/download.js";
import { examined } from "../worker/file-kind.js";
import { EngineError, type LoadProgress } from "../worker/messages.js";

/** What the page wants. */
export interface Wanted {
	source: string | Blob;
	keep: boolean;
	downloadIdleMs?: number;
	sha256?: string;
}

/** What it gets: the file where it was not kept, and otherwise the news that it is in storage. */
export type Brought =
	| { progress: LoadProgress }
	| { brought: { file?: Blob; stored: boolean; notKept?: string } }
	| { problem: { code: string; message: string } };

const PROGRESS_INTERVAL_MS = 100;
const scope = globalThis as unknown as {
	postMessage(message: Brought): void;
	addEventListener(type: "message", listener: (event: MessageEvent<Wanted>) => void): void;
};

scope.addEventListener("message", ({ data }) => {
	bring(data).then(
		(brought) => scope.postMessage({ brought }),
		(error: unknown) => {
			const code = error instanceof EngineError ? error.code : "engine";
			scope.postMessage({
				problem: { code, message: error instanceof Error ? error.message : String(error) },
			});
		},
	);
});

async function bring(wanted: Wanted): Promise<Extract<Brought, { brought: object }>["brought"]> {
	const { source, keep, downloadIdleMs: idleMs, sha256 } = wanted;
	const incoming = await open(source, { keep, signal: new AbortController().signal, idleMs });
	const { total, stored } = incoming;
	const phase = stored || typeof source !== "string" ? "read" : "download";
	const check = sha256 === undefined || sha256 === incoming.sha256 ? undefined : new Sha256();
	const parts: Uint8Array<ArrayBuffer>[] = [];
	let loaded = 0;
	let last = 0;
	const forgotten = (): boolean => keep && typeof source === "string" && incoming.notKept !== undefined;
	try {
		// What is stored and known to be right is not read twice.
		if (!stored || check) {
			for await (const chunk of examined(incoming.chunks, source)) {
				if (forgotten()) break;
				check?.add(chunk);
				loaded += chunk.length;
				if (!keep && typeof source === "string") parts.push(new Uint8Array(chunk));
				if (performance.now() - last < PROGRESS_INTERVAL_MS) continue;
				last = performance.now();
				scope.postMessage({ progress: { phase, loaded, total } });
			}
		}
		const found = forgotten() ? undefined : check?.end();
		if (found !== undefined && found !== sha256) {
			const message = `the model file's SHA-256 is ${found} and should be ${sha256}; it is damaged, or another file`;
			throw new EngineError("model_invalid", message);
		}
		await incoming.accept(sha256 ?? incoming.sha256);
	} catch (error) {
		if (error instanceof EngineError && error.code === "model_invalid") await incoming.discard();
		else incoming.close();
		throw error;
	}
	const { notKept } = incoming;
	// Where there is no room to keep it, it is fetched into memory.
	if (forgotten() && notKept) {
		return { ...(await bring({ ...wanted, keep: false })), notKept };
	}
	if (typeof source !== "string") return { file: source, stored: false };
	return keep ? { stored } : { file: new Blob(parts), stored: false };
}
