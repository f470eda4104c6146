/** Deciding on the calls of a run as a person does: by the cards in the chat. */
/// <reference path="./deep.d.ts" />
import { expectState } from "./wait.mjs";

const OPEN = "[part=approval]:not(.decided)";

/** The open cards, once there are some; undefined when the run has ended instead. */
export async function nextCards(page, timeout) {
	const state = await expectState(
		page,
		(open) => {
			if (deepAll(open)[0]) return "asked";
			const conversation = document.querySelector("auto-ui-app")?.workspace?.conversation;
			if (!conversation?.thread.last) return undefined;
			const { isRunning, thread } = conversation;
			return isRunning || thread.last?.state === "waiting" ? undefined : "ended";
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
