/** Resources and prompts. */
import { completable, ResourceTemplate } from "@modelcontextprotocol/server";
import { z } from "zod";

const CITIES = ["Basel", "Bern", "Berlin", "Zürich"];
const STREETS = { Bern: ["Aargauerstalden", "Kramgasse"], Basel: ["Rheingasse"] };
const beginning = (all, value) => all.filter((one) => one.startsWith(value));

/** @param {import("@modelcontextprotocol/server").McpServer} server */
export function registerOffers(server, world) {
	server.registerResource(
		"clock",
		"dual://clock",
		{ mimeType: "text/plain", cacheHint: { ttlMs: 600_000, cacheScope: "private" } },
		(uri) => ({ contents: [{ uri: uri.href, mimeType: "text/plain", text: `version ${world.version}` }] }),
	);
	server.registerResource("bytes", "dual://bytes", { mimeType: "image/gif" }, (uri) => ({
		contents: [{ uri: uri.href, mimeType: "image/gif", blob: Buffer.from("GIF89a").toString("base64") }],
	}));
	const template = new ResourceTemplate("dual://cities/{city}/streets/{street}", {
		list: undefined,
		complete: {
			city: (value) => beginning(CITIES, value),
			street: (value, context) => beginning(STREETS[context?.arguments?.city] ?? [], value),
		},
	});
	server.registerResource("streets", template, {}, (uri, { city, street }) => ({
		contents: [{ uri: uri.href, text: `${decodeURIComponent(street)} in ${decodeURIComponent(city)}` }],
	}));
	server.registerPrompt(
		"weather",
		{ argsSchema: z.object({ city: completable(z.string(), (value) => beginning(CITIES, value)) }) },
		({ city }) => ({
			messages: [{ role: "user", content: { type: "text", text: `The weather in ${city}?` } }],
		}),
	);
}
