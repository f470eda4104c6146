/** Buses under test: what was told, what was reported, and waiting for it. */
import { createBus } from "../../../pkg/index.js";

/** Resolves when `holds` does. */
export async function until(holds, what = String(holds), ms = 10_000) {
	const end = Date.now() + ms;
	for (;;) {
		const found = await holds();
		if (found) return found;
		if (Date.now() > end) throw new Error(`It did not happen: ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}

/** When everything that is under way has arrived. */
export const settled = (ms = 60) => new Promise((resolve) => setTimeout(resolve, ms));

/** A bus, what it was told on `channels`, and the names of its peers. */
export function heard(channels = ["*"]) {
	const bus = createBus();
	const told = [];
	bus.subscribe(channels, (message) => told.push(message));
	return {
		bus,
		told,
		payloads: () => told.map(({ payload }) => payload),
		names: () => bus.listPeers().map(({ id }) => id),
	};
}

/** Collects what is reported, in place of the console. */
export function reports(t) {
	const reported = [];
	const before = globalThis.reportError;
	globalThis.reportError = (error) => reported.push(String(error?.message ?? error));
	t.after(() => {
		globalThis.reportError = before;
	});
	return reported;
}
