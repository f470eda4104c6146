/** Decides when a download counts as stalled: a connection may stay open for hours and bring nothing. */

/** How long a download may bring nothing where the host does not say, milliseconds. */
const DOWNLOAD_IDLE_MS = 60_000;
/** Timers count no further and end at once instead. */
const LONGEST_MS = 2 ** 31 - 1;

/** What a download fails with that brings nothing any more. */
export class Stalled extends Error {
	override readonly name = "Stalled";
}

/**
 * Fetches as `fetch` does, but fails, and ends the request, where nothing comes for `idleMs`, be it the headers or the next piece
 * of the body. Time in which nobody reads does not count; 0 waits for ever.
 */
export async function fetchUnlessIdle(
	url: string,
	{ signal, ...init }: RequestInit = {},
	idleMs = DOWNLOAD_IDLE_MS,
): Promise<Response> {
	const stalled = new AbortController();
	const inTime = async <Value>(work: Promise<Value>): Promise<Value> => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const idle = new Promise<never>((_, reject) => {
			const fail = (): void => reject(new Stalled(`nothing came for ${idleMs / 1000} s`));
			if (idleMs > 0 && idleMs <= LONGEST_MS) timer = setTimeout(fail, idleMs);
		});
		try {
			return await Promise.race([work, idle]);
		} catch (error) {
			stalled.abort(error);
			throw error;
		} finally {
			clearTimeout(timer);
		}
	};
	const ends = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal;
	const response = await inTime(fetch(url, { ...init, signal: ends }));
	const reader = response.body?.getReader();
	if (!reader) return response;
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const { done, value } = await inTime(reader.read());
				if (done) controller.close();
				else controller.enqueue(value);
			},
			cancel: (reason) => reader.cancel(reason),
		},
		{ highWaterMark: 0 },
	);
	return new Response(body, response);
}
