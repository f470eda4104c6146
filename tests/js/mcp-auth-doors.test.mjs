/** How a person gets to the authorization page and back: in a window of its own, in the place of the page, and what strangers may send. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { createMcpAuth, finishMcpSignIn, webStore } from "../../pkg/mcp-auth/index.js";
import { clock, problem, REDIRECT, world } from "./support/mcp-auth.mjs";

/** What a page has and Node has not. */
let page;

beforeEach((t) => {
	const items = new Map();
	page = {
		opened: [],
		replaced: [],
		isBlocked: false,
		items,
		sessionStorage: {
			getItem: (key) => items.get(key) ?? null,
			setItem: (key, value) => void items.set(key, String(value)),
			removeItem: (key) => void items.delete(key),
		},
		location: { href: "https://app.example/", assign: (href) => page.opened.push(href) },
		history: { state: { kept: 1 }, replaceState: (...values) => page.replaced.push(values) },
		document: { hasFocus: () => true },
		window: {
			open(address, target, features) {
				if (page.isBlocked) return null;
				const popup = {
					address,
					target,
					features,
					opener: "this page",
					closed: false,
					close: () => {
						popup.closed = true;
					},
					location: {
						replace: (href) => {
							assert.equal(popup.opener, null, "cut off before it is led away");
							popup.href = href;
							page.onLed?.(popup);
						},
					},
				};
				page.opened.push(popup);
				return popup;
			},
		},
	};
	for (const name of ["window", "document", "location", "history", "sessionStorage"]) {
		const kept = Object.getOwnPropertyDescriptor(globalThis, name);
		Object.defineProperty(globalThis, name, { configurable: true, value: page[name], writable: true });
		t.after?.(() => (kept ? Object.defineProperty(globalThis, name, kept) : delete globalThis[name]));
	}
});

const popupAuth = (more = {}) => createMcpAuth({ redirectUrl: REDIRECT, ...more });

/** The page at the redirect address, when the popup is led to the authorization page. */
const comesBack = (w) => {
	page.onLed = async (popup) => {
		popup.isTaken = await finishMcpSignIn(await w.browse(popup.href));
	};
};

test("a window that was opened in the click is led to sign in, and closed afterwards", async () => {
	const w = await world();
	comesBack(w);
	const auth = popupAuth();
	const done = auth.prepare();
	const [popup] = page.opened;
	assert.deepEqual([popup.address, popup.target, popup.opener], ["about:blank", "_blank", null]);
	assert.deepEqual(await w.call(auth), {});
	assert.equal(page.opened.length, 1);
	assert.ok(popup.href.startsWith(w.issuer) && popup.closed);
	done();
});

test("a window that nothing has needed is closed, and another click opens no second one", async () => {
	const auth = popupAuth();
	const done = auth.prepare();
	done();
	assert.ok(page.opened[0].closed);
	auth.prepare();
	auth.prepare();
	assert.deepEqual(
		page.opened.map(({ closed }) => closed),
		[true, true, false],
	);
});

test("where the browser opens no window, the sentence says what to do", async () => {
	const w = await world();
	page.isBlocked = true;
	const auth = popupAuth();
	auth.prepare()();
	await assert.rejects(w.call(auth), problem("unauthorized", /Call prepare\(\) in the click/));
});

test("only an answer with the state of the sign-in is taken out of the channel", async () => {
	const w = await world();
	let callback;
	page.onLed = async (popup) => {
		const channel = new BroadcastChannel("mcp-auth sign-in");
		const { searchParams } = new URL(popup.href);
		for (const message of [
			null,
			"x",
			{ state: "other", address: `${REDIRECT}?code=stolen&state=other` },
			{ state: searchParams.get("state"), address: "" },
			{ state: searchParams.get("state"), address: "no address" },
			{ state: searchParams.get("state") },
		])
			channel.postMessage(message);
		await wait(30);
		channel.close();
		assert.equal(w.at("/token").length, 0);
		callback = await w.browse(popup.href);
		assert.equal(await finishMcpSignIn(callback), true);
	};
	assert.deepEqual(await w.call(popupAuth()), {});
	assert.equal(w.at("/token")[0].body.code, new URL(callback).searchParams.get("code"));
});

test("an answer whose address has another state than it was announced with is not used", async () => {
	const w = await world();
	page.onLed = (popup) => {
		const channel = new BroadcastChannel("mcp-auth sign-in");
		const state = new URL(popup.href).searchParams.get("state");
		channel.postMessage({ state, address: `${REDIRECT}?code=stolen&state=other` });
		setTimeout(() => channel.close(), 50);
	};
	await assert.rejects(w.call(popupAuth()), problem("protocol", /not one to this sign-in/));
});

test("who gives up has the window closed", async () => {
	const w = await world();
	const leaving = new AbortController();
	page.onLed = () => leaving.abort();
	await assert.rejects(w.call(popupAuth(), { signal: leaving.signal }), problem("aborted"));
	await wait(10);
	assert.ok(page.opened[0].closed);
});

test("a window that is closed counts as given up when the person has been back for long, not before", async (t) => {
	const w = await world();
	const led = new Promise((resolve) => {
		page.onLed = resolve;
	});
	let end;
	const call = w.call(popupAuth()).catch((error) => {
		end = error;
	});
	t.mock.timers.enable({ apis: ["setInterval"] });
	const popup = await led;
	const waits = async (ms) => {
		t.mock.timers.tick(ms);
		await new Promise((resolve) => setTimeout(resolve, 20));
		return end === undefined;
	};
	assert.ok(await waits(60_000), "it is open");
	// A page that has cut itself off looks closed too, while the person is there.
	popup.closed = true;
	page.document.hasFocus = () => false;
	assert.ok(await waits(60_000));
	page.document.hasFocus = () => true;
	assert.ok(await waits(9_000));
	assert.equal(await waits(2_000), false);
	await call;
	problem("aborted", /window was closed/)(end);
});

test("a sign-in whose window was closed goes on in the window of the next click", async () => {
	const w = await world();
	const led = [];
	page.onLed = (popup) => void led.push(popup);
	const auth = popupAuth();
	const call = w.call(auth);
	while (led.length === 0) await wait(5);
	led[0].closed = true;
	comesBack(w);
	auth.prepare();
	assert.deepEqual(await call, {});
	assert.equal(page.opened[1].href, led[0].href);
});

test("without windows a sign-in says that it needs a function", async () => {
	const w = await world();
	const auth = popupAuth();
	delete globalThis.window;
	await assert.rejects(w.call(auth), problem("unsupported", /`open`, a function/));
});

test("the callback page tells whether anybody has taken the answer", async () => {
	const heard = [];
	const channel = new BroadcastChannel("mcp-auth sign-in");
	channel.onmessage = ({ data }) => heard.push(data);
	assert.equal(await finishMcpSignIn("https://app.example/cb"), false);
	assert.equal(await finishMcpSignIn("https://app.example/cb?code=1"), false);
	assert.equal(await finishMcpSignIn("https://app.example/cb?state=1"), false);
	await wait(20);
	assert.deepEqual(heard, []);
	assert.equal(await finishMcpSignIn("https://app.example/cb?code=1&state=nobody's"), false);
	assert.equal(heard.length, 1);
	channel.close();
	assert.deepEqual(page.replaced, []);
	await assert.rejects(finishMcpSignIn("cb"), problem("invalid_argument"));
});

/** Leaves the page to sign in, and comes back to another one. */
async function leave(w, auth) {
	const gone = new AbortController();
	w.call(auth, { signal: gone.signal }).catch(() => undefined);
	while (page.opened.length === 0) await wait(5);
	const callback = await w.browse(page.opened.pop());
	page.location.href = callback;
	gone.abort();
	return callback;
}

test("a sign-in in the place of the page ends in the page that the person comes back to", async () => {
	const w = await world();
	const options = { redirectUrl: REDIRECT, open: "redirect" };
	await leave(w, createMcpAuth(options));
	page.location.href += "&tab=2";
	const next = createMcpAuth(options);
	assert.equal(await next.complete(), w.mcp);
	assert.deepEqual(await w.call(next), {});
	assert.deepEqual(page.replaced, [[{ kept: 1 }, "", `${REDIRECT}?tab=2`]]);
	assert.equal(page.items.size, 0);
	assert.equal(await next.complete(), undefined, "an answer counts once");
	assert.equal(w.at("/token").length, 1);
});

test("an answer that nobody waits for is nothing, however it came there", async () => {
	const w = await world();
	const options = { redirectUrl: REDIRECT, open: "redirect" };
	const auth = createMcpAuth(options);
	const callback = await leave(w, auth);
	for (const address of [
		`${REDIRECT}?code=attackers&state=attackers`,
		`${REDIRECT}?code=attackers`,
		`${REDIRECT}?error=access_denied&state=x`,
		REDIRECT,
	]) {
		assert.equal(await auth.complete(address), undefined, address);
	}
	assert.equal(w.at("/token").length, 0);
	assert.equal(await auth.complete(callback), w.mcp, "and the real one still counts");
	assert.deepEqual(page.replaced, []);
});

test("the answer in the place of the page is judged as any other, and comes too late some time", async (t) => {
	const forward = clock(t);
	const w = await world();
	const options = { redirectUrl: REDIRECT, open: "redirect" };
	const auth = createMcpAuth(options);
	w.rules.answer = (parameters) => ({ ...parameters, iss: "https://evil.example" });
	await leave(w, auth);
	await assert.rejects(auth.complete(), problem("protocol", /does not come from/));
	assert.equal(w.at("/token").length, 0);
	assert.equal(await auth.complete(), undefined);

	w.rules.answer = undefined;
	const late = createMcpAuth({ ...options, timeouts: { signInMs: 150_000 } });
	await leave(w, late);
	forward(150_001);
	assert.equal(await late.complete(), undefined);
	assert.equal(w.at("/token").length, 0);
});

test("a given secret is not left in the tab, and is used after it all the same", async () => {
	const w = await world({
		metadata: (document) => ({ ...document, token_endpoint_auth_methods_supported: ["client_secret_post"] }),
	});
	w.clients.set("mine", { secret: "top secret", method: "client_secret_post" });
	const client = { id: "mine", secret: "top secret", issuer: w.issuer };
	const auth = createMcpAuth({ redirectUrl: REDIRECT, open: "redirect", client });
	await leave(w, auth);
	assert.ok(page.items.size === 1 && ![...page.items.values()].join().includes("top secret"));
	assert.equal(await createMcpAuth({ redirectUrl: REDIRECT, open: "redirect", client }).complete(), w.mcp);
});

test("a server that takes no token does not lead the page round in circles", async () => {
	const w = await world({ refuse: () => ({ status: 401 }) });
	const options = { redirectUrl: REDIRECT, open: "redirect" };
	let rounds = 0;
	for (; rounds < 10; rounds += 1) {
		// Each page is a new one, and memory is gone.
		const auth = createMcpAuth(options);
		if (rounds > 0) await auth.complete();
		const gone = new AbortController();
		let end;
		w.call(auth, { signal: gone.signal }).catch((error) => {
			end = error;
		});
		while (page.opened.length === 0 && !end) await wait(5);
		gone.abort();
		if (end) {
			problem("unauthorized", /in a row/)(end);
			break;
		}
		page.location.href = await w.browse(page.opened.pop());
	}
	assert.ok(rounds <= 3, String(rounds));
});

test("the browser's storages keep tokens where a page wants it", async () => {
	const w = await world();
	const store = webStore(page.sessionStorage);
	await w.call(w.auth({ store }));
	assert.deepEqual(await w.call(w.auth({ store })), {});
	assert.equal(w.opened.length, 1);
	await w.auth({ store }).signOut();
	assert.ok([...page.items.values()].every((value) => value === "[]"));
	assert.throws(() => webStore({}), problem("invalid_argument"));
});
