/** A page that has files dropped on it, and a canvas for what is asked of them. */
import * as kit from "webmcp-auto-ui";
import { openDatabase } from "webmcp-auto-ui/sqlite";

await kit.init();
const canvas = kit.createCanvasVanilla();
kit.autoui.attachCanvas(canvas);
kit.mountCanvas(document.querySelector("#main"), canvas, [kit.autoui]);

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
	event.preventDefault();
	window.dropped = await window.database.addFile(event.dataTransfer.files[0]);
});
/** What went wrong, as a page would show it. */
const problemOf = (work) => work.then(() => undefined, ({ name, code, message }) => ({ name, code, message }));
Object.assign(window, { kit, canvas, openDatabase, problemOf, database: await openDatabase() });
