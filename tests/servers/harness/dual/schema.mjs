/** Schemas as they stand in a list of tools: the SDK takes any that follow Standard Schema. */

/**
 * Promises `schema`, and takes everything: what a server says of itself need not be true.
 *
 * @param {object} schema JSON Schema
 */
export const promised = (schema) => ({
	"~standard": {
		version: 1,
		vendor: "tests",
		validate: (value) => ({ value }),
		jsonSchema: { input: () => schema, output: () => schema },
	},
});

/** @param {string} text @param {object} [more] */
export const said = (text, more = {}) => ({ content: [{ type: "text", text }], ...more });
