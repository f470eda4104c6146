/** The panel that explains the doors, opens and closes them, and asks about calls that come through. */
import type { CanvasVanilla } from "webmcp-auto-ui";
import type { DoorCall } from "webmcp-auto-ui/webmcp";
import { askAbout } from "./approval.js";
import { Doors } from "./doors.js";
import { field, make, reasonOf } from "./dom.js";

const RELAY = "npx --package webmcp-auto-ui --package ws --package @modelcontextprotocol/sdk webmcp-relay";
const CALLERS: { readonly [door: string]: string } = {
	native: "WebMCP",
	relay: "a program",
	"tool-api": "HTTP",
};

/**
 * Fills the panel and keeps it true.
 *
 * @param onQuestion - Brings the panel to the person's eyes.
 */
export function setUpDoorsPanel(panel: HTMLElement, canvas: CanvasVanilla, onQuestion: () => void): void {
	const questions = make("div", { "data-testid": "door-questions" });
	const doors = new Doors(canvas, (call, signal) => ask(call, signal, panel, questions, onQuestion));
	const dot = make("span", { class: "dot", "aria-hidden": "true" });
	const state = make("span", { class: "panel-state", "data-testid": "doors-state" });
	const log = make("ul", { class: "door-log", "data-testid": "door-log" });
	panel.append(
		make("summary", {}, dot, make("span", { class: "panel-name" }, "Doors"), state),
		make("div", { class: "panel-body" }, questions, webmcp(doors), http(doors), relay(doors), log),
	);
	const show = () => {
		const open = [
			doors.isExposed ? "WebMCP" : "",
			doors.isServed ? "HTTP" : "",
			doors.relay === "connected" ? "programs" : "",
		].filter(Boolean);
		state.textContent = open.length > 0 ? `open for ${open.join(" and ")}` : "closed: only you use this page";
		dot.dataset.phase = open.length > 0 ? "ready" : "none";
		log.replaceChildren(
			...doors.log.map(({ door, tool, outcome, ms }) =>
				make("li", {}, `${CALLERS[door] ?? door} called ${tool}: ${outcome}, ${ms} ms`),
			),
		);
	};
	doors.subscribe(show);
	show();
}

/** The browser's own agent, its extensions, and scripts. */
function webmcp(doors: Doors): HTMLElement {
	const open = make("input", { type: "checkbox", "data-testid": "door-webmcp" });
	const state = make("span", { role: "status" });
	open.addEventListener("change", () => {
		state.textContent = "";
		try {
			doors.expose(open.checked);
		} catch (error) {
			open.checked = false;
			state.textContent = ` ${reasonOf(error)}`;
		}
	});
	const whose = doors.isNative
		? "This browser has WebMCP."
		: "This browser has no WebMCP; a polyfill stands in.";
	return make(
		"div",
		{ class: "door" },
		make("label", { class: "switch" }, open, make("span", {}, "Let agents in this browser use the widgets")),
		make(
			"p",
			{ class: "hint" },
			`${whose} They find them by `,
			make("code", {}, "document.modelContext"),
			".",
			state,
		),
	);
}

/** Whoever speaks HTTP in this browser, by the Tool Execution API. */
function http(doors: Doors): HTMLElement {
	const open = make("input", { type: "checkbox", "data-testid": "door-http" });
	const state = make("span", { role: "status", "data-testid": "http-state" });
	open.addEventListener("change", async () => {
		state.textContent = "";
		try {
			await doors.serve(open.checked);
		} catch (error) {
			open.checked = false;
			state.textContent = ` ${reasonOf(error)}`;
		}
	});
	return make(
		"div",
		{ class: "door" },
		make("label", { class: "switch" }, open, make("span", {}, "Serve the tools under this page's address")),
		make(
			"p",
			{ class: "hint" },
			"A Service Worker answers by the Tool Execution API; try them at ",
			make("a", { href: "/explorer/", target: "_blank", rel: "noopener" }, "/explorer/"),
			". curl comes by the relay.",
			state,
		),
	);
}

/** Programs on the person's machine, by the relay. */
function relay(doors: Doors): HTMLElement {
	const url = make("input", {
		type: "url",
		required: true,
		value: "ws://127.0.0.1:9444",
		"data-testid": "relay-url",
	});
	const token = make("input", { required: true, autocomplete: "off", "data-testid": "relay-token" });
	const button = make("button", { type: "submit", "data-testid": "relay-connect" }, "Connect");
	const state = make("p", { class: "hint", role: "status", "data-testid": "relay-state" });
	const words = {
		off: "",
		connecting: "Looking for the relay …",
		connected: "Connected: the program lists and calls this page's tools.",
		refused: "The relay did not take the token.",
		closed: "",
	};
	doors.subscribe(() => {
		state.textContent = words[doors.relay];
		button.textContent = doors.relay === "off" ? "Connect" : "Disconnect";
	});
	const submit = (event: Event) => {
		event.preventDefault();
		if (doors.relay !== "off") return doors.disconnect();
		try {
			doors.connect(url.value.trim(), token.value.trim());
		} catch (error) {
			state.textContent = reasonOf(error);
		}
	};
	return make(
		"form",
		{ class: "fields door", onsubmit: submit },
		make(
			"p",
			{ class: "hint" },
			"Programs on this machine that speak MCP use the tools by a relay: let them start ",
			make("code", {}, `${RELAY} --origin ${location.origin}`),
			". It prints address and token.",
		),
		field("The relay's address", url),
		field("Its token", token),
		button,
		state,
	);
}

function ask(
	call: DoorCall,
	signal: AbortSignal,
	panel: HTMLElement,
	questions: HTMLElement,
	onQuestion: () => void,
): Promise<boolean> {
	return new Promise((resolve) => {
		const caller = CALLERS[call.door] ?? call.door;
		const cards = askAbout([{ id: call.tool.name, name: call.tool.name, args: call.args }], {
			lead: call.changed ? `${caller} calls a tool that has changed.` : `A call came by ${caller}.`,
			nameOf: () => undefined,
			onDecided: ([decision]) => {
				cards.element.remove();
				resolve(decision?.approved === true);
			},
		});
		signal.addEventListener("abort", () => cards.element.remove(), { once: true });
		questions.append(cards.element);
		panel.setAttribute("open", "");
		onQuestion();
	});
}
