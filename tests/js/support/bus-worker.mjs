/** A Worker of Node's with a bus of its own: it adds up, and tells back what it hears. */
import { parentPort } from "node:worker_threads";
import { connectPort } from "../../../pkg/bus/port.js";
import { createBus } from "../../../pkg/index.js";

const bus = createBus();
bus.register("adder", "worker", ["sum", "stop", "fail"], ({ channel, payload }) => {
	if (channel === "stop") return new Promise(() => undefined);
	if (channel === "fail") throw new RangeError("too much");
	return payload.reduce((sum, n) => sum + n, 0);
});
bus.subscribe(["ping"], ({ payload }) => bus.broadcast("adder", "pong", payload + 1));
connectPort(bus, parentPort);
