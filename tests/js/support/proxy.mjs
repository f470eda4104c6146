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

/** Collects whatever is printed while `work` runs. */
export async function printed(work) {
	const heard = [];
	const names = ["log", "info", "warn", "error", "debug", "trace"];
	const kept = names.map((name) => console[name]);
	const [out, err] = [process.stdout.write, process.stderr.write];
	for (const name of names) console[name] = (...values) => heard.push(values.map(String).join(" "));
	process.stdout.write = process.stderr.write = (piece) => heard.push(String(piece)) > 0;
	try {
		await work();
	} finally {
		for (const [place, name] of names.entries()) console[name] = kept[place];
		[process.stdout.write, process.stderr.write] = [out, err];
	}
	return heard.join("\n");
}
