/** A page in WebKit, by WebDriver, on a screen that nobody sees. */
import { createServer } from "node:net";
import { setTimeout as later } from "node:timers/promises";
import { asText, keyActions, PATIENCE, programs, said } from "./driven.mjs";

/** Runs what stands in front of it, and hands on what came of it: WebDriver's scripts end by a call. */
const HANDED_ON =
	"().then((text) => arguments[0]({ text }), (error) => arguments[0]({ error: String(error) }))";

/**
 * @param {{driver: string, screen: string, browser: string}} found
 * @returns {Promise<import("./driven.mjs").Driven>}
 */
export async function openWebKit({ driver, screen, browser }) {
	const { start, end } = programs();
	try {
		const display = start(screen, ["-displayfd", "3", "-screen", "0", "1280x900x24"], {
			stdio: ["ignore", "ignore", "ignore", "pipe"],
		});
		const number = await said(/** @type {import("node:stream").Readable} */ (display.stdio[3]), /^(\d+)/);
		const port = await freePort();
		start(driver, [`--port=${port}`], {
			// As root WebKit starts none of its processes within a sandbox.
			env: { ...process.env, DISPLAY: `:${number}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" },
			stdio: "ignore",
		});
		const ask = asking(`http://127.0.0.1:${port}`);
		const options = { binary: browser, args: ["--automation"] };
		const { sessionId } = await listening(() =>
			ask("POST", "/session", {
				capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
			}),
		);
		const session = `/session/${sessionId}`;
		await ask("POST", `${session}/timeouts`, { script: PATIENCE });
		return {
			goto: (url) => ask("POST", `${session}/url`, { url }),
			async run(body) {
				const script = `(${asText(body)})${HANDED_ON}`;
				const { text, error } = await ask("POST", `${session}/execute/async`, { script, args: [] });
				if (error) throw new Error(error);
				return JSON.parse(text);
			},
			press: (...keys) => ask("POST", `${session}/actions`, { actions: keyActions(keys) }),
			screenshot: async () => Buffer.from(await ask("GET", `${session}/screenshot`), "base64"),
			async close() {
				await ask("DELETE", session).catch(() => undefined);
				await end();
			},
		};
	} catch (error) {
		await end();
		throw error;
	}
}

/** @param {string} origin @returns {(method: string, path: string, body?: object) => Promise<any>} */
function asking(origin) {
	return async (method, path, body) => {
		const answer = await fetch(`${origin}${path}`, {
			method,
			...(body && { body: JSON.stringify(body) }),
			signal: AbortSignal.timeout(PATIENCE),
		});
		const { value } = await answer.json();
		if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
		return value;
	};
}

/** Asks until the program listens. @template Answer @param {() => Promise<Answer>} ask */
async function listening(ask) {
	for (let left = 100; ; left--) {
		try {
			return await ask();
		} catch (error) {
			if (left === 0 || !(error instanceof TypeError)) throw error;
			await later(100);
		}
	}
}

/** @returns {Promise<number>} */
function freePort() {
	return new Promise((done, failed) => {
		const server = createServer();
		server.on("error", failed);
		server.listen(0, "127.0.0.1", () => {
			const address = server.address();
			const port = typeof address === "object" && address ? address.port : 0;
			server.close(() => done(port));
		});
	});
}
