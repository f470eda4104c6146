/**
 * Decides nothing: the Worker's first script. A classic one, without a single static import, because the runtime's glue
 * calls importScripts, which modules do not have; what was said before the modules are here waits.
 */
{
	type Message = import("./messages.js").ToLiteRt | import("../worker/pulse.js").Pulse;
	const scope = globalThis as unknown as {
		postMessage(message: import("./messages.js").FromLiteRt): void;
		addEventListener(type: "message", listener: (event: MessageEvent<Message>) => void): void;
	};
	const waiting: Message[] = [];
	let take = (message: Message): void => void waiting.push(message);
	scope.addEventListener("message", ({ data }) => take(data));
	const failed = (error: unknown): void => {
		// Out of the promise, so that the page hears of it as the Worker's own error.
		setTimeout(() => {
			throw error;
		});
	};
	void import("./boot.js").then(({ boot }) => {
		take = boot((message) => scope.postMessage(message));
		for (const message of waiting) take(message);
	}, failed);
}
