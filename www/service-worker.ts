/** The page's Service Worker: serves the tools of the pages that it controls, by the Tool Execution API. */
import { serveFromPages } from "webmcp-auto-ui/tool-api/service-worker";

const worker = globalThis as unknown as {
	addEventListener(type: string, listener: (event: never) => void): void;
	skipWaiting(): Promise<void>;
	clients: { claim(): Promise<void> };
};
worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("activate", (event: { waitUntil(work: Promise<void>): void }) =>
	event.waitUntil(worker.clients.claim()),
);
worker.addEventListener("fetch", serveFromPages());
