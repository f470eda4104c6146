/** Projects of a few files, for the tests of `webmcp-auto-ui schemas`. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { schemas } from "../../../pkg/cli/schemas.mjs";

/** What stands below a recipe's head; it looks like one. */
export const BODY = "\nUse it for one product.\n\n---\nschema: in words\n---\n";
/** A recipe without a schema. */
export const HEAD = `---\nwidget: price-tag\ndescription: A price with its product\n---\n${BODY}`;

/** A component with props. */
export const SVELTE = `<!-- <script lang="ts">interface Props { old: string }</script> -->
<script lang="ts" module>
	export interface Offer { shop: string; price: number }
</script>
<script lang="ts" generics="T extends Record<string, number>">
	import type { Snippet } from "svelte";
	interface Props {
		/** What is sold. @maxLength 40 */
		product: string;
		/** @minimum 0 */
		price: number;
		kind?: "new" | "used";
		offers?: Offer[];
		onbuy?: (product: string) => void;
		children: Snippet;
	}
	let { product, price, offers = [], children }: Props = $props();
</script>
<p>{product} {price}</p>
`;

/** A project of some files; `read` gives one, `run` what the command says of the folder `src`. @param {Record<string, string>} files */
export function project(t, files) {
	const folder = mkdtempSync(join(tmpdir(), "webmcp-schemas-"));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
	const read = (name) => readFileSync(join(folder, name), "utf8");
	const run = (options = {}) => schemas({ patterns: ["src"], folder, ...options });
	return { folder, read, run };
}
