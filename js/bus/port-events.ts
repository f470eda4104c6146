/** What happens to ports and pages: browsers tell it by event listeners, Node's Workers by emitters. */
import type { Cleanup } from "../types/index.js";

/** A MessagePort, a BroadcastChannel, a Worker, a Worker's own scope; Node's as well. */
export interface PortLike {
	postMessage(message: unknown): void;
	addEventListener?(type: string, listener: (event: never) => void): void;
	removeEventListener?(type: string, listener: (event: never) => void): void;
	on?(type: string, listener: (value: never) => void): unknown;
	off?(type: string, listener: (value: never) => void): unknown;
	start?(): void;
}

interface Doing {
	message(data: unknown): void;
	unreadable(): void;
	close(): void;
}

/** Listens to a port. Returns what ends that. */
export function onPort(port: PortLike, { message, unreadable, close }: Doing): Cleanup {
	if (port.addEventListener) {
		const listeners = {
			message: ({ data }: { data: unknown }) => message(data),
			messageerror: () => unreadable(),
			close: () => close(),
		};
		for (const [type, listener] of Object.entries(listeners)) port.addEventListener(type, listener);
		// Only a listener of the kind `onmessage` starts it by itself.
		port.start?.();
		return () => {
			for (const [type, listener] of Object.entries(listeners)) port.removeEventListener?.(type, listener);
		};
	}
	const listeners = {
		message: (data: unknown) => message(data),
		messageerror: () => unreadable(),
		exit: () => close(),
	};
	for (const [type, listener] of Object.entries(listeners)) port.on?.(type, listener);
	return () => {
		for (const [type, listener] of Object.entries(listeners)) port.off?.(type, listener);
	};
}

/** Calls back when the page goes, and when it comes back out of the browser's cache. Returns what ends that. */
export function onLeave(leave: () => void, back: () => void): Cleanup {
	if (typeof window === "undefined" || typeof window.addEventListener !== "function") return () => undefined;
	const shown = ({ persisted }: PageTransitionEvent) => {
		if (persisted) back();
	};
	const own = window;
	own.addEventListener("pagehide", leave);
	own.addEventListener("pageshow", shown);
	return () => {
		own.removeEventListener("pagehide", leave);
		own.removeEventListener("pageshow", shown);
	};
}
