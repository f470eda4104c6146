/** All that a page can call of the links between buses, as `rows.mjs`. */
import * as nats from "../../../pkg/bus/nats.js";
import * as port from "../../../pkg/bus/port.js";
import * as kit from "../../../pkg/index.js";
import { used } from "./used.mjs";

const nothing = () => undefined;
/** A port at whose other end nobody is. */
const silent = () => ({
	...{ postMessage: nothing, addEventListener: nothing, removeEventListener: nothing },
	...{ on: nothing, off: nothing, start: nothing },
});
/** A connection to a broker that nobody else is on. */
const connection = () => ({
	publish: nothing,
	subscribe: () => ({ unsubscribe: nothing }),
	status: async function* () {},
	closed: () => new Promise(nothing),
	info: { max_payload: 1_000_000 },
});
const options = () => ({ channels: ["c"], name: "n", silenceMs: 1000 });
const between = (args) => () => ({ bus: kit.createBus(), ...args() });

export const BUSES = {
	"webmcp-auto-ui/bus/port": {
		of: () => port,
		rows: {
			connectPort: used(
				between(() => ({ port: silent(), options: options() })),
				(disconnect) => disconnect(),
			),
		},
	},
	"webmcp-auto-ui/bus/nats": {
		of: () => nats,
		rows: {
			connectNats: used(
				between(() => ({ connection: connection(), options: { ...options(), subject: "s" } })),
				(link) => link.disconnect(),
			),
		},
	},
	"a link over NATS": {
		of: () => nats.connectNats(kit.createBus(), connection()),
		rows: { acknowledged: () => ({}), disconnect: () => ({}) },
	},
};
