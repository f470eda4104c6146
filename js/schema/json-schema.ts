/** JSON Schema for the page: validation, repair, strict mode, flattening, and JSON that is still arriving. */
import { aFlag, aText, optionsOf, invalid, json, must, objectOf, optional } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { fileBytes } from "../core/file-bytes.js";
import { type Core, core, init } from "../core/init.js";
import type { Json, JsonObject, JsonSchema, SchemaPatch } from "../types/index.js";

export { createPartialJson, type PartialJson } from "./partial-json.js";

/** One thing that is wrong with a value. */
export interface JsonSchemaError {
	/** Where, as `a.b[0].c`; empty for the value itself. */
	path: string;
	message: string;
	/** The keyword that failed; `depth` or `size` where the check was given up. */
	keyword: string;
	/** What the keyword asks for, where that is short. */
	expected?: Json;
	/** What was found instead, in a word. */
	actual?: string;
}

/** The verdict on a value. */
export interface JsonSchemaResult {
	valid: boolean;
	/** At most 20. */
	errors: JsonSchemaError[];
}

/** Where each property of a flattened schema belongs in the original one. */
export type PathMap = { [name: string]: string[] };

/** A schema that is compiled once and asked often. */
export interface CompiledJsonSchema {
	/** As {@link validateJsonSchema}. */
	validate(value: unknown, path?: string): JsonSchemaResult;
	/** The same for JSON text, or its UTF-8 bytes, that is not parsed yet: faster than parsing it first. */
	validateText(json: string | Uint8Array, path?: string): JsonSchemaResult;
}

type RawSchema = InstanceType<Core["RawSchema"]>;

/** Schemas that stay compiled; the tools of a page are fewer. */
const MAX_COMPILED = 64;
const compiled = new Map<string, RawSchema>();
const encoder = new TextEncoder();

const JSON_TEXT = must(
	"JSON text or its bytes",
	(value) => typeof value === "string" || value instanceof Uint8Array,
);

function bytes(what: string, value: unknown): Uint8Array {
	const written = json(what, value);
	if (written === undefined) throw invalid(what, `cannot be written as JSON: it is ${typeof value}`);
	return encoder.encode(written);
}

function rawSchema(schema: JsonSchema | boolean, assertFormats: boolean): RawSchema {
	const text = bytes("schema", schema);
	const key = `${assertFormats}${new TextDecoder().decode(text)}`;
	let raw = compiled.get(key);
	// Taken out and put back, so that the first one is always the one that was not used for longest.
	compiled.delete(key);
	raw ??= new (core().RawSchema)(text, assertFormats);
	compiled.set(key, raw);
	if (compiled.size > MAX_COMPILED) {
		const [oldest] = compiled.keys();
		if (oldest !== undefined) compiled.delete(oldest);
	}
	return raw;
}

function verdict(errors: string): JsonSchemaResult {
	return errors === "" ? { valid: true, errors: [] } : { valid: false, errors: JSON.parse(errors) };
}

/**
 * Checks a value against a JSON Schema (2020-12; tuples and definitions of older drafts too). `format` is asserted.
 *
 * Patterns run in linear time, lengths count code points, `0.3` is a multiple of `0.1`, keys have no order.
 *
 * @param path - Where the value stands; every error's path starts with it.
 * @throws {@link WebMcpError} `invalid_schema` when the schema is none, or needs {@link loadFullValidator};
 * `invalid_argument` when value or schema cannot be written as JSON.
 */
export function validateJsonSchema(
	value: unknown,
	schema: JsonSchema | boolean,
	path = "",
): JsonSchemaResult {
	aText("validateJsonSchema: path", path);
	return verdict(rawSchema(schema, true).check(bytes("value", value), path));
}

const COMPILING = objectOf({ assertFormats: optional(aFlag) });

/**
 * Compiles a schema once.
 *
 * @param options - `assertFormats: false` makes `format` the note that the specification says it is.
 * @throws {@link WebMcpError} `invalid_schema`, as {@link validateJsonSchema}.
 */
export function compileJsonSchema(
	schema: JsonSchema | boolean,
	options: { assertFormats?: boolean } = {},
): CompiledJsonSchema {
	const { assertFormats = true } = optionsOf("compileJsonSchema: options", options, COMPILING);
	const raw = new (core().RawSchema)(bytes("schema", schema), assertFormats);
	return {
		validate(value, path = "") {
			aText("validate: path", path);
			return verdict(raw.check(bytes("value", value), path));
		},
		validateText(json, path = "") {
			JSON_TEXT("validateText: json", json);
			aText("validateText: path", path);
			return verdict(raw.check(typeof json === "string" ? encoder.encode(json) : json, path));
		},
	};
}

/**
 * The schema that strict mode can take: objects closed, local `$ref`s inlined, `allOf` merged, alternatives kept
 * only as lists of types or values.
 */
export function sanitizeSchema(schema: JsonSchema): JsonSchema {
	return sanitizeSchemaWithReport(schema).schema;
}

/** As {@link sanitizeSchema}, with every change told. */
export function sanitizeSchemaWithReport(schema: JsonSchema): { schema: JsonSchema; patches: SchemaPatch[] } {
	return JSON.parse(core().simplifySchema(bytes("schema", schema)));
}

/** Lifts nested parameters one level (`center.lat` becomes `center__lat`), for small models. */
export function flattenSchema(schema: JsonSchema): { schema: JsonSchema; pathMap: PathMap } {
	return JSON.parse(core().flattenSchema(bytes("schema", schema)));
}

/** Puts the parameters of a flattened schema back into the shape of the original one. */
export function unflattenParams(params: JsonObject, pathMap: PathMap): JsonObject {
	return JSON.parse(core().unflattenParams(bytes("params", params), bytes("pathMap", pathMap)));
}

/**
 * Mends what a model nearly got right, led by the schema, at any depth, and only where nothing is lost.
 *
 * @param tool - The tool's name; it stands before each fix.
 */
export function autoRepairParams(
	input: Json,
	schema: JsonSchema,
	tool?: string,
): { params: Json; fixes: string[] } {
	optional(aText)("autoRepairParams: tool", tool);
	const repaired = JSON.parse(rawSchema(schema, false).repair(bytes("input", input)));
	if (tool !== undefined) repaired.fixes = repaired.fixes.map((fix: string) => `${tool}: ${fix}`);
	return repaired;
}

let loading: Promise<void> | undefined;

/**
 * Loads the full validator, a WebAssembly of its own, for schemas with Unicode properties, look-around or
 * references to metaschemas. Until then such schemas are `invalid_schema`.
 *
 * @throws {@link WebMcpError} `unsupported` when it cannot be loaded; it can be tried again.
 */
export function loadFullValidator(): Promise<void> {
	loading ??= load().catch((error: unknown) => {
		loading = undefined;
		throw error;
	});
	return loading;
}

async function load(): Promise<void> {
	await init();
	try {
		const full = await import("../full-schema/webmcp_full_schema.js");
		const url = new URL("../full-schema/webmcp_full_schema_bg.wasm", import.meta.url);
		await full.default({ module_or_path: (await fileBytes(url)) ?? url });
		core().installFullValidator((schema: string, assertFormats: boolean) => {
			const validator = new full.FullSchema(schema, assertFormats);
			return (value: string) => validator.check(value);
		});
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new WebMcpError(
			"unsupported",
			`The full validator could not be loaded (${reason}); serve the folder full-schema beside the package.`,
		);
	}
}
