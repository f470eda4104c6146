/** How servers write lists of recipes, in answers and in files. */

/** A list, or `recipes` or `items` of an object; nothing where there is none. What is in it is not looked at. */
export function recipeList(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (value === null || typeof value !== "object") return undefined;
	const { recipes, items } = value as { recipes?: unknown; items?: unknown };
	return [recipes, items].find(Array.isArray);
}
