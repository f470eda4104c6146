/**
 * Decides whether a redirect is followed: to the same address with or without the slash at its end, as web frameworks send it, and nowhere
 * else. What a page says to a server is in its headers; and a gateway that sends a request elsewhere for a moment must not lead a client
 * away for good.
 */

/** By client and address, where requests to it go. */
const moved = new WeakMap<object, Map<string, string>>();

/** Where a client's requests to `url` go since a redirect was followed; else `url` itself. */
export const addressOf = (client: object, url: string): string => moved.get(client)?.get(url) ?? url;

/** Whether a response, fetched with `redirect: "manual"`, is a redirect; browsers do not show which. */
export const isRedirect = ({ type, status }: Response): boolean =>
	type === "opaqueredirect" || (status >= 300 && status < 400 && status !== 304);

/**
 * Finds out where a redirect leads, and has the client's further requests go there.
 *
 * @param send - What requests are made with. A browser tells no page where a redirect leads; so the page asks for the address once
 *   more, without anything that is for the server alone, and sees where it has come to.
 * @returns The address to send the request to; or a sentence that says what to write, where it is another or cannot be seen.
 */
export async function follow(
	client: object,
	url: string,
	response: Response,
	send: typeof fetch,
	signal: AbortSignal,
): Promise<{ to: string } | { problem: string }> {
	void response.body?.cancel().catch(() => undefined);
	const location = response.headers.get("location");
	const target = location === null ? await whereTo(url, send, signal) : addressFrom(location, url);
	if (target === undefined)
		return { problem: `${url} redirects to where this page may not look; connect to the address itself.` };
	const from = new URL(url);
	if (target.origin !== from.origin || target.search !== from.search || bare(target) !== bare(from))
		return {
			problem: `${url} redirects to ${target.href}; connect to that address if it is the server that you want.`,
		};
	if (target.href === from.href) return { problem: `${url} redirects to itself.` };
	const known = moved.get(client) ?? new Map<string, string>();
	moved.set(client, known.set(url, target.href));
	return { to: target.href };
}

const bare = ({ pathname }: URL): string => pathname.replace(/\/$/, "");

async function whereTo(url: string, send: typeof fetch, signal: AbortSignal): Promise<URL | undefined> {
	try {
		const response = await send(url, {
			signal,
			credentials: "omit",
			referrerPolicy: "no-referrer",
			cache: "no-store",
		});
		void response.body?.cancel().catch(() => undefined);
		return response.redirected ? addressFrom(response.url, url) : undefined;
	} catch {
		signal.throwIfAborted();
		return undefined;
	}
}

function addressFrom(location: string, url: string): URL | undefined {
	try {
		return new URL(location, url);
	} catch {
		return undefined;
	}
}
