/** The Worker that code runs in: one for each run, ended with it. */
import { Interpreter, type Outcome, Stopped } from "./interpreter.js";
import {
	type FromWorker,
	type Host,
	type Job,
	type Level,
	MAX_COMMANDS_CHARS,
	MAX_LINE_CHARS,
	MAX_LINES,
	MAX_MESSAGE_CHARS,
	MESSAGE_BURST,
	MESSAGES_PER_SECOND,
	type ToWorker,
} from "./messages.js";

/** The part of a Worker's global that is used here; the page's types know only windows. */
interface Scope {
	postMessage(message: FromWorker): void;
	addEventListener(type: "message", listener: (event: MessageEvent<ToWorker>) => void): void;
	close(): void;
}

const scope = globalThis as unknown as Scope;
const LEVELS: readonly Level[] = ["log", "info", "warn", "error"];
/** More timers at once are a mistake. */
const MAX_TIMERS = 1000;
const LEAST_WAIT_MS = 4;

let interpreter: Interpreter | undefined;
let isDone = false;
let isDrawing = false;
let lines = 0;
let sent = 0;
let isFlooding = false;
let numbers = 0;
const began = performance.now();
const timers = new Map<number, ReturnType<typeof setTimeout>>();
/** Frames that are due when what was drawn is on the screen. */
const dueFrames: number[] = [];

const host: Host = {
	line(level, text) {
		lines += 1;
		if (lines > MAX_LINES + 1) return;
		const known = LEVELS.find((one) => one === level) ?? "log";
		const shown = String(text).slice(0, MAX_LINE_CHARS);
		const isLast = lines > MAX_LINES;
		scope.postMessage({
			kind: "line",
			level: isLast ? "warn" : known,
			text: isLast ? `Only the first ${MAX_LINES} lines are shown.` : shown,
		});
	},
	message(json) {
		const text = String(json);
		if (text.length > MAX_MESSAGE_CHARS) {
			host.line("error", `A message has more than ${MAX_MESSAGE_CHARS} characters and was not sent.`);
			return;
		}
		if (!isJson(text)) return;
		const allowed = MESSAGE_BURST + ((performance.now() - began) / 1000) * MESSAGES_PER_SECOND;
		if (sent < allowed) {
			sent += 1;
			scope.postMessage({ kind: "message", json: text });
			return;
		}
		if (!isFlooding) host.line("error", "Too many messages at once: some are not sent.");
		isFlooding = true;
	},
	timer(milliseconds, repeats, isFrame) {
		if (timers.size >= MAX_TIMERS) return 0;
		numbers += 1;
		const number = numbers;
		const wait = Math.max(Number(milliseconds) || 0, LEAST_WAIT_MS);
		const due = () => {
			if (!repeats) timers.delete(number);
			if (isFrame && isDrawing) dueFrames.push(number);
			else turn((code) => void code.call("tick", number, performance.now() - began));
		};
		timers.set(number, repeats ? setInterval(due, wait) : setTimeout(due, wait));
		return number;
	},
	untimer(number) {
		clearTimeout(timers.get(number));
		timers.delete(number);
	},
};

/** Lets the code do something, and tells what came of it. */
function turn(work: (code: Interpreter) => Outcome): void {
	const code = interpreter;
	if (!code) return;
	try {
		const outcome = code.turn(() => work(code)) ?? (isDone ? undefined : code.turn(() => code.outcome()));
		// What was drawn before it failed is seen still.
		draw(code);
		if (outcome) ended(outcome);
		if (isDone && !isDrawing && timers.size === 0 && code.turn(() => code.call("listens")) === "") {
			scope.postMessage({ kind: "idle" });
		}
	} catch (error) {
		stop(error instanceof Error ? error.message : String(error));
	}
}

function ended(outcome: NonNullable<Outcome>): void {
	isDone = true;
	if ("reason" in outcome) scope.postMessage({ kind: "failed", reason: outcome.reason });
	else scope.postMessage({ kind: "done", ...(isJson(outcome.json) ? { json: outcome.json } : {}) });
}

/** Code may change what its world is made of: the page gets no other texts. */
function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** Sends what has changed, once the page has shown what changed before. */
function draw(code: Interpreter): void {
	if (isDrawing) return;
	const commands = code.turn(() => code.call("drawn"));
	if (commands === "") return;
	if (commands.length > MAX_COMMANDS_CHARS) throw new Stopped("It draws more at once than the page takes.");
	isDrawing = true;
	scope.postMessage({ kind: "draw", commands });
}

function stop(reason: string): void {
	interpreter = undefined;
	for (const timer of timers.values()) clearTimeout(timer);
	scope.postMessage({ kind: "stopped", reason });
	scope.close();
}

async function run(job: Job): Promise<void> {
	try {
		interpreter = await Interpreter.open(host);
	} catch (error) {
		const reason = (error instanceof Error ? error.message : String(error)).slice(0, 200);
		stop(
			`The interpreter could not be loaded: the page's policy must allow 'wasm-unsafe-eval' and connect-src 'self' (${reason}).`,
		);
		return;
	}
	scope.postMessage({ kind: "ready" });
	turn((code) => {
		const scripts: unknown = JSON.parse(code.call("begin", JSON.stringify(job)));
		for (const script of Array.isArray(scripts) ? scripts : []) {
			const outcome = code.run(String(script));
			if (outcome && "reason" in outcome) return outcome;
		}
		const outcome = code.run(job.code);
		if (!outcome || "json" in outcome) code.call("loaded");
		return outcome;
	});
}

scope.addEventListener("message", ({ data }) => {
	if (data.kind === "run") void run(data.job);
	else if (data.kind === "ping") scope.postMessage({ kind: "pong" });
	else if (data.kind === "event") turn((code) => void code.call("event", JSON.stringify(data.event)));
	else if (data.kind === "message") turn((code) => void code.call("message", data.channel, data.json));
	else if (data.kind === "drawn") {
		isDrawing = false;
		turn((code) => {
			for (const number of dueFrames.splice(0)) code.call("tick", number, performance.now() - began);
		});
	}
});
