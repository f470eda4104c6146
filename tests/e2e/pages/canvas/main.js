/** A canvas with the package's core, for the test to fill. */
import * as kit from "webmcp-auto-ui";

await kit.init();
const canvas = kit.createCanvasVanilla();
const bus = kit.createBus();
const server = kit.createWebMcpServer("autoui");
for (const { recipe, renderer } of kit.nativeWidgets) server.registerWidget(recipe, renderer);
server.attachCanvas(canvas);
const main = document.querySelector("#main");
kit.mountToolbar(document.querySelector("#toolbar"), canvas);
window.end = kit.mountCanvas(main, canvas, [server], { bus, edit: true, menu: true });
Object.assign(window, { kit, canvas, bus, server });
