/** What is taken of a copy of a storage, which may come from anywhere: all of it is of a known shape, or none is taken. */
import { anObject, type Check, invalid, listOf, must, number, objectOf } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import type { Widget } from "../types/index.js";
import { jsonOf } from "./json.js";
import { aBlock, aLayout, aMoment, anId, aTitle, BLOCK_FIELDS } from "./shapes.js";
import type { SavedSession, StorageExport } from "./types.js";

export const FORMAT = "webmcp-auto-ui storage";
const MAX_SESSIONS = 10_000;
const MAX_MESSAGES = 100_000;
const MAX_WIDGETS = 10_000;

const atMost = (count: number, check: Check): Check => {
	const is = must(`a list of at most ${count}`, (value) => Array.isArray(value) && value.length <= count);
	return (what, value) => {
		is(what, value);
		listOf(check)(what, value);
	};
};
const COPY = objectOf({
	sessions: atMost(
		MAX_SESSIONS,
		objectOf({
			id: anId,
			title: aTitle,
			createdAt: aMoment,
			updatedAt: aMoment,
			messages: atMost(MAX_MESSAGES, () => undefined),
			canvas: objectOf({
				layout: aLayout,
				blocks: atMost(MAX_WIDGETS, aBlock),
			}),
		}),
	),
	settings: anObject,
});

/**
 * What is to be stored of a copy. Fields that are not known are left out.
 *
 * @throws {@link WebMcpError} `invalid_argument` with the place of what is wrong, `unsupported` for a copy of a newer version.
 */
export function importedOf(given: unknown): StorageExport {
	const what = "importAll: copy";
	anObject(what, given);
	// No getter and no proxy is left of it.
	const copy = jsonOf(what, given) as unknown as StorageExport & { version: number };
	must(`'${FORMAT}'`, (format) => format === FORMAT)(`${what}.format`, copy.format);
	number("a version from 1", (version) => version >= 1)(`${what}.version`, copy.version);
	if (copy.version > 1) {
		throw new WebMcpError(
			"unsupported",
			`The copy was made by a newer version of this page (version ${copy.version} of the format; this one reads 1): reload the page, then import it again.`,
		);
	}
	COPY(what, copy);
	const sessions = copy.sessions.map((session, at) => sessionOf(`${what}.sessions[${at}]`, session));
	return { format: FORMAT, version: 1, sessions, settings: copy.settings };
}

function sessionOf(what: string, session: SavedSession): SavedSession {
	const { id, title, createdAt, updatedAt, messages, canvas } = session;
	const blocks = canvas.blocks.map(blockOf);
	if (new Set(blocks.map(({ id }) => id)).size < blocks.length)
		throw invalid(`${what}.canvas.blocks`, "must have a different id each");
	return { id, title, createdAt, updatedAt, messages, canvas: { layout: canvas.layout, blocks } };
}

function blockOf(block: Widget): Widget {
	const known = Object.entries(block).filter(
		([name, value]) => Object.hasOwn(BLOCK_FIELDS, name) && value !== null,
	);
	return Object.fromEntries(known) as unknown as Widget;
}
