/** The tools of server-everything, and what they give. */
import { must, same, textOf } from "../talk.mjs";

const DYNAMIC = "demo://resource/dynamic";
const PNG = /^iVBORw0KGgo/;

/** What it has also for those who can answer nothing. */
export const ALWAYS = [
	"echo",
	"get-annotated-message",
	"get-env",
	"get-resource-links",
	"get-resource-reference",
	"get-structured-content",
	"get-sum",
	"get-tiny-image",
	"gzip-file-as-resource",
	"simulate-research-query",
	"toggle-simulated-logging",
	"toggle-subscriber-updates",
	"trigger-long-running-operation",
];
/** The two that want the client to run tasks (`…-async`) are offered to nobody who does not say that it can. */
export const WHERE_ASKED = [
	"get-roots-list",
	"trigger-elicitation-request",
	"trigger-sampling-request",
	"trigger-url-elicitation",
];

/** Turns what the tool turns on off again. */
const onAndOff = async ({ content: [{ text }] }, _, { client }, name) => {
	must(/^Started/.test(text), `${name} said: ${text}`);
	must(/^Stopped/.test(textOf(await client.callTool(name))), `${name} does not stop.`);
};

/** @type {import("./common.mjs").Wanted} */
export const TOOLS = {
	echo: { with: { message: "Grüße, 世界 🌍" }, gives: /^Echo: Grüße, 世界 🌍$/ },
	"get-annotated-message": {
		with: { includeImage: true },
		gives: ({ content: [text, image] }) => {
			same([text.text, text.annotations.priority], ["Error: Operation failed", 1], "the message");
			must(PNG.test(image.data), "There is no picture.");
		},
	},
	"get-env": {
		gives: (result, _, { url }) => same(JSON.parse(textOf(result)).PORT, new URL(url).port, "its port"),
	},
	"get-resource-links": {
		with: { count: 4 },
		gives: ({ content }) =>
			same(
				content.map(({ type }) => type),
				["text", ...Array(4).fill("resource_link")],
				"the blocks",
			),
	},
	"get-resource-reference": {
		with: { resourceId: 7 },
		gives: ({ content: [, { resource }] }) => same(resource.uri, `${DYNAMIC}/text/7`, "the resource"),
	},
	"get-structured-content": {
		gives: ({ structuredContent }) =>
			same(structuredContent, { temperature: 33, conditions: "Cloudy", humidity: 82 }, "the weather"),
	},
	"get-sum": { with: { a: 2, b: 40.5 }, gives: /^The sum of 2 and 40\.5 is 42\.5\.$/ },
	"get-tiny-image": { gives: ({ content: [, image] }) => must(PNG.test(image.data), "There is no picture.") },
	"gzip-file-as-resource": {
		with: { name: "hello.gz", data: "data:text/plain,hello" },
		gives: async ({ content: [{ uri }] }, _, { client }) => {
			const [{ blob = "" }] = await client.readResource(uri);
			const bytes = Uint8Array.from(atob(blob), (letter) => letter.charCodeAt(0));
			const opened = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
			same(await new Response(opened).text(), "hello", "what was compressed");
		},
	},
	// It has to be run as a task (`execution.taskSupport` is `required`).
	"simulate-research-query": { gives: /# Research Report: text/ },
	"toggle-simulated-logging": { gives: (...of) => onAndOff(...of, "toggle-simulated-logging") },
	"toggle-subscriber-updates": { gives: (...of) => onAndOff(...of, "toggle-subscriber-updates") },
	"trigger-long-running-operation": {
		with: { duration: 0.2, steps: 2 },
		gives: /completed.*0\.2 seconds, Steps: 2/,
	},
	"get-roots-list": { gives: /file:\/\/\/projects\/ada/ },
	"trigger-elicitation-request": { gives: /- Name: Ada\n- Favorite Integer: 42\n- Favorite Number: 3\.14/ },
	"trigger-sampling-request": { with: { prompt: "Is it?" }, gives: /"text": "indeed"/ },
	"trigger-url-elicitation": {
		with: { url: "https://example.com/in" },
		gives: /User completed[\s\S]*example\.com\/in/,
	},
};
