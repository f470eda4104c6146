/** What a message on the bus costs for each who hears it, beside mitt, which has no names, no order of nested messages, no errors. */
import mitt from "mitt";
import * as kit from "../../pkg/index.js";
import { compare, report } from "./measure.mjs";

const MESSAGES = 20_000;
let heard = 0;
const hear = () => {
	heard += 1;
};

for (const listeners of [1, 10, 1_000]) {
	const bus = kit.createBus();
	const named = kit.createBus();
	const peer = mitt();
	for (let n = 0; n < listeners; n++) {
		bus.subscribe(["n"], hear);
		named.register(`w${n}`, "chart", ["n"], hear);
		peer.on("n", hear);
		// Those who listen to something else are not looked at.
		bus.subscribe([`other${n}`], hear);
	}
	const messages = Math.max(20, Math.round(MESSAGES / listeners));
	const each = (tell) => () => {
		for (let n = 0; n < messages; n++) tell(n);
	};
	const times = await compare(
		{
			"broadcast to listeners": each((n) => bus.broadcast("me", "n", n)),
			"broadcast to peers": each((n) => named.broadcast("w0", "n", n)),
			mitt: each((n) => peer.emit("n", n)),
		},
		{ rounds: 25, warmUps: 5 },
	);
	const told = { unit: "ns", per: (messages * listeners) / 1e6, perName: "delivery" };
	report(`one message, ${listeners} who hear it`, times, told);
}

const bus = kit.createBus();
for (let n = 0; n < 10_000; n++) bus.register(`w${n}`, "chart", ["n", `own${n}`], hear);
const times = await compare(
	{
		"send to a name": () => {
			for (let n = 0; n < MESSAGES; n++) bus.send("me", "w5000", "n", n);
		},
	},
	{ rounds: 25, warmUps: 5 },
);
report("one message to one of 10,000 peers", times, { unit: "ns", per: MESSAGES / 1e6, perName: "delivery" });
if (heard === 0) throw new Error("Nobody heard anything.");
