/** Signs in to servers that want it. What does so is fetched when the page is at rest: a browser opens a window in the click, and waits for nothing before. */
import type { McpSignIn } from "webmcp-auto-ui/mcp/auth";

/** So long a browser that does not tell when it is at rest is left alone. */
const REST_MS = 2000;

/** Until the rest is there, nobody has signed in. */
export function signInLater(): Pick<McpSignIn, "authorization" | "authorize" | "prepare"> {
	let signIn: McpSignIn | undefined;
	const load = async () => {
		const { createMcpAuth } = await import("webmcp-auto-ui/mcp/auth");
		signIn ??= createMcpAuth({ redirectUrl: new URL("./callback.html", location.href) });
		return signIn;
	};
	const fetchAhead = () => void load().catch(() => undefined);
	if ("requestIdleCallback" in globalThis) requestIdleCallback(fetchAhead, { timeout: 5 * REST_MS });
	else setTimeout(fetchAhead, REST_MS);
	return {
		authorization: async (...asked) => signIn?.authorization(...asked),
		authorize: async (refusal) => (await load()).authorize(refusal),
		prepare: () => signIn?.prepare() ?? (() => undefined),
	};
}
