/** The demo's composition root: makes the parts and joins them. */
import { autoui, bus, createCanvasVanilla, init, mountCanvas } from "webmcp-auto-ui";
import { Ahead } from "./ahead.js";
import { setUpCanvasHead } from "./canvas-head.js";
import { Chat } from "./chat.js";
import { type Composer, setUpComposer } from "./composer.js";
import { loadConfig } from "./config.js";
import { Conversation } from "./conversation.js";
import { byId, make, reasonOf } from "./dom.js";
import { setUpDoorsPanel } from "./doors-panel.js";
import { Model } from "./model.js";
import { setUpModelPanel } from "./model-panel.js";
import { Servers } from "./servers.js";
import { setUpServersPanel } from "./servers-panel.js";
import { setUpSuggestions } from "./suggestions.js";
import { setUpTabs } from "./tabs.js";
import { setUpTheme } from "./theme.js";

async function start(): Promise<void> {
	setUpTheme(byId("theme"));
	const showPane = setUpTabs();
	const [config] = await Promise.all([loadConfig(), init()]);

	const canvas = createCanvasVanilla();
	autoui.attachCanvas(canvas);
	mountCanvas(byId("canvas"), canvas, [autoui], { bus, edit: true, menu: true });

	const model = new Model(config.modelUrl);
	const servers = new Servers(config.mcpServers);
	let composer: Composer | undefined;
	const conversation = new Conversation({
		model,
		servers,
		ahead: new Ahead(model, servers),
		chat: new Chat(byId("log")),
		setStatus: (text) => {
			byId("status").textContent = text;
		},
		setRunning: (running) => composer?.setRunning(running),
		onWidget: () => showPane("canvas"),
		onQuestion: (cards) => {
			showPane("chat");
			// Who is typing keeps the field; the status line tells of the cards.
			if (!composer?.isBusy) cards.focus();
		},
		onDecided: () => composer?.focus(),
	});
	composer = setUpComposer(byId<HTMLFormElement>("composer"), {
		send: (text) => conversation.send(text),
		stop: () => conversation.stop(),
	});

	setUpCanvasHead(canvas, () => conversation.forget());

	setUpModelPanel(byId("model-panel"), model);
	setUpServersPanel(byId("servers-panel"), servers);
	setUpDoorsPanel(byId("doors-panel"), canvas, () => showPane("chat"));
	setUpSuggestions(byId("empty"), servers, (wish) => {
		showPane("chat");
		composer?.propose(wish);
	});
	const ready = Promise.all([model.choose(), servers.connectAll()]);
	conversation.restore();
	await ready;
}

start().catch((error: unknown) => {
	byId("log").append(make("p", { class: "failed", role: "alert" }, reasonOf(error)));
});
