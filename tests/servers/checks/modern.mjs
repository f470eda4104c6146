/** What is checked of servers of the newer era: what they let a client keep, and how it hears that it is out of date. */
import { must, same, sent, textOf, until } from "../talk.mjs";

/** @typedef {import("../talk.mjs").Talk} Talk */

/** The server's tool `grow` makes one tool more, and tells of all lists. @param {Talk} talk */
export async function keepsLists({ client, server, news, fresh }) {
	const asked = async () => sent(await server.told(), "tools/list").length;
	const tools = await client.listTools();
	await heardOf(server, "toolsListChanged");
	fresh();
	const before = await asked();
	await client.listTools();
	same(await asked(), before, "lists that were asked for although there is one");
	const name = textOf(await client.callTool("grow"));
	for (const what of ["tools", "prompts", "resources"]) {
		await until(`The word of other ${what}`, () => news(`notifications/${what}/list_changed`).length === 1);
	}
	const after = await client.listTools();
	same(await asked(), before + 1, "lists that were asked for after the change");
	same(after.length, tools.length + 1, "tools");
	must(
		after.some((tool) => tool.name === name),
		`${name} is not listed.`,
	);
	must(/^I am /.test(textOf(await client.callTool(name))), `${name} does not answer.`);
}

/** The server's tool `touch` changes the resource, and tells. @param {string} uri */
export const keepsResources =
	(uri) =>
	async (/** @type {Talk} */ { client, server, news, fresh }) => {
		await client.watchResource(uri);
		await heardOf(server, "resourceSubscriptions");
		fresh();
		const asked = async () => sent(await server.told(), "resources/read").length;
		const [{ text }] = await client.readResource(uri);
		const before = await asked();
		await client.readResource(uri);
		same(await asked(), before, "reads although it is there");
		const version = textOf(await client.callTool("touch"));
		const params = await until("The word of its change", () => news("notifications/resources/updated")[0]);
		same(params.uri, uri, "what has changed");
		const [after] = await client.readResource(uri);
		same([after.text, after.text === text, await asked()], [version, false, before + 1], "what is read then");
		await client.watchResource(uri, false);
		fresh();
		await client.callTool("touch");
		await client.callTool("grow");
		await until("The word of other tools", () => news("notifications/tools/list_changed").length > 0);
		same(news("notifications/resources/updated"), [], "updates of what is not watched");
	};

/** Waits until the server is asked to tell of that, and tells. @param {Talk["server"]} server @param {string} what */
async function heardOf(server, what) {
	await until(`The stream of ${what}`, async () => {
		const told = await server.told();
		const [last] = sent(told, "subscriptions/listen").slice(-1);
		const isOpen = ({ what, life, number }) =>
			what === "head" && life === last.life && number === last.number;
		return last?.params.notifications[what] !== undefined && told.some(isOpen);
	});
}
