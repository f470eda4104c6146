/** Decides how the runtime's Worker begins: the page's messages are answered here. */
import { holdsPulse, type Pulse } from "../worker/pulse.js";
import type { ToLiteRt } from "./messages.js";
import type { Runtime } from "./runtime.js";
import { type Post, serve } from "./serve.js";

/** What takes the page's messages. The bundler resolves the runtime here, and only here. */
export function boot(post: Post): (message: ToLiteRt | Pulse) => void {
	const take = serve(post, importRuntime);
	return (message) => {
		if (!holdsPulse(message)) take(message);
	};
}

/** Typed, so that a version of the runtime that no longer fits does not compile. */
const importRuntime = (): Promise<Runtime> => import("@litert-lm/core");
