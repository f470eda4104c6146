/** The page's Service Worker: opens the page without a network, and serves the tools of the pages that it controls, by the Tool Execution API. */
import { serveFromPages } from "webmcp-auto-ui/tool-api/service-worker";
import { type FetchEvent, fromCache, keepFiles } from "./kept.js";

const worker = globalThis as unknown as {
	addEventListener(type: string, listener: (event: never) => void): void;
	skipWaiting(): Promise<void>;
	clients: { claim(): Promise<void> };
};
worker.addEventListener("install", (event: { waitUntil(work: Promise<void>): void }) =>
	event.waitUntil(keepFiles().then(() => worker.skipWaiting())),
);
worker.addEventListener("activate", (event: { waitUntil(work: Promise<void>): void }) =>
	event.waitUntil(worker.clients.claim()),
);
const serve = serveFromPages();
worker.addEventListener("fetch", (event: FetchEvent) => {
	let isServed = false;
	serve({
		request: event.request,
		respondWith: (response) => {
			isServed = true;
			event.respondWith(response);
		},
	});
	if (!isServed) fromCache(event);
});
