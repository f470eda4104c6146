/**
 * The sandbox page: it lies between a host and an app, on an origin that belongs to neither and where nothing else lies. It shows the app in a
 * frame of an origin that nobody shares, under the policy of its resource, and carries messages between the two.
 */
import { offlineScript, withoutDeclaredTrees } from "./offline.js";
import { Pace } from "./pace.js";
import { allowOf, permissionsIn } from "./permissions.js";
import { isPlain, MAX_MESSAGE_CHARS } from "./plain.js";
import { domainsIn, policyOf } from "./policy.js";
import {
	APP_STOPPED,
	failure,
	idOf,
	INVALID_REQUEST,
	isRecord,
	notification,
	PROXY_READY,
	RESERVED,
	RESOURCE_READY,
} from "./wire.js";

/** Forms tell their page that they are sent, and the policy keeps them from being sent. Nothing else of a page's rights is given. */
const SANDBOX = "allow-scripts allow-forms";
/** Fewer than the host takes: what floods is stopped here, where it costs the host nothing. */
const BURST = 200;
const PER_SECOND = 100;
const PATIENCE = 5000;

const host = window.parent;
let hostOrigin: string | undefined;
/** The same as it is sent to: the page of a file has an origin without a name. */
const there = () => (hostOrigin === undefined || hostOrigin === "null" ? "*" : hostOrigin);
let app: HTMLIFrameElement | undefined;
/** To the app's document; no other one in its frame has the other end. */
let line: MessagePort | undefined;

const tell = (method: string, params: { [name: string]: string } = {}) =>
	// Before the host has said who it is, nothing but that this page is there is told.
	host.postMessage(notification(method, params), there());

function stop(why: "left" | "flooded"): void {
	app?.remove();
	app = line = undefined;
	tell(APP_STOPPED, { why });
}

/** A page of the host's own origin would give the app all that the host has. */
function isReachable(other: Window): boolean {
	try {
		return other.document !== undefined;
	} catch {
		return false;
	}
}

function show(given: { [name: string]: unknown }): void {
	const { html, csp, permissions, theme } = given;
	if (typeof html !== "string") return;
	const domains = domainsIn(csp);
	// The frame inherits this page's policy, and by this page's `frame-src` the app cannot leave for another address.
	const own = document.createElement("meta");
	own.httpEquiv = "Content-Security-Policy";
	own.content = policyOf({ ...domains, baseUriDomains: ["about:", ...domains.baseUriDomains] });
	document.head.append(own);
	// In front of the app, where it cannot be missed: what is written later can only forbid more.
	const policy = policyOf(domains);
	const metas = `<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">`;
	// Without a base of its own a link to a place of the document would lead to this page. The first one holds.
	const base = domains.baseUriDomains.length > 0 ? "" : '<base href="about:srcdoc">';
	const frame = document.createElement("iframe");
	frame.setAttribute("sandbox", SANDBOX);
	frame.title = document.title;
	frame.referrerPolicy = "no-referrer";
	frame.allow = allowOf(permissionsIn(permissions));
	Object.assign(frame.style, { display: "block", width: "100%", height: "100%", border: "0" });
	// Not a `blob:`, whose path is an address: what makes one of `origin` and `pathname`, as ext-apps 2 does, would fail.
	const begin = `${base}${metas}${offlineScript(domains.frameDomains.length > 0)}`;
	frame.srcdoc = `<!doctype html><html><head>${begin}${withoutDeclaredTrees(html.replace(/^\uFEFF/, ""))}`;
	let loads = 0;
	frame.addEventListener("load", () => {
		loads += 1;
		if (loads > 1 && frame === app) stop("left");
	});
	app = frame;
	dress(theme);
	// Frames in a shadow tree are found by no `frames`, `top` or `parent` of another app.
	const box = document.createElement("div");
	box.style.height = "100%";
	box.attachShadow({ mode: "open" }).append(frame);
	document.body.replaceChildren(box);
}

/** A frame and its document have to be of one colour scheme: else the browser puts white behind what is transparent. */
function dress(theme: unknown): void {
	if (theme === "light" || theme === "dark") document.documentElement.style.colorScheme = theme;
}

function fromHost({ data, origin }: MessageEvent<unknown>): void {
	if (!isRecord(data)) return;
	const { method, params } = data;
	if (method === RESOURCE_READY) {
		// One page, one app: a policy cannot be taken back.
		if (hostOrigin !== undefined || !isRecord(params)) return;
		hostOrigin = origin;
		show(params);
		return;
	}
	if (origin !== hostOrigin) return;
	if (method === "ui/notifications/host-context-changed" && isRecord(params)) dress(params.theme);
	if (!String(method).startsWith(RESERVED)) line?.postMessage(data);
}

/** Takes the line that the document's first script offers. Its end is that of the document. */
function connect(port: MessagePort | undefined): void {
	if (!port) return;
	const left = () => line === port && stop("left");
	line = port;
	port.addEventListener("close", left);
	port.addEventListener("message", left);
	port.start();
}

const pace = new Pace(BURST, PER_SECOND, PATIENCE);

function fromApp(data: unknown): void {
	if (!pace.take()) {
		if (pace.isFlooded) stop("flooded");
		return;
	}
	if (!isRecord(data)) return;
	if (!isPlain(data)) {
		const id = idOf(data);
		const said = `A message is JSON of at most ${MAX_MESSAGE_CHARS} characters.`;
		if (id !== undefined) line?.postMessage(failure(id, INVALID_REQUEST, said));
		return;
	}
	if (hostOrigin === undefined || String(data.method).startsWith(RESERVED)) return;
	host.postMessage(data, there());
}

function begin(): void {
	for (const { style } of [document.documentElement, document.body]) {
		Object.assign(style, { height: "100%", margin: "0", overflow: "hidden", background: "transparent" });
	}
	window.addEventListener("message", (event) => {
		if (event.source === host) fromHost(event);
		else if (app && event.source === app.contentWindow && event.origin === "null") {
			if (line) fromApp(event.data);
			else connect(event.ports[0]);
		}
	});
	tell(PROXY_READY);
}

if (host === window) document.body.textContent = "This page shows apps inside of another page.";
else if (isReachable(host)) {
	document.body.textContent = "This page must be served from another origin than the page that shows it.";
} else begin();
