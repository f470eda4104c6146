/** What every native widget's recipe shows as an example. */
import * as kit from "../../../pkg/index.js";

/** Every example of every native widget's recipe. @returns {Promise<{type: string, params: object}[]>} */
export async function recipeExamples() {
	await kit.init();
	const widgets = kit.nativeWidgets;
	const recipes = await Promise.all(
		widgets.map(({ name }) => kit.autoui.executeTool("get_recipe", { name })),
	);
	return recipes.flatMap(({ name, examples }) => examples.map(({ params }) => ({ type: name, params })));
}
