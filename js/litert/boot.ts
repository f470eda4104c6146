/** Decides how the runtime's Worker begins: the page's messages are answered here. */
import type { ToLiteRt } from "./messages.js";
import type { Runtime } from "./runtime.js";
import { type Post, serve } from "./serve.js";

/** What takes the page's messages. The bundler resolves the runtime here, and only here. */
export function boot(post: Post): (message: ToLiteRt) => void {
	return serve(post, importRuntime);
}

/** Typed, so that a version of the runtime that no longer fits does not compile. */
const importRuntime = (): Promise<Runtime> => import("@litert-lm/core");
