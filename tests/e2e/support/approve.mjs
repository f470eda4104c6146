/** Deciding on the calls of a run as a person does: by the cards in the chat. */
/// <reference path="./deep.d.ts" />
import { expectState } from "./wait.mjs";

const OPEN = "[part=approval]:not(.decided)";

/** The ids of the calls that the person is asked about. */
export function openCalls(page) {
	return page.evaluate(() => {
		const { pending = [], decisions = [] } =
			document.querySelector("auto-ui-app")?.workspace?.conversation.thread.last ?? {};
		return pending.map(({ id }) => id).filter((id) => !decisions.some((decision) => decision.id === id));
	});
}

/** The open cards, once there are some; undefined when the run has ended instead. */
export async function nextCards(page, timeout) {
	const state = await expectState(
		page,
		(open) => {
			const conversation = document.querySelector("auto-ui-app")?.workspace?.conversation;
			const { last } = conversation?.thread ?? {};
			if (!last || conversation?.isRunning) return undefined;
			if (last.state !== "waiting") return "ended";
			const { pending = [], decisions = [] } = last;
			const tools = pending.filter(({ id }) => !decisions.some((decision) => decision.id === id));
			const drawn = deepAll(open).map((card) => card.dataset.tool);
			const isDrawn = tools.length > 0 && tools.map(({ name }) => name).join() === drawn.join();
			return isDrawn ? "asked" : undefined;
		},
		OPEN,
		timeout,
	);
	if (state === "ended") return undefined;
	const cards = page.locator(OPEN);
	return { cards, tools: await cards.evaluateAll((all) => all.map((card) => card.dataset.tool ?? "")) };
}

/** Types a wish and sends it. */
export async function send(page, wish) {
	await page.getByTestId("wish-input").fill(wish);
	await page.getByTestId("wish-input").press("Enter");
}

/** Approves every open card. */
export async function approveAll(page) {
	const all = page.getByTestId("approve-all");
	await ((await all.count()) > 0 ? all.last() : page.getByTestId("approve").last()).click();
}

/** Approves until a card asks for `tool` and says `about`; returns every tool that was asked for on the way. */
export async function approveUntil(page, tool, timeout, about = /^/) {
	const asked = [];
	for (;;) {
		const next = await nextCards(page, timeout);
		if (!next) throw new Error(`The run ended without asking for ${tool}; it asked for ${asked.join(", ")}.`);
		asked.push(...next.tools);
		const card = next.cards.first();
		if (next.tools.includes(tool) && about.test(await card.innerText())) return { asked, card };
		await approveAll(page);
	}
}

/** Approves everything until the run ends. */
export async function approveToTheEnd(page, timeout) {
	for (;;) {
		const next = await nextCards(page, timeout);
		if (!next) return;
		await approveAll(page);
	}
}
