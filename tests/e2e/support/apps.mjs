/** A host, a sandbox page and somebody who must not be asked, each on an origin of its own, all on loopback. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { APPS } from "../../js/support/apps.mjs";
import { STRICT_CSP } from "./site.mjs";
import { expectState } from "./wait.mjs";

const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", csv: "text/csv" };
const here = (name) => fileURLToPath(new URL(`apps/${name}`, import.meta.url));

/** One of the pages of this folder. @param {string} name */
export const appPage = (name) => readFile(here(name), "utf8");

/** Pages of the host besides its first: each is a script of that name. */
const PAGES = ["/workspace", "/callback"];

/** @param {(path: string) => string | undefined} fileOf @param {(path: string) => Record<string, string>} headers */
async function serve(fileOf, headers = () => ({})) {
	const server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url, "http://localhost");
		try {
			const file = fileOf(pathname);
			const body = typeof file === "string" ? await readFile(file) : Buffer.from(file.body);
			const ending = /\.(\w+)$/.exec(pathname)?.[1] ?? "html";
			response.writeHead(200, { "content-type": TYPES[ending] ?? "text/plain", ...headers(pathname) });
			response.end(body);
		} catch {
			response.writeHead(404).end();
		}
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		origin: `http://127.0.0.1:${server.address().port}`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** A file of the package that a page asks for. */
const inPackage = (path) => fileURLToPath(new URL(`.${path.replace(/^\/pkg\/apps/, "")}`, APPS));

/** Starts all three. @param {{headers?: Record<string, string>}} [options] what the host's page is served with besides */
export async function startApps({ headers = {} } = {}) {
	const asked = [];
	const evil = createServer((request, response) => {
		asked.push(`${request.method} ${request.url}`);
		response.writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" });
		response.end("<script>parent.postMessage('from elsewhere', '*')</script>");
	});
	evil.on("upgrade", (request, socket) => {
		asked.push(`UPGRADE ${request.url}`);
		socket.destroy();
	});
	evil.listen(0, "127.0.0.1");
	await once(evil, "listening");
	const sandbox = await serve((path) => inPackage(path));
	const host = await serve(
		(path) => {
			if (path === "/" || PAGES.includes(path)) {
				const script = path === "/" ? "/host.js" : `${path}.js`;
				const body = `<!doctype html><html lang="en" data-sandbox="${sandbox.origin}/sandbox.html"><meta charset="utf-8"><title>Host</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/host.css"><body><main id="place"></main><script type="module" src="${script}"></script></body></html>`;
				return { body };
			}
			if (path === "/host.js" || path === "/host.css") return here(path.slice(1));
			if (PAGES.includes(path.replace(/\.js$/, ""))) return here(path.slice(1));
			if (path === "/told.js") return fileURLToPath(new URL("../pages/elements/told.js", import.meta.url));
			return fileURLToPath(new URL(`..${path.replace(/^\/pkg/, "")}`, APPS));
		},
		(path) => ({
			// The elements' templates are made by a policy of their own.
			"content-security-policy": `${STRICT_CSP}; frame-src ${sandbox.origin}${PAGES.includes(path) ? "" : "; require-trusted-types-for 'script'; trusted-types 'none'"}`,
			...headers,
		}),
	);
	return {
		host: host.origin,
		sandbox: sandbox.origin,
		evil: `http://127.0.0.1:${evil.address().port}`,
		/** What was asked of somebody who must not be. */
		asked,
		close: () => {
			host.close();
			sandbox.close();
			evil.closeAllConnections();
			evil.close();
		},
	};
}

/** The host's page, once it can show apps. @param {import("playwright-core").Page} page @param {string} host */
export async function openHost(page, host) {
	await page.goto(host);
	await expectState(page, () => document.documentElement.dataset.ready);
}

/** Waits until an app has written something like this to its log; gives that. */
export const logged = (page, name, timeout = 10_000) =>
	expectState(page, (name) => globalThis.host.log().find((data) => name in Object(data)), name, timeout);

/** Waits until an app has written what came of something. */
export const outcomeOf = (page, what, timeout = 10_000) =>
	expectState(page, (what) => globalThis.host.log().findLast((data) => data?.what === what), what, timeout);
