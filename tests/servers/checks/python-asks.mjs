/** What the Python server asks of the person, of a model and for folders, and what comes of each answer. */
import { later, must, same, textOf, until } from "../talk.mjs";

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
		same(textOf(await client.callTool("ask")), 'accept {"name":"Ada","age":30}', "what the server was told");
		// The server has defaults of its own; what counts is what it was sent.
		const answered = (await server.told(from)).flatMap(({ rpc = [] }) => rpc.filter(({ result }) => result));
		same(answered[0]?.result.content, { name: "Ada", age: 30 }, "what the server was sent");
		same(
			[asked.length, asked[0].request.message, asked[0].request.requestedSchema.required],
			[1, "Who are you?", ["name"]],
			"the question",
		);
		for (const action of /** @type {const} */ (["decline", "cancel"])) {
			answers.elicit = () => ({ action });
			same(textOf(await client.callTool("ask")), action, "what the server was told");
		}
		answers.elicit = () => Promise.reject(new Error("nobody is there"));
		same(textOf(await client.callTool("ask")), "cancel", "who cannot be asked");
	},
	"the person's time is not the server's": async ({ client, answers }) => {
		answers.elicit = async () => {
			await later(900);
			return { action: "accept", content: { name: "Slow" } };
		};
		const text = textOf(await client.callTool("ask", {}, { timeoutMs: 400 }));
		must(/"name":"Slow"/.test(text), `It gave: ${text}`);
	},
	"an address to visit is shown in full, and it is heard when that is done": async ({
		client,
		asked,
		fresh,
		news,
	}) => {
		fresh();
		await client.callTool("visit");
		const [{ request }] = asked;
		same(
			[request.mode, request.url, request.elicitationId],
			["url", "https://example.com/sign-in?for=fast", "visit-1"],
			"the question",
		);
		const done = await until("The word that it is done", () => news("notifications/elicitation/complete")[0]);
		same(done.elicitationId, "visit-1", "what is done");
	},
	"a model that the person does not let answer is an error to the server": async ({ client, answers }) => {
		answers.sample = () => Promise.reject(new Error("The person does not want that."));
		const refused = await client.callTool("think");
		same(refused.isError, true, "a question that the person did not let pass");
		must(/does not want that/.test(textOf(refused)), `It gave: ${textOf(refused)}`);
	},
	"who can answer nothing is not asked": async ({ McpClient, url }) => {
		const bare = new McpClient(url);
		const result = await bare.callTool("ask");
		same(result.isError, true, `whether it fails (${textOf(result)})`);
		await bare.disconnect();
	},
};
