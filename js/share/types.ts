/** The shape of a shared canvas, which is called a HyperSkill. */
import type { CanvasLayout, JsonObject, Widget } from "../types/index.js";

/** A widget as it is shared: who opens it draws an id of its own. */
export type SharedWidget = Omit<Widget, "id" | "data"> & { data?: JsonObject };

/** A remote (MCP) server that a shared canvas had. */
export interface SharedServer {
	/** An http or https address without user and password. */
	url: string;
	name?: string;
}

/** Whoever signed a HyperSkill, and how. */
export interface SkillSignature {
	/** The public Ed25519 key, base64url. */
	key: string;
	/** The signature, base64url. */
	value: string;
}

/** What is said of a shared canvas. */
export interface SkillMeta {
	title?: string;
	description?: string;
	version?: string;
	/** ISO 8601. */
	created?: string;
	/** The address of the first remote server, for other readers; {@link SkillContent.servers} has all. */
	mcp?: string;
	mcpName?: string;
	/** The model's id. */
	llm?: string;
	tags?: string[];
	/** Colour tokens, such as `{accent: "#06c"}`. */
	theme?: JsonObject;
	hash?: string;
	previousHash?: string;
	/** As `summarizeChat` makes it, and its provenance. */
	chatSummary?: string;
	provenance?: JsonObject;
	signature?: SkillSignature;
	[more: string]: unknown;
}

/** What is shared. */
export interface SkillContent {
	blocks: SharedWidget[];
	layout?: CanvasLayout;
	/** Remote (MCP) servers; nothing connects to them before a person was asked. */
	servers?: SharedServer[];
	/** The names of the local (WebMCP) servers that were enabled. */
	localServers?: string[];
	/** Instructions in Markdown. */
	recipe?: string;
	[more: string]: unknown;
}

/** A shared canvas. Fields that are not named here are carried along and mean nothing. */
export interface HyperSkill {
	meta: SkillMeta;
	content: SkillContent;
}
