/** What server-everything asks of the person, of a model and for folders, and what comes of each answer. */
import { later, must, rejection, same, textOf } from "../talk.mjs";

const FORM = "trigger-elicitation-request";
const URL_TOOL = "trigger-url-elicitation";
const SAMPLING = "trigger-sampling-request";

/** @type {import("../talk.mjs").Checks} */
export const asks = {
	"what the person leaves out has the form's defaults": async ({ client, answers, asked, fresh }) => {
		fresh();
		const content = { name: "Grace", check: true, integer: 7, untitledMultipleSelectEnum: ["Drums", "Bass"] };
		answers.elicit = () => ({ action: "accept", content });
		const text = textOf(await client.callTool(FORM));
		const raw = JSON.parse(text.slice(text.indexOf("{")));
		same(
			raw,
			{
				action: "accept",
				content: {
					...content,
					firstLine: "It was a dark and stormy night.",
					number: 3.14,
					untitledSingleSelectEnum: "Monica",
					titledSingleSelectEnum: "hero-1",
					titledMultipleSelectEnum: ["fish-1"],
					legacyTitledEnum: "pet-1",
				},
			},
			"what the server was told",
		);
		same(asked.length, 1, "questions");
		same(asked[0].request.requestedSchema.required, ["name"], "the form");
	},
	"declining, cancelling and failing to ask are told apart": async ({ client, answers }) => {
		for (const [action, says] of Object.entries({ decline: /User declined/, cancel: /User cancelled/ })) {
			answers.elicit = () => ({ action: /** @type {"decline" | "cancel"} */ (action) });
			must(says.test(textOf(await client.callTool(FORM))), `It does not see that the person did ${action}.`);
		}
		answers.elicit = () => Promise.reject(new Error("nobody is there"));
		must(
			/User cancelled/.test(textOf(await client.callTool(FORM))),
			"Who cannot be asked has not cancelled.",
		);
	},
	"the person's time is not the server's": async ({ client, answers }) => {
		answers.elicit = async () => {
			await later(900);
			return { action: "accept", content: { name: "Slow" } };
		};
		const text = textOf(await client.callTool(FORM, {}, { timeoutMs: 400 }));
		must(/- Name: Slow/.test(text), `It gave: ${text}`);
	},
	"addresses to visit are shown in full, also those that a refusal names": async ({
		client,
		answers,
		asked,
		fresh,
	}) => {
		fresh();
		const url = "https://example.com/sign-in?who=ada#there";
		const args = { url, message: "Go there.", elicitationId: "e-1" };
		must(/User completed/.test(textOf(await client.callTool(URL_TOOL, args))), "It is not done.");
		const [{ request }] = asked;
		same(
			[request.mode, request.url, request.message, request.elicitationId],
			["url", url, "Go there.", "e-1"],
			"the question",
		);
		// The refusal (-32042) names another address; when that is done the call is made again, and asks for the first.
		fresh();
		must(
			/User completed/.test(textOf(await client.callTool(URL_TOOL, { ...args, errorPath: true }))),
			"It is not done.",
		);
		same(
			asked.map((one) => one.request.url),
			["https://modelcontextprotocol.io", url],
			"the addresses",
		);
		answers.elicit = () => ({ action: "decline" });
		must(/User declined/.test(textOf(await client.callTool(URL_TOOL, args))), "Declining does not count.");
		const error = await rejection(
			"A refusal that was not followed",
			client.callTool(URL_TOOL, { ...args, errorPath: true }),
		);
		same([error.code, error.details?.code], ["protocol", -32042], "what it is rejected with");
	},
	"a model is asked, and may not be": async ({ client, answers, asked, fresh }) => {
		fresh();
		const text = textOf(await client.callTool(SAMPLING, { prompt: "Is it?", maxTokens: 9 }));
		must(/"text": "indeed"/.test(text) && /"model": "none"/.test(text), `It gave: ${text}`);
		const [{ request }] = asked;
		must(/Is it\?$/.test(request.messages[0].content.text), `It was asked ${JSON.stringify(request)}`);
		same(
			[request.maxTokens, request.systemPrompt],
			[9, "You are a helpful test server."],
			"what goes with the question",
		);
		answers.sample = () => Promise.reject(new Error("The person does not want that."));
		const refused = await client.callTool(SAMPLING, { prompt: "Is it?" });
		same(refused.isError, true, "a question that the person did not let pass");
		must(/does not want that/.test(textOf(refused)), `It gave: ${textOf(refused)}`);
	},
};
