/** What becomes of a check, where it may be known to fail. */
import { KNOWN } from "./known.mjs";

/**
 * @param {import("./hosts.mjs").Conversation} talk
 * @param {string} kind
 * @param {string} name
 * @returns {Promise<string>} a word for the report; rejects where it does not end as it is known to
 */
export async function outcomeOf(talk, kind, name) {
	const known = KNOWN[kind]?.[name];
	if (!known) return (await talk.run(name)) ?? "";
	const { why, says } = known;
	const error = await talk.run(name).then(
		() => undefined,
		(error) => error,
	);
	if (!error) throw new Error(`It holds: take it out of known.mjs (${why}).`);
	if (!says.test(error.message)) throw new Error(`It fails otherwise than is known: ${error.message}`);
	return `known to fail: ${why}`;
}
