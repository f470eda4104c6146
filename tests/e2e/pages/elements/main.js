/**
 * Shows the elements that the address names, each loaded by its own subpath: `?tags=chat,canvas&lang=de&dir=rtl&theme=dark`, or
 * `?html=…` for markup of its own. The tags are in the page before their code, as in a page that loads it last.
 */
import { installed } from "./kit.js";

const LOADS = {
	app: () => import("../../../../pkg/elements/app.js"),
	canvas: () => import("../../../../pkg/elements/canvas.js"),
	chat: () => import("../../../../pkg/elements/chat.js"),
	console: () => import("../../../../pkg/elements/console.js"),
	doors: () => import("../../../../pkg/elements/doors.js"),
	"model-loader": () => import("../../../../pkg/elements/model-loader.js"),
	"model-select": () => import("../../../../pkg/elements/model-select.js"),
	recipes: () => import("../../../../pkg/elements/recipes.js"),
	servers: () => import("../../../../pkg/elements/servers.js"),
	sessions: () => import("../../../../pkg/elements/sessions.js"),
	settings: () => import("../../../../pkg/elements/settings.js"),
	share: () => import("../../../../pkg/elements/share.js"),
	suggestions: () => import("../../../../pkg/elements/suggestions.js"),
	widget: () => import("../../../../pkg/elements/widget.js"),
};

const asked = new URLSearchParams(location.search);
const root = document.documentElement;
for (const name of ["lang", "dir", "class"]) if (asked.has(name)) root.setAttribute(name, asked.get(name));
if (asked.has("theme")) localStorage.setItem("webmcp-theme", asked.get("theme"));
if (asked.get("theme") === "dark" || asked.get("theme") === "light") root.dataset.theme = asked.get("theme");

const main = document.querySelector("main");
const tags = (asked.get("tags") ?? "").split(",").filter((tag) => tag !== "");
main.innerHTML = asked.get("html") ?? tags.map((tag) => `<auto-ui-${tag}></auto-ui-${tag}>`).join("");
const used = [...new Set([...main.querySelectorAll("*")].map(({ localName }) => localName.replace("auto-ui-", "")))];

/** Loads what the page shows. */
const load = () => Promise.all(used.flatMap((tag) => LOADS[tag]?.() ?? []));
const ready = () => Promise.all([...main.querySelectorAll("*")].map((element) => element.ready));
if (asked.has("wait")) installed({ load, ready });
else {
	await load();
	await ready();
	installed({ load, ready });
}
