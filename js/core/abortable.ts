/** Waiting that a signal ends. */

/** What `work` brings, or the signal's reason where that comes first, whether or not the work heeds the signal. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	if (!signal) return work;
	let stop: (() => void) | undefined;
	const aborted = new Promise<never>((_, reject) => {
		stop = () => reject(signal.reason);
		if (signal.aborted) stop();
		else signal.addEventListener("abort", stop);
	});
	try {
		return await Promise.race([work, aborted]);
	} finally {
		if (stop) signal.removeEventListener("abort", stop);
	}
}
