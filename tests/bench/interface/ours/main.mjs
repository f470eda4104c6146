/** The chat and the canvas beside it, on a model of the page's own host. */
import "webmcp-auto-ui/elements/canvas";
import "webmcp-auto-ui/elements/chat";
import { pageWorkspace } from "webmcp-auto-ui/elements/page";

pageWorkspace().restoreSettings({
	kind: "local",
	localBackend: "openai",
	localUrl: location.origin,
	localModel: "bench",
});
