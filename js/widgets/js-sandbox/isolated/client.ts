/** Code that runs apart, as the page has it: begun, heard, talked to, ended. */
import { type FromWorker, type Job, MAX_CODE_CHARS, type ToWorker, TURN_MS } from "./messages.js";

/** Milliseconds that the interpreter may take to load. */
const LOADING_MS = 60_000;
const PING_MS = 1000;
/** What a Worker gets beyond a turn of code before it is ended from outside. */
const GRACE_MS = 3000;

/** Code that runs. */
export interface Isolated {
	/** Tells it something; nothing once it has ended. */
	tell(message: ToWorker): void;
	/** Ends it at once, whatever it is at. Nothing is heard of it any more. */
	stop(): void;
}

/**
 * Runs code in a Worker of its own, in an interpreter: the page goes on meanwhile, and `stop` ends it in every browser. The code has no
 * network, no storage and nothing of the page; a policy of `worker-src 'self'; script-src 'wasm-unsafe-eval'` is enough.
 *
 * @param heard - Hears what it tells; `stopped` is also told where it does not answer any more.
 */
export function isolate(job: Job, heard: (message: FromWorker) => void): Isolated {
	let worker: Worker | undefined;
	let watch: ReturnType<typeof setTimeout> | undefined;
	const stop = () => {
		clearTimeout(watch);
		worker?.terminate();
		worker = undefined;
	};
	const stopped = (reason: string) => {
		if (!worker) return;
		stop();
		heard({ kind: "stopped", reason });
	};
	const tell = (message: ToWorker) => worker?.postMessage(message);
	/** An interpreter that has failed cannot say so; what code says of itself is not relied on. */
	const expect = (milliseconds: number, reason: string) => {
		clearTimeout(watch);
		watch = setTimeout(() => stopped(reason), milliseconds);
	};
	const ask = () => {
		tell({ kind: "ping" });
		expect(TURN_MS + GRACE_MS, "It did not answer any more.");
	};
	const hear = (message: FromWorker) => {
		if (!worker) return;
		if (message.kind === "pong") {
			clearTimeout(watch);
			watch = setTimeout(ask, PING_MS);
			return;
		}
		if (message.kind === "ready") ask();
		if (message.kind === "stopped" || message.kind === "failed") stop();
		heard(message);
	};
	try {
		worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
		worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => hear(data));
		worker.addEventListener("error", (event) => {
			event.preventDefault();
			stopped(noWorker(event.message));
		});
		expect(LOADING_MS, "The interpreter did not load.");
		tell({ kind: "run", job: { ...job, code: job.code.slice(0, MAX_CODE_CHARS) } });
	} catch (error) {
		// A policy without `worker-src 'self'`, or a package from another origin.
		const reason = noWorker(error instanceof Error ? error.message : String(error));
		queueMicrotask(() => heard({ kind: "stopped", reason }));
	}
	return { tell, stop };
}

function noWorker(reason: string | undefined): string {
	const why = reason ? ` (${reason})` : "";
	return `The Worker could not be started${why}: the page's policy must allow worker-src 'self' and 'wasm-unsafe-eval'.`;
}
