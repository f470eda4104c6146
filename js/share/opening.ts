/** Opens what somebody shared: it is read, a person is asked, and only then it is shown and connected. */
import { aFunction, invalid, listOf, objectOf, optional, optionsOf, read } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import type { CanvasVanilla, WebMcpServer } from "../types/index.js";
import { takeSkill } from "./check.js";
import { skillIn } from "./hyperskill.js";
import { place } from "./placing.js";
import { type SharedQuestion, questionOf } from "./question.js";
import { readAs } from "./reading.js";
import { verifyHyperSkill } from "./signing.js";
import { getShortToken, type SkillStore } from "./store.js";
import type { HyperSkill, SharedServer } from "./types.js";

/** What was read of a link. Nothing was shown or connected. */
export interface SharedCanvas {
	skill: HyperSkill;
	/** The address without what it carries; empty where none was given. */
	sourceUrl: string;
	/** What a person is to be asked. */
	question: SharedQuestion;
}

/** How a shared canvas is opened. */
export interface OpenSharedOptions {
	/** Where its widgets are shown, in the place of those that are there; to undo that is one step. */
	canvas: CanvasVanilla;
	/** The servers that may draw them, as `mountCanvas` takes them: each widget has to pass the check of one. */
	servers: readonly WebMcpServer[];
	/** Asks the person. Only `true` opens it. */
	ask(question: SharedQuestion): boolean | Promise<boolean>;
	/** Connects a remote server. Without it none is connected. */
	connect?(server: SharedServer): unknown;
	/** Where the content of short links (`?n=`) is kept. */
	store?: SkillStore;
}

/** What has become of a shared canvas. */
export interface OpenedShared extends SharedCanvas {
	/** Whether the person has agreed. */
	opened: boolean;
	/** What could not be shown or connected, and why; the rest was. */
	problems: { widget?: number; type?: string; server?: string; message: string }[];
}

const STORE = objectOf({ get: aFunction }, "a store");
const READING = objectOf({ store: optional(STORE) });
const OPTIONS = objectOf({
	canvas: objectOf(
		{ getSnapshot: aFunction, setBlocks: aFunction, setLayout: aFunction, transact: aFunction },
		"a canvas",
	),
	servers: listOf(objectOf({ getWidget: aFunction, layer: aFunction }, "a server")),
	ask: aFunction,
	connect: optional(aFunction),
	store: optional(STORE),
});

type Problem = OpenedShared["problems"][number];

/**
 * Reads what somebody shared and says what a person is to be asked about it.
 *
 * @param source - A link, a bare parameter, with a store also a short link; or a HyperSkill that was read already, out of a file.
 * @throws {@link WebMcpError} `invalid_argument` where it is none, or more than a canvas may hold; `not_found` where the store has
 *   nothing under the link's token.
 */
export async function readShared(
	source: string | URL | HyperSkill,
	options: { store?: SkillStore } = {},
): Promise<SharedCanvas> {
	const { store } = optionsOf("readShared: options", options, READING);
	return readSource("readShared: source", source, store);
}

/**
 * Opens what somebody shared: asks, connects its servers and shows its widgets on a canvas. Theme, local servers and recipe are the page's to
 * take from `skill`.
 *
 * @param source - As {@link readShared} takes it.
 * @returns What has become of it; a widget that its server refuses and a server that cannot be connected are `problems`.
 * @throws {@link WebMcpError} as {@link readShared}; what `ask` throws.
 */
export async function openShared(
	source: string | URL | HyperSkill,
	options: OpenSharedOptions,
): Promise<OpenedShared> {
	const { canvas, servers, ask, connect, store } = optionsOf("openShared: options", options, OPTIONS);
	const shared = await readSource("openShared: source", source, store);
	if ((await ask(shared.question)) !== true) return { ...shared, opened: false, problems: [] };
	const problems: Problem[] = [];
	for (const server of shared.question.servers) {
		try {
			await connect?.(server);
		} catch (error) {
			problems.push({ server: server.url, message: reasonOf(error) });
		}
	}
	problems.push(...place(canvas, shared.skill, servers));
	return { ...shared, opened: true, problems };
}

async function readSource(
	what: string,
	source: string | URL | HyperSkill,
	store: SkillStore | undefined,
): Promise<SharedCanvas> {
	const { skill, sourceUrl } = await found(what, source, store);
	return { skill, sourceUrl, question: questionOf(skill, await verifyHyperSkill(skill)) };
}

async function found(what: string, source: string | URL | HyperSkill, store: SkillStore | undefined) {
	if (!isLink(what, source)) return { skill: takeSkill(what, source), sourceUrl: "" };
	const token = isShort(String(source)) ? getShortToken(source) : null;
	if (token === null) return skillIn(what, source);
	if (!store) throw invalid(what, "is a short link, which only options.store can open");
	const content: unknown = await store.get(token);
	if (typeof content === "string") return { skill: readAs(what, content), sourceUrl: String(source) };
	throw new WebMcpError("not_found", "The store has nothing under the token of this link.");
}

function isLink(what: string, source: string | URL | HyperSkill): source is string | URL {
	return read(what, () => typeof source !== "object" || source instanceof URL);
}

/** Whether a link has a token and no content. */
function isShort(link: string): boolean {
	return /[?&]n=/.test(link) && !/[?&]hs=/.test(link);
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
