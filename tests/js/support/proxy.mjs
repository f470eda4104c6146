/** A proxy in front of an upstream, and what it says on the console. */
import { createModelProxy } from "../../../pkg/proxy/index.js";
import { serveModelProxy } from "../../../pkg/hosts/node.js";

/** Looks like a key, and is none. */
export const KEY = "sk-test-0123456789-never-to-be-seen";

/** Options for one upstream named `up`. */
export function options(url, more = {}, upstream = {}) {
	return {
		upstreams: { up: { format: "openai", url: `${url}/v1`, ...upstream } },
		keys: { up: KEY },
		allowModels: { up: ["m"] },
		...more,
	};
}

/** Serves a proxy on loopback until the test ends. */
export async function serveProxy(t, proxyOptions, where = {}) {
	const served = await serveModelProxy(createModelProxy(proxyOptions), { port: 0, ...where });
	t.after(() => served.close());
	return served;
}

/** A request for `path`, as a client sends it. */
export function ask(url, body = { model: "m", messages: [] }, init = {}) {
	const { headers, ...rest } = init;
	return fetch(url, {
		method: "POST",
		headers: { "content-type": "application/json", ...headers },
		body: typeof body === "string" ? body : JSON.stringify(body),
		...rest,
	});
}

/** The same without a server: straight to the proxy as a function. */
export function request(path, body = { model: "m", messages: [] }, init = {}) {
	const { headers, ...rest } = init;
	return new Request(`http://127.0.0.1:8787${path}`, {
		method: "POST",
		headers: { "content-type": "application/json", ...headers },
		body: typeof body === "string" ? body : JSON.stringify(body),
		...rest,
	});
}

/** What is said on the console while `work` runs, and all that is written beside it; the runner writes there as well. */
export async function printed(work) {
	const said = [];
	const written = [];
	const names = ["log", "info", "warn", "error", "debug", "trace"];
	const kept = names.map((name) => console[name]);
	for (const name of names) console[name] = (...values) => said.push(values.map(String).join(" "));
	const streams = [process.stdout, process.stderr];
	const writes = streams.map(({ write }) => write);
	for (const stream of streams) {
		const { write } = stream;
		stream.write = (piece, ...rest) => {
			written.push(Buffer.from(piece).toString("latin1"));
			return write.call(stream, piece, ...rest);
		};
	}
	try {
		await work();
	} finally {
		for (const [place, name] of names.entries()) console[name] = kept[place];
		for (const [place, stream] of streams.entries()) stream.write = writes[place];
	}
	return { said: said.join("\n"), written: written.join("") };
}
