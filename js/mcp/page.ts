/** What happens to a page while it is connected: it loses its network, sleeps, and comes back. */

/** Who hears of it. */
export interface PageListener {
	online(isOnline: boolean): void;
	/** It may have slept: timers were late, connections may be dead. */
	awake(): void;
	/** It is put aside, from where it may come back. */
	aside?(): void;
	/** It is left, for good. */
	left?(): void;
}

/** Tells of it until the function that is returned is called. Where there is no page, there is nothing to tell. */
export function watchPage({ online, awake, aside, left }: PageListener): () => void {
	const abort = new AbortController();
	const { signal } = abort;
	const listen = (target: EventTarget | undefined, name: string, hear: (event: Event) => void): void =>
		target?.addEventListener?.(name, hear, { signal });
	const scope = globalThis as Partial<Pick<Window, "document" | "addEventListener">> & typeof globalThis;
	const target = typeof scope.addEventListener === "function" ? (scope as unknown as EventTarget) : undefined;
	listen(target, "online", () => online(true));
	listen(target, "offline", () => online(false));
	listen(target, "pageshow", awake);
	listen(target, "pagehide", (event) => ((event as PageTransitionEvent).persisted ? aside?.() : left?.()));
	listen(scope.document, "resume", awake);
	listen(scope.document, "visibilitychange", () => {
		if (scope.document?.visibilityState === "visible") awake();
	});
	return () => abort.abort();
}
