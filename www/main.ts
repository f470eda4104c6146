/** The demo's composition root: tells the app which model and servers came with the page. */
import { trustOwnScripts } from "webmcp-auto-ui";
import { adapter } from "webmcp-auto-ui-composer";
import type { AutoUiApp } from "webmcp-auto-ui/elements/app";
import { loadConfig } from "./config.js";
import { signInLater } from "./sign-in.js";

/** The model that the adapter was made for; others read worked examples. */
const ADAPTED = /gemma-3-270m/;
/** Languages that the elements and widgets speak as they are shipped. */
const SPOKEN = /^(?:en|fr|de)\b/;

/** The line beside the name, which the page itself says in English. */
const TAGLINES: { readonly [language: string]: string } = {
	fr: "Dites ce que vous souhaitez. Une interface apparaît.",
	de: "Sagen Sie, was Sie möchten. Eine Oberfläche entsteht.",
};

function speak(language: string): void {
	document.documentElement.lang = language;
	const said = TAGLINES[language.slice(0, 2)];
	const line = document.querySelector<HTMLElement>(".tagline");
	if (!said || !line) return;
	line.textContent = said;
	line.lang = language;
}

async function start(): Promise<void> {
	trustOwnScripts();
	const app = document.querySelector<AutoUiApp>("auto-ui-app");
	if (!app) throw new Error("The page holds no app.");
	speak(navigator.languages.find((one) => SPOKEN.test(one)) ?? "en");
	const { modelUrl, mcpServers, settings, sandboxUrl } = await loadConfig();
	app.options = {
		model: modelUrl ? { source: modelUrl, adapters: ADAPTED.test(modelUrl) ? [adapter] : [] } : {},
		mcpServers,
		mcpAuth: signInLater(),
		...(sandboxUrl && { mcpApps: { sandboxUrl } }),
		openData: async () => (await import("webmcp-auto-ui/sqlite")).openDatabase(),
		...(settings && { settings }),
	};
	await Promise.all([import("webmcp-auto-ui/elements/app"), import("webmcp-auto-ui/elements/doors")]);
}

/** After the first visit the page opens without a network; while developing, old files would be in the way. */
function installOffline(): void {
	if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
	addEventListener(
		"load",
		() =>
			void navigator.serviceWorker.register("./service-worker.js", { type: "module" }).catch(() => undefined),
	);
}

installOffline();
start().catch((error: unknown) => {
	const reason = error instanceof Error ? error.message : String(error);
	const failed = Object.assign(document.createElement("p"), { className: "failed", textContent: reason });
	failed.setAttribute("role", "alert");
	document.body.append(failed);
});
