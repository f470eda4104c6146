#!/usr/bin/env node
/** `webmcp-auto-ui`: what the package does at the terminal. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Refusal } from "./refusal.mjs";
import { schemas } from "./schemas.mjs";

const HELP = `webmcp-auto-ui schemas <file, folder or pattern> … [options]

Writes the JSON Schemas of widgets from the TypeScript types of their props: .svelte and .vue with <script lang="ts">, .ts, .tsx.

  npx webmcp-auto-ui schemas src/widgets            write
  npx webmcp-auto-ui schemas src/widgets --check    only tell what is out of date

Each goes into the schema of the recipe beside the file: price-tag.md for price-tag.svelte or PriceTag.svelte, else recipe.md in the same
folder. You write the recipe first, and the rest of it stays as it is. It is Markdown that begins with its head:

  ---
  widget: price-tag
  description: A price with its product
  ---

The props are what the component takes ($props(), defineProps), else the type called Props, PriceTagProps in price-tag.ts or price-tag/props.ts,
what WidgetProps<…> is written of, what the component of a .tsx takes (function PriceTag(props: P), const PriceTag = (props: P) => …, FC<P>),
or the only type that ends with Props. Functions, snippets and nodes are left out, Map, Set and bigint refused. Comments become
descriptions, and tags in them limits: @minimum, @maxLength, @maxItems, @default, @format …

  --out <folder>     also write <widget>.schema.json into it, and for files without a recipe
  --type <name>      the type of the props
  --tsconfig <file>  instead of the nearest tsconfig.json
  --check            write nothing
  --version
  -h, --help

Exits with 0 where all is up to date or written, 1 where --check finds something out of date, 2 where a schema cannot be made or no
widget is found. Each problem is told with its file and line; the schemas of all other widgets are written all the same.
It needs ts-json-schema-generator: npm install --save-dev ts-json-schema-generator
`;

/** @param {string} text */
const say = (text) => void process.stdout.write(`${text}\n`);

/** @param {string[]} words @returns {number} the exit status */
function run(words) {
	const { values, positionals } = parseArgs({
		args: words,
		allowPositionals: true,
		options: {
			out: { type: "string" },
			type: { type: "string" },
			tsconfig: { type: "string" },
			check: { type: "boolean" },
			version: { type: "boolean" },
			help: { type: "boolean", short: "h" },
		},
	});
	const { help: isHelp, version: isVersion, check: isCheck = false, ...options } = values;
	if (isHelp) {
		say(HELP.trimEnd());
		return 0;
	}
	if (isVersion) {
		say(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version);
		return 0;
	}
	const [command, ...patterns] = positionals;
	if (command !== "schemas")
		throw new Refusal(
			`${command ? `There is no command '${command}'` : "A command is missing"}; see webmcp-auto-ui --help.`,
		);
	if (patterns.length === 0)
		throw new Refusal("Name files or folders of widgets; see webmcp-auto-ui --help.");
	const { changed, same, notes, problems } = schemas({ patterns, isCheck, ...options });
	for (const line of [...notes, ...problems]) process.stderr.write(`${line}\n`);
	for (const path of changed) say(isCheck ? `${path} is out of date` : `${path} is written`);
	if (changed.length === 0 && problems.length === 0)
		say(`${same.length === 1 ? "1 schema is" : `${same.length} schemas are`} up to date`);
	if (problems.length > 0) return 2;
	return isCheck && changed.length > 0 ? 1 : 0;
}

try {
	process.exitCode = run(process.argv.slice(2));
} catch (error) {
	const isForPeople =
		error instanceof Refusal ||
		(error instanceof Error && `${"code" in error && error.code}`.startsWith("ERR_PARSE_ARGS"));
	if (!isForPeople) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 2;
}
