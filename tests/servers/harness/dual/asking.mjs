/** Tools, a resource and a prompt that want to know more before they answer (2026-07-28, Multi Round-Trip Requests). */
import {
	acceptedContent,
	createRequestStateCodec,
	inputRequired,
	inputResponse,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { said } from "./schema.mjs";

const codec = createRequestStateCodec({ key: "a key of thirty-two bytes, or more" });
/** What the server does with states that come back. */
export const requestState = { verify: codec.verify };

const form = z.object({
	name: z.string(),
	age: z.int().min(0).default(30),
	colour: z.enum(["red", "green"]).default("green"),
});
const askForm = () => inputRequired.elicit({ message: "Who are you?", requestedSchema: form });
const one = (key, request) => inputRequired({ inputRequests: { [key]: request } });

/** @param {import("@modelcontextprotocol/server").McpServer} server */
export function registerAsking(server) {
	server.registerTool("confirm", {}, ({ mcpReq: { inputResponses } }) => {
		const view = inputResponse(inputResponses, "who");
		if (view.kind === "missing") return one("who", askForm());
		return said(
			JSON.stringify({ action: view.action, content: acceptedContent(inputResponses, "who", form) }),
		);
	});
	server.registerTool("visit", {}, ({ mcpReq: { inputResponses } }) => {
		const view = inputResponse(inputResponses, "there");
		const asked = { message: "Sign in there.", url: "https://example.com/sign-in?for=dual" };
		if (view.kind === "missing") return one("there", inputRequired.elicitUrl(asked));
		return said(`visit: ${view.action}`);
	});
	server.registerTool("think", {}, ({ mcpReq: { inputResponses } }) => {
		const view = inputResponse(inputResponses, "thought");
		const messages = [{ role: "user", content: { type: "text", text: "Say a word." } }];
		if (view.kind === "missing")
			return one("thought", inputRequired.createMessage({ messages, maxTokens: 10 }));
		return said(`thought: ${view.result.content.text}`);
	});
	server.registerTool("folders", {}, ({ mcpReq: { inputResponses } }) => {
		const view = inputResponse(inputResponses, "roots");
		if (view.kind === "missing") return one("roots", inputRequired.listRoots());
		return said(`folders: ${view.roots.map(({ uri }) => uri).join()}`);
	});
	// Three rounds, the second with two questions at once; what is known travels with the client, sealed.
	server.registerTool(
		"interview",
		{ inputSchema: z.object({ topic: z.string() }) },
		async ({ topic }, ctx) => {
			const { inputResponses } = ctx.mcpReq;
			const state = ctx.mcpReq.requestState() ?? { round: 0 };
			if (state.round > 0 && state.topic !== topic)
				return said("A state of another call.", { isError: true });
			const ask = async (inputRequests, more) =>
				inputRequired({ inputRequests, requestState: await codec.mint({ ...state, ...more, topic }, ctx) });
			if (state.round === 0) return ask({ who: askForm() }, { round: 1 });
			if (state.round === 1) {
				const { name } = acceptedContent(inputResponses, "who", form) ?? {};
				const messages = [{ role: "user", content: { type: "text", text: `About ${topic}` } }];
				const both = {
					roots: inputRequired.listRoots(),
					thought: inputRequired.createMessage({ messages, maxTokens: 10 }),
				};
				return ask(both, { round: 2, name });
			}
			const { roots } = inputResponse(inputResponses, "roots");
			const { result } = inputResponse(inputResponses, "thought");
			return said(
				JSON.stringify({ topic, name: state.name, roots: roots.length, thought: result.content.text }),
			);
		},
	);
	server.registerResource("secret", "dual://secret", {}, (uri, { mcpReq: { inputResponses } }) => {
		const { name } = acceptedContent(inputResponses, "who", form) ?? {};
		if (!name) return one("who", askForm());
		return { contents: [{ uri: uri.href, text: `for ${name}` }] };
	});
	server.registerPrompt("personal", {}, ({ mcpReq: { inputResponses } }) => {
		const { name } = acceptedContent(inputResponses, "who", form) ?? {};
		if (!name) return one("who", askForm());
		return { messages: [{ role: "user", content: { type: "text", text: `I am ${name}.` } }] };
	});
}
