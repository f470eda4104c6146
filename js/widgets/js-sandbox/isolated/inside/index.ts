/**
 * The world of code that runs apart. The build makes one script of this folder, which the interpreter runs first; it has nothing of a
 * browser but what stands here, and four functions of the Worker that it does not hand on.
 */
import type { Happened, Host, Inside, Job } from "../messages.js";
import { documentOf } from "./document.js";
import { Elem, followFields } from "./element.js";
import { InsideEvent, reporting, Target, withHandlers } from "./events.js";
import { parseInto } from "./parse.js";
import { listened, told } from "./telling.js";
import { Timers } from "./timers.js";
import { Fragment, TreeNode, Words } from "./tree.js";
import { errorText, jsonOf, lineOf } from "./values.js";

const { parse } = JSON;

/** Fills the global object, and gives what the Worker calls. */
export function open(host: Host): Inside {
	const world = globalThis as unknown as { [name: string]: unknown };
	const window = new Target();
	const { document, body, nodeOf } = documentOf(window);
	const say =
		(level: string) =>
		(...values: unknown[]) =>
			host.line(level, lineOf(values));
	const report = (error: unknown) => host.line("error", errorText(error));
	reporting.report = report;
	const timers = new Timers(host, report);
	const noNetwork = () => Promise.reject(new TypeError("There is no network here."));
	const tellPage = (data: unknown) => host.message(jsonOf(data === undefined ? null : data));

	Object.assign(world, {
		...{ window: world, self: world, document, fetch: noNetwork, alert: say("log") },
		...{
			Node: TreeNode,
			Element: Elem,
			HTMLElement: Elem,
			Text: Words,
			DocumentFragment: Fragment,
			EventTarget: Target,
		},
		...{ Event: InsideEvent, CustomEvent: InsideEvent, KeyboardEvent: InsideEvent, MouseEvent: InsideEvent },
		console: {
			log: say("log"),
			debug: say("log"),
			info: say("info"),
			warn: say("warn"),
			error: say("error"),
			table: say("log"),
		},
		performance: { now: () => Date.now() - timers.began },
		queueMicrotask: (work: () => void) => void Promise.resolve().then(work).catch(report),
		structuredClone: (value: unknown) => parse(jsonOf(value) || "null"),
		postMessage: tellPage,
		parent: { postMessage: tellPage },
		...timers.functions(),
		addEventListener: window.addEventListener.bind(window),
		removeEventListener: window.removeEventListener.bind(window),
		dispatchEvent: window.dispatchEvent.bind(window),
		getComputedStyle: (element: Elem) => element.style,
		devicePixelRatio: 1,
	});
	withHandlers(world, () => window);

	return {
		begin(text) {
			const job: Job = parse(text);
			Object.assign(world, { innerWidth: job.width, innerHeight: job.height });
			for (const [name, json] of job.variables) {
				Object.defineProperty(world, name, { value: parse(json), writable: true, configurable: true });
			}
			followFields();
			return JSON.stringify(parseInto(body, job.html, Elem));
		},
		loaded() {
			document.readyState = "complete";
			document.dispatchEvent(new InsideEvent("DOMContentLoaded", { bubbles: true }));
			window.dispatchEvent(new InsideEvent("load"));
		},
		event(text) {
			const { type, target, fields, states, place }: Happened = parse(text);
			for (const [number, value, isChecked] of states) {
				const field = nodeOf(number);
				if (field instanceof Elem) field.holds(value, isChecked);
			}
			const node = nodeOf(target);
			if (!node) return;
			if (node instanceof Elem) node.place = place;
			const bubbles = type !== "focus" && type !== "blur";
			node.dispatchEvent(new InsideEvent(type, { ...fields, bubbles }));
		},
		message(channel, json) {
			window.dispatchEvent(new InsideEvent("message", { channel, data: parse(json) }));
		},
		tick: (number, now) => timers.tick(number, now),
		drawn: told,
		listens: listened,
		value: jsonOf,
	};
}
