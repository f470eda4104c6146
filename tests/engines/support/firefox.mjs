/** A page in Firefox, by WebDriver BiDi: a WebSocket with numbered commands. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { asText, keyActions, PATIENCE, programs, said } from "./driven.mjs";

/** @param {string} program @returns {Promise<import("./driven.mjs").Driven>} */
export async function openFirefox(program) {
	const profile = await mkdtemp(join(tmpdir(), "webmcp-firefox-"));
	const { start, end } = programs();
	const close = async () => {
		await end();
		await rm(profile, { recursive: true, force: true, maxRetries: 5 });
	};
	try {
		const flags = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
		const { stderr } = start(program, flags, { stdio: ["ignore", "ignore", "pipe"] });
		if (!stderr) throw new Error("Firefox has no output.");
		const socket = new WebSocket(`${await said(stderr, /BiDi listening on (ws:\S+)/)}/session`);
		await once(socket, "open");
		const command = commands(socket);
		await command("session.new", { capabilities: {} });
		// The page that is there from the beginning never has the focus, so that keys press nothing in it.
		const { context } = await command("browsingContext.create", { type: "tab" });
		return {
			goto: (url) => command("browsingContext.navigate", { context, url, wait: "complete" }),
			async run(body) {
				const given = { functionDeclaration: asText(body), awaitPromise: true, target: { context } };
				const { result, exceptionDetails } = await command("script.callFunction", given);
				if (exceptionDetails) throw new Error(exceptionDetails.text);
				return JSON.parse(result.value);
			},
			press: (...keys) => command("input.performActions", { context, actions: keyActions(keys) }),
			async screenshot() {
				const { data } = await command("browsingContext.captureScreenshot", { context });
				return Buffer.from(data, "base64");
			},
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/** @param {WebSocket} socket @returns {(method: string, params: object) => Promise<any>} */
function commands(socket) {
	/** @type {Map<number, {done: (value: unknown) => void, failed: (error: Error) => void}>} */
	const waiting = new Map();
	let last = 0;
	socket.on("message", (data) => {
		const { id, result, error, message } = JSON.parse(String(data));
		const one = waiting.get(id);
		waiting.delete(id);
		if (error) one?.failed(new Error(`${error}: ${message}`));
		else one?.done(result);
	});
	return (method, params) =>
		new Promise((done, failed) => {
			last += 1;
			const late = setTimeout(() => failed(new Error(`Firefox did not answer ${method}.`)), PATIENCE);
			late.unref();
			waiting.set(last, { done, failed });
			socket.send(JSON.stringify({ id: last, method, params }));
		});
}
