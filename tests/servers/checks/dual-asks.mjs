/** What the newer era asks in place of a result (multi round-trip requests), and what comes of each answer. */
import { later, must, rejection, same, sent, textOf } from "../talk.mjs";

/** @type {import("../talk.mjs").Checks} */
export const asks = {
	"what the person does is told apart, and what is left out has the form's defaults": async ({
		client,
		server,
		answers,
		asked,
		fresh,
	}) => {
		fresh();
		const from = (await server.told()).length;
		const accepted = JSON.parse(textOf(await client.callTool("confirm")));
		// The server has defaults of its own; what counts is what it was sent.
		const { who } = sent(await server.told(from), "tools/call").at(-1)?.params.inputResponses ?? {};
		same(
			who,
			{ action: "accept", content: { name: "Ada", age: 30, colour: "green" } },
			"what the server was sent",
		);
		same(
			accepted,
			{ action: "accept", content: { name: "Ada", age: 30, colour: "green" } },
			"what the server was told",
		);
		same([asked.length, asked[0].request.message], [1, "Who are you?"], "the question");
		for (const action of /** @type {const} */ (["decline", "cancel"])) {
			answers.elicit = () => ({ action });
			same(JSON.parse(textOf(await client.callTool("confirm"))), { action }, "what the server was told");
		}
		answers.elicit = () => Promise.reject(new Error("nobody is there"));
		same(JSON.parse(textOf(await client.callTool("confirm"))), { action: "cancel" }, "who cannot be asked");
	},
	"the person's time is not the server's": async ({ client, answers }) => {
		answers.elicit = async () => {
			await later(900);
			return { action: "accept", content: { name: "Slow" } };
		};
		const text = textOf(await client.callTool("confirm", {}, { timeoutMs: 400 }));
		same(JSON.parse(text).content?.name, "Slow", "who was asked");
	},
	"an address to visit is shown in full": async ({ client, answers, asked, fresh }) => {
		fresh();
		answers.elicit = () => ({ action: "decline" });
		same(textOf(await client.callTool("visit")), "visit: decline", "what the server was told");
		same(
			[asked[0].request.mode, asked[0].request.url],
			["url", "https://example.com/sign-in?for=dual"],
			"the question",
		);
	},
	"a model that the person does not let answer ends the call": async ({ client, answers, server }) => {
		const from = (await server.told()).length;
		answers.sample = () => Promise.reject(new Error("The person does not want that."));
		const error = await rejection("It", client.callTool("think"));
		must(
			error.code === "tool_failed" && /does not want that/.test(error.message),
			`It is ${error.code}: ${error.message}`,
		);
		same(sent(await server.told(from), "tools/call").length, 1, "calls");
	},
	"rounds have numbers of their own, and states stay with their calls": async ({
		client,
		server,
		asked,
		fresh,
	}) => {
		fresh();
		const from = (await server.told()).length;
		const topics = ["one", "two", "three"];
		const results = await Promise.all(topics.map((topic) => client.callTool("interview", { topic })));
		for (const [at, topic] of topics.entries())
			same(
				JSON.parse(textOf(results[at])),
				{ topic, name: "Ada", roots: 1, thought: "indeed" },
				"what was said",
			);
		const calls = sent(await server.told(from), "tools/call");
		same(new Set(calls.map(({ id }) => id)).size, 9, "requests of three calls with three rounds each");
		for (const topic of topics) {
			const rounds = calls
				.filter(({ params }) => params.arguments.topic === topic)
				.map(({ params }) => params);
			same(
				rounds.map(({ requestState, inputResponses = {} }) => [
					typeof requestState,
					Object.keys(inputResponses).sort(),
				]),
				[
					["undefined", []],
					["string", ["who"]],
					["string", ["roots", "thought"]],
				],
				"what goes back with each round",
			);
			same(new Set(rounds.map(({ requestState }) => requestState)).size, 3, "states");
		}
		same(
			asked.map(({ what }) => what).sort(),
			[...Array(3).fill("elicit"), ...Array(3).fill("roots"), ...Array(3).fill("sample")],
			"questions",
		);
		must(
			asked.some(
				({ what, request }) => what === "sample" && /About two/.test(request.messages[0].content.text),
			),
			"The model was not asked about two.",
		);
	},
	"resources and prompts ask as well": async ({ client, answers }) => {
		answers.elicit = () => ({ action: "accept", content: { name: "Grace" } });
		same((await client.readResource("dual://secret"))[0].text, "for Grace", "the resource");
		must(/I am Grace/.test(JSON.stringify(await client.getPrompt("personal"))), "The prompt is another's.");
	},
	"who can answer nothing is not asked": async ({ McpClient, url }) => {
		const bare = new McpClient(url);
		const error = await rejection("It", bare.callTool("confirm"));
		same(error.details?.code, -32021, `what it is rejected with (${error.code}: ${error.message})`);
		await bare.disconnect();
	},
};
