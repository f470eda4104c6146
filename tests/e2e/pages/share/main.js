/** A canvas that is shared, and that opens what its address carries once the test has answered for the person. */
import * as kit from "webmcp-auto-ui";
import * as share from "webmcp-auto-ui/share";

await kit.init();
const canvas = kit.createCanvasVanilla();
const server = kit.createWebMcpServer("autoui");
for (const { recipe, renderer } of kit.nativeWidgets) server.registerWidget(recipe, renderer);
server.attachCanvas(canvas);
kit.mountCanvas(document.querySelector("#main"), canvas, [server]);

const connected = [];
const asked = new Promise((resolve) => {
	window.ask = (question) => new Promise((answer) => resolve({ question, answer }));
});
const open = () =>
	share.openShared(location.href, {
		canvas,
		servers: [server],
		ask: window.ask,
		connect: ({ url }) => connected.push(url),
	});
window.opened = share.getHsParam() === null ? undefined : open();
Object.assign(window, { kit, share, canvas, server, asked, connected });
