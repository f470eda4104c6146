/** What servers are still being filled with: whoever asks what a server draws, and cannot ask again, waits for it. */

/** The longest that anybody waits, milliseconds: a file that never comes must not keep a run from beginning. */
const WAIT_MS = 3_000;

const works = new Set<Promise<unknown>>();

/** Notes that a server gets more widgets until this work has ended, however it ends. */
export function fillsServer(work: Promise<unknown>): void {
	const ended: Promise<unknown> = work.then(
		() => works.delete(ended),
		() => works.delete(ended),
	);
	works.add(ended);
}

/** Resolves when the servers of this page have what they are being filled with, at once where there is nothing of that kind. */
export async function serversFilled(): Promise<void> {
	if (works.size === 0) return;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, WAIT_MS);
	});
	await Promise.race([Promise.all(works), timeout]);
	clearTimeout(timer);
}
