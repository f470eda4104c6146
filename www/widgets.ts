/** The widgets beside those that `autoui` has at once; the code of each loads when the first of it is shown. */
import { autoui, moreWidgets } from "webmcp-auto-ui";

/** Registers them, each in a task of its own: the page is there already, and may be in use. */
export async function addWidgets(): Promise<void> {
	for (const { recipe, renderer } of moreWidgets) {
		await new Promise((resolve) => setTimeout(resolve));
		autoui.registerWidget(recipe, renderer);
	}
}
