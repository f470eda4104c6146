/** Which era a server was found to speak, for as long as the page lives: it is asked once, not by each client that connects to it. */

const found = new Map<string, "modern" | "legacy">();

/** What is known of the server at `url`. */
export const eraOf = (url: string): "modern" | "legacy" | undefined => found.get(url);

/** A client has connected to it, or could not: what was known may be wrong then. */
export function learn(url: string, { state, isModern }: { state: string; isModern: boolean }): void {
	if (state === "ready") found.set(url, isModern ? "modern" : "legacy");
	if (state === "failed") found.delete(url);
}
