/** The workspace that the elements of a page share where none was given to them. */
import { report } from "../core/report.js";
import { Workspace } from "../workspace/workspace.js";

let shared: Workspace | undefined;

/**
 * The page's workspace. It begins by itself, once the elements that are in the page have said which model and servers they bring.
 */
export function pageWorkspace(): Workspace {
	if (shared) return shared;
	const made = new Workspace({}, true);
	shared = made;
	const begin = () => setTimeout(() => made.begin().catch(report));
	if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin, { once: true });
	else begin();
	return made;
}
