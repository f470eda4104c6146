/** What a person is told of a shared canvas before anything of it is shown, connected or run. */
import { hostsIn } from "./hosts.js";
import type { SignatureState } from "./signing.js";
import type { HyperSkill, SharedServer } from "./types.js";

/** A shared canvas in words. All of them are the sender's: show them as text. */
export interface SharedQuestion {
	/** `Untitled` where it has none. */
	title: string;
	description: string;
	/** The types of widgets, and how many there are of each. */
	widgets: { type: string; count: number }[];
	/** The remote servers that it wants to be connected. */
	servers: SharedServer[];
	/** The local servers that it had. */
	localServers: string[];
	/** The types among its widgets that run code. */
	runsCode: string[];
	/** The hosts of addresses in the widgets' data: pictures and films load from there as soon as they are shown. */
	hosts: string[];
	/** Whether instructions for a model go along. */
	hasRecipe: boolean;
	/** Whether it is as whoever has that key signed it. Anybody can make a key: only one that is known says who it was. */
	signature: SignatureState;
}

/** The package's widgets that run what is in their data. */
const RUNS_CODE: ReadonlySet<string> = new Set(["js-sandbox", "notebook"]);
/** What makes a text look like another one, or turns it round. */
const DECEIVING = /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\ufeff]+/gu;

/** What is asked about a HyperSkill. */
export function questionOf({ meta, content }: HyperSkill, signature: SignatureState): SharedQuestion {
	const counts = new Map<string, number>();
	for (const { type } of content.blocks) counts.set(type, (counts.get(type) ?? 0) + 1);
	const named = content.servers ?? [];
	const isNamed = named.some(({ url }) => url === meta.mcp);
	const alone = typeof meta.mcp === "string" && !isNamed ? [{ url: meta.mcp, name: meta.mcpName }] : [];
	return {
		title: clear(meta.title) || "Untitled",
		description: clear(meta.description),
		widgets: [...counts].map(([type, count]) => ({ type: clear(type), count })),
		servers: [...named, ...alone].map(({ url, name }) => ({
			url: new URL(url).href,
			...(name && { name: clear(name) }),
		})),
		localServers: (content.localServers ?? []).map(clear),
		runsCode: [...counts.keys()].filter((type) => RUNS_CODE.has(type)),
		hosts: [...hostsIn(content.blocks.map(({ data = {} }) => data))].sort(),
		hasRecipe: Boolean(content.recipe),
		signature,
	};
}

function clear(text: string | null | undefined): string {
	return (text ?? "").replace(DECEIVING, " ").replace(/\s+/g, " ").trim();
}
