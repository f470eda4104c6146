/** The files that the page opens with where there is no network: those of the last build that was seen whole. */

const CACHE = "page";
const MODELS = "models";

/** Fetches all files of this build, and forgets those of earlier ones. Where one is missing, what was kept before stays. */
export async function keepFiles(): Promise<void> {
	const cache = await caches.open(CACHE);
	const list = (await (await fetch("./kept.json", { cache: "no-store" })).json()) as string[];
	const wanted = new Set(list.map((file) => new URL(file, location.href).href));
	const known = new Set((await cache.keys()).map(({ url }) => url));
	// What is in this folder has another name where it is another file.
	const isNamedAnew = (url: string) => url.includes("/assets/");
	const missing = [...wanted].filter((url) => !isNamedAnew(url) || !known.has(url));
	await cache.addAll(
		missing.map((url) => new Request(url, { cache: isNamedAnew(url) ? "default" : "reload" })),
	);
	for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
}

export interface FetchEvent {
	readonly request: Request;
	respondWith(response: Promise<Response>): void;
	waitUntil(work: Promise<unknown>): void;
}

/** Answers for the page's own files: those that never change from what is kept, the page itself from the network where there is one. */
export function fromCache(event: FetchEvent): void {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== "GET" || url.origin !== location.origin) return;
	if (url.pathname.includes("/assets/")) event.respondWith(kept(url).then((file) => file ?? fetch(request)));
	// Elsewhere the package keeps it itself, in the browser's private file system, which WebKitGTK has not.
	else if (url.pathname.endsWith(".gguf") && !navigator.storage?.getDirectory)
		event.respondWith(model(event));
	else event.respondWith(fresh(request, request.mode === "navigate" ? new URL("./", location.href) : url));
}

async function model(event: FetchEvent): Promise<Response> {
	const { request } = event;
	const cache = await caches.open(MODELS);
	const known = await cache.match(request.url);
	if (known) return known;
	const response = await fetch(request);
	// Where there is no room it is downloaded each time.
	if (response.status === 200)
		event.waitUntil(cache.put(request.url, response.clone()).catch(() => undefined));
	return response;
}

/** From the network, where there is one. */
async function fresh(request: Request, url: URL): Promise<Response> {
	try {
		return await fetch(request);
	} catch (error) {
		const file = await kept(url);
		if (file) return file;
		throw error;
	}
}

function kept(url: URL): Promise<Response | undefined> {
	return caches.match(url.href, { ignoreVary: true, ignoreSearch: true });
}
