/** Our client against real servers, in Node and in a page of Chromium: see README.md. */
import { after, before, describe, test } from "node:test";
import { CHECKS } from "./checks/index.mjs";
import { HOSTS } from "./hosts.mjs";
import { KINDS, startServer } from "./server.mjs";

// Most of the time somebody waits: for a server to start, for a person to answer.
describe("real servers", { concurrency: 2 }, () => {
	for (const kind of KINDS) {
		for (const [name, openHost] of Object.entries(HOSTS)) {
			describe(`${kind}, from ${name}`, { concurrency: 1 }, () => {
				/** @type {import("./hosts.mjs").Host} */
				let host;
				/** @type {import("./hosts.mjs").Server} */
				let server;
				/** @type {import("./hosts.mjs").Conversation} */
				let talk;
				before(async () => {
					server = await startServer(kind);
					host = await openHost();
					talk = await host.open(server);
				});
				after(async () => {
					await talk?.end();
					await host?.close();
					await server?.kill();
				});
				for (const check of Object.keys(CHECKS[kind])) test(check, () => talk.run(check));
			});
		}
	}
});
