/** What every native widget's recipe shows as an example. */
import * as kit from "../../../pkg/index.js";

/** Every example of every native widget's recipe. @returns {Promise<{type: string, params: object}[]>} */
export async function recipeExamples() {
	await kit.init();
	const own = kit.createWebMcpServer("own");
	for (const { recipe, renderer } of kit.moreWidgets) own.registerWidget(recipe, renderer);
	const of = (server) => {
		const names = server.listWidgets().map(({ name }) => name);
		return names.map((name) => server.executeTool("get_recipe", { name }));
	};
	const recipes = await Promise.all([...of(kit.autoui), ...of(own)]);
	return recipes.flatMap(({ name, examples }) => examples.map(({ params }) => ({ type: name, params })));
}
