/** All that a page can call of the doors between its tools and everybody else's, as `rows.mjs`. */
import { createServer } from "node:http";
import * as relay from "../../../pkg/hosts/relay.js";
import * as kit from "../../../pkg/index.js";
import * as webmcp from "../../../pkg/webmcp/index.js";
import * as polyfill from "../../../pkg/webmcp/polyfill/index.js";
import { FakeContext } from "./model-context.mjs";
import * as sound from "./sound.mjs";
import { used } from "./used.mjs";

const none = () => ({});
const nothing = () => undefined;
const guard = () => webmcp.createToolGuard();
/** What every door of ours takes. */
const served = () => ({ filter: () => true, canvas: kit.createCanvasVanilla(), guard: guard() });
const origins = ["http://localhost:5173"];
const call = () => ({ door: "native", tool: { name: "t" }, args: {}, origin: "https://x.example" });

/** A port where nothing listens any more. */
const closed = await new Promise((resolve) => {
	const server = createServer().listen(0, "127.0.0.1", () => {
		const { port } = server.address();
		server.close(() => resolve(port));
	});
});
class Unconnected {
	close = nothing;
}
// Node 20 has none, and others would try to connect for as long as the tests run.
globalThis.WebSocket = Unconnected;

/** One relay for all, which is closed in its last row. */
const running = relay.createRelay({ origins, port: 0 });
const NO_WINDOW = "has no window here; tests/e2e/doors.test.mjs passes wrong values";

export const DOORS = {
	"webmcp-auto-ui/webmcp": {
		of: () => webmcp,
		rows: {
			createToolGuard: () => ({
				options: {
					policy: "ask",
					ask: () => true,
					limits: { argumentChars: 1, resultChars: 1, callsPerMinute: 1, timeoutMs: 1 },
					audit: nothing,
				},
			}),
			exposeNative: () => ({
				source: sound.layer(),
				options: {
					...served(),
					prefix: "p",
					exposedTo: ["https://x.example"],
					context: new FakeContext(),
					onError: nothing,
				},
			}),
			importNative: () => ({
				options: {
					name: "guests",
					fromOrigins: ["https://x.example"],
					approve: "always",
					debugging: true,
					maxResultLength: 10,
					guard: guard(),
					context: new FakeContext(),
				},
			}),
			connectRelay: used(
				() => ({
					source: sound.layer(),
					options: {
						...served(),
						url: `ws://127.0.0.1:${closed}`,
						token: "t",
						prefix: "p",
						onState: nothing,
					},
				}),
				(link) => link.close(),
			),
			isWebMCPEvent: () => ({ data: { type: "webmcp:call-tool" } }),
			listenForAgentCalls: NO_WINDOW,
			callToolViaPostMessage: NO_WINDOW,
			stopListening: none,
		},
	},
	"a guard": {
		of: guard,
		rows: { run: () => ({ call: call(), work: () => 1, signal: sound.signal() }) },
	},
	"what is exposed": {
		of: () => webmcp.exposeNative(sound.layer(), { context: new FakeContext() }),
		rows: { settled: none, stop: none },
	},
	"what is imported": {
		of: () => webmcp.importNative({ context: new FakeContext() }),
		rows: { layer: none, subscribe: () => ({ listener: nothing }), refresh: none, close: none },
	},
	"a link to a relay": {
		of: () => webmcp.connectRelay(sound.layer(), { url: `ws://127.0.0.1:${closed}`, token: "t" }),
		rows: { close: none },
	},
	"webmcp-auto-ui/polyfill": {
		of: () => polyfill,
		rows: {
			installModelContext: none,
			initializeWebMCPPolyfill: () => ({ options: { degradeGracefully: true } }),
			cleanupWebMCPPolyfill: none,
			hasNativeWebMCP: none,
		},
	},
	"webmcp-auto-ui/relay": {
		of: () => relay,
		rows: {
			createRelay: used(
				() => ({ options: { origins, port: 0, token: "x".repeat(16), timeoutMs: 100 } }),
				(made) => made.close(),
			),
			serveRelay: () => ({
				server: { setRequestHandler: nothing, sendToolListChanged: async () => undefined },
				relay: { tools: () => [], call: nothing, subscribe: () => nothing },
			}),
		},
	},
	"a relay": {
		of: () => running,
		rows: {
			tools: none,
			call: () => ({ name: "t", args: {}, signal: sound.signal() }),
			subscribe: () => ({ listener: nothing }),
			close: none,
		},
	},
};
