/** The widgets' schemas, out of the types of what they show: `js/widgets/<name>/props.ts` → the `schema` of `recipe.md` beside it. */
import { pathToFileURL } from "node:url";
import { schemas } from "../../pkg-template/cli/schemas.mjs";
import { inRoot, root } from "../lib/paths.mjs";
import { Failure, main, say } from "../lib/say.mjs";

/**
 * Brings the recipes' schemas up to their types, by the command that the package has for its hosts.
 *
 * @param {{isCheck?: boolean}} [options] with `isCheck` nothing is written
 * @returns {string[]} the recipes that say something else
 */
export function buildSchemas({ isCheck = false } = {}) {
	const patterns = ["js/widgets/*/props.ts"];
	const tsconfig = inRoot("tsconfig.base.json");
	const { changed, problems } = schemas({ patterns, folder: root, tsconfig, isCheck });
	if (problems.length > 0) throw new Failure(problems.join("\n"));
	return changed;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	await main(async () => {
		const isCheck = process.argv.includes("--check");
		const changed = buildSchemas({ isCheck });
		if (isCheck && changed.length > 0) {
			throw new Failure(`The schema of ${changed.join(", ")} is not that of props.ts; run npm run schemas.`);
		}
		say(changed.length > 0 ? `Written: ${changed.join(", ")}.` : "Every recipe has its type's schema.");
	});
}
