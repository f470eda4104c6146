/** A canvas as a HyperSkill, and its widgets as a canvas takes them. */
import { aFunction, aText, anObject, listOf, objectOf, optional, optionsOf } from "../core/arguments.js";
import type { CanvasVanilla, Json, JsonObject, Widget } from "../types/index.js";
import { textOf } from "./hyperskill.js";
import type { HyperSkill, SharedServer, SharedWidget } from "./types.js";

/** What is told of a canvas beside its widgets. */
export interface ShareDetails {
	title?: string;
	description?: string;
	tags?: readonly string[];
	/** The remote (MCP) servers. What stands in their addresses is shared, so they may hold no key. */
	servers?: readonly SharedServer[];
	/** The names of the enabled local (WebMCP) servers. */
	localServers?: readonly string[];
	/** Colour tokens, as {@link themeOf} reads them. */
	theme?: { readonly [token: string]: string };
	/** The model's id. */
	llm?: string;
	/** What `summarizeChat` has said, and its provenance. */
	chatSummary?: string;
	provenance?: { readonly [field: string]: Json };
	/** Instructions in Markdown that go along. */
	recipe?: string;
	/** ISO 8601. Default: now. */
	created?: string;
}

const CANVAS = objectOf({ getSnapshot: aFunction }, "a canvas");
const DETAILS = objectOf({
	title: optional(aText),
	description: optional(aText),
	tags: optional(listOf(aText)),
	servers: optional(listOf(objectOf({ url: aText, name: optional(aText) }))),
	localServers: optional(listOf(aText)),
	theme: optional(anObject),
	llm: optional(aText),
	chatSummary: optional(aText),
	provenance: optional(anObject),
	recipe: optional(aText),
	created: optional(aText),
});

/** What of a widget is shared beside its data. */
const FIELDS = [
	"type",
	"data",
	"serverName",
	"x",
	"y",
	"width",
	"height",
	"frames",
	"z",
	"locked",
	"group",
	"links",
	"style",
];

/**
 * A canvas as a HyperSkill: its widgets with their places, sizes, styles and links, its layout, and what `details` tells.
 *
 * @throws {@link WebMcpError} `invalid_argument` where that is more than can be shared, or a server's address has a user or a password.
 */
export function toHyperSkill(canvas: CanvasVanilla, details: ShareDetails = {}): HyperSkill {
	CANVAS("toHyperSkill: canvas", canvas);
	const given = optionsOf("toHyperSkill: details", details, DETAILS);
	const { title, description, tags, servers, localServers, theme, llm, chatSummary, provenance, recipe } =
		given;
	const { blocks, layout } = canvas.getSnapshot();
	const [first] = servers ?? [];
	const named = namer((number) => String(number));
	const skill = {
		meta: {
			...{ title, description, version: "1.0", created: given.created ?? new Date().toISOString() },
			...{ mcp: first?.url, mcpName: first?.name, llm, tags, theme, chatSummary, provenance },
		},
		content: { layout, servers, localServers, recipe, blocks: blocks.map((block) => sharedOf(block, named)) },
	};
	// As others will read it: without what is undefined.
	return JSON.parse(textOf("toHyperSkill: canvas", skill as HyperSkill)) as HyperSkill;
}

/**
 * The widgets of a HyperSkill as `setBlocks` takes them. Ids and names of links and groups are not the sender's: a widget could pose as
 * another one, or hear what is none of its business.
 *
 * @param mark - What the names of links and groups begin with; unlike all that the page has.
 */
export function blocksOf(
	skill: HyperSkill,
	mark: string,
): (Omit<Widget, "id" | "data"> & { data: JsonObject })[] {
	const named = namer((number) => `${mark}${number}`);
	return skill.content.blocks.map((block) => ({ data: {}, ...sharedOf(block, named) }));
}

function sharedOf(block: SharedWidget, named: (name: string) => string): SharedWidget {
	const there = Object.entries(block).filter(
		([field, value]) => FIELDS.includes(field) && value !== undefined && value !== null,
	);
	const shared = Object.fromEntries(there) as unknown as SharedWidget;
	if (shared.group !== undefined) shared.group = named(`group ${shared.group}`);
	if (shared.links !== undefined) shared.links = shared.links.map((link) => named(`link ${link}`));
	return shared;
}

/** Gives each name another one, always the same. */
function namer(nameOf: (number: number) => string): (name: string) => string {
	const names = new Map<string, string>();
	return (name) => {
		const known = names.get(name) ?? nameOf(names.size + 1);
		names.set(name, known);
		return known;
	};
}
