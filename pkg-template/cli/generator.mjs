/** The generator of schemas: ts-json-schema-generator, which is the host's to install. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { namesOf, withNames } from "./names.mjs";
import { Refusal } from "./refusal.mjs";
import { NO_DATA, plain } from "./schema.mjs";

/** @typedef {typeof import("ts-json-schema-generator")} Library */
/** @typedef {import("ts-json-schema-generator").ts.Program} Program */
/** @typedef {import("ts-json-schema-generator").ts.Node} Node */
/** @typedef {import("ts-json-schema-generator").ts.SourceFile} SourceFile */

const PEER = "ts-json-schema-generator";

/** What frameworks and the DOM call what a page draws, and no model can write. */
const DRAWN = /^(?:Snippet|ReactNode|ReactElement|JSX\.Element|VNode|Component|HTML\w*Element|Element|Node)$/;

/** What JSON has no form of, and what to write instead. */
const NO_JSON = new Map([
	["Map", "Record<string, …>"],
	["ReadonlyMap", "Record<string, …>"],
	["WeakMap", "Record<string, …>"],
	["Set", "an array"],
	["ReadonlySet", "an array"],
	["WeakSet", "an array"],
	["bigint", "number or string"],
]);

/**
 * Loads the library from a project, or from beside this package.
 *
 * @param {string} folder the project's
 * @returns {Library}
 * @throws {Refusal} that names the command that installs it
 */
export function loadLibrary(folder) {
	for (const from of [join(folder, "package.json"), import.meta.url]) {
		try {
			return createRequire(from)(PEER);
		} catch (error) {
			if (/** @type {NodeJS.ErrnoException} */ (error).code !== "MODULE_NOT_FOUND") throw error;
		}
	}
	throw new Refusal(
		`Schemas are made by ${PEER}, an optional peer that is not installed: npm install --save-dev ${PEER}`,
	);
}

/**
 * Makes the schemas of types.
 *
 * @param {Library} library
 * @param {Program} program
 * @returns {(node: Node) => import("./schema.mjs").Schema}
 */
export function generatorOf(library, program) {
	const { BaseType, createFormatter, createParser, DEFAULT_CONFIG, SchemaGenerator, ts, UnknownType } =
		library;
	/** The library's own word for it, `never`, makes all of an interface nothing that requires one. */
	class NoData extends BaseType {
		getId() {
			return NO_DATA;
		}
	}
	/** @type {import("ts-json-schema-generator").CompletedConfig} */
	const config = {
		...DEFAULT_CONFIG,
		skipTypeCheck: true,
		topRef: false,
		expose: "none",
		additionalProperties: true,
		jsDoc: "extended",
	};
	const names = namesOf(library);
	const checker = program.getTypeChecker();
	const refuse = (/** @type {Node} */ node, /** @type {string} */ name) => {
		throw new Refusal(`JSON has no ${name}; write ${NO_JSON.get(name)}`, node);
	};
	/** Where a type is declared that another one names. */
	const declarationsOf = (/** @type {import("ts-json-schema-generator").ts.TypeReferenceNode} */ node) => {
		const symbol = checker.getSymbolAtLocation(node.typeName);
		const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
		return (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? [];
	};
	/** Whether it is a function, or drawn; the generator would take it for an object, and what is not found for anything. */
	const supportsNode = (/** @type {Node} */ node) => {
		// The library asks this of every type that it comes to.
		names.remember(node);
		if (node.kind === ts.SyntaxKind.BigIntKeyword) refuse(node, "bigint");
		if (ts.isFunctionTypeNode(node) || ts.isConstructorTypeNode(node)) return true;
		// Types that the generator makes up itself have no place in a file.
		if (!ts.isTypeReferenceNode(node) || node.pos < 0) return false;
		const name = node.typeName.getText();
		const declarations = declarationsOf(node);
		const isOwn = declarations.some((one) => !one.getSourceFile().fileName.includes("/node_modules/"));
		if (DRAWN.test(name) && !isOwn) return true;
		if (NO_JSON.has(name) && !isOwn) refuse(node, name);
		if (declarations.length === 0)
			throw new Refusal(`the type ${name} is declared nowhere that can be found`, node);
		const type = checker.getTypeAtLocation(node);
		return type.getCallSignatures().length > 0 && type.getProperties().length === 0;
	};
	/** Parameters whose constraints are being read: one may name itself in its own. @type {Set<Node>} */
	const open = new Set();
	/** The parameter of a generic type that a node names. @param {Node} node */
	const parameterOf = (node) =>
		ts.isTypeReferenceNode(node) && node.pos >= 0
			? declarationsOf(node).find(ts.isTypeParameterDeclaration)
			: undefined;
	const parser = createParser(program, config, (chain) => {
		/** @type {import("ts-json-schema-generator").SubNodeParser} */
		const ofParameters = {
			supportsNode: (node) => parameterOf(node) !== undefined,
			createType: (node, context) => {
				const declaration = /** @type {import("ts-json-schema-generator").ts.TypeParameterDeclaration} */ (
					parameterOf(node)
				);
				const given = context.getArgument(declaration.name.text);
				if (given) return given;
				if (!declaration.constraint || open.has(declaration)) return new UnknownType(false);
				open.add(declaration);
				try {
					return /** @type {import("ts-json-schema-generator").ChainNodeParser} */ (chain).createType(
						declaration.constraint,
						context,
					);
				} finally {
					open.delete(declaration);
				}
			},
		};
		chain.addNodeParser(ofParameters);
		chain.addNodeParser({ supportsNode, createType: () => new NoData() });
	});
	/** @type {object} */
	const marked = { [NO_DATA]: true };
	const formatter = createFormatter(config, (chain) => {
		const supportsType = (/** @type {unknown} */ type) => type instanceof NoData;
		chain.addTypeFormatter({
			supportsType,
			getDefinition: () => marked,
			getChildren: () => [],
		});
	});
	const generator = new SchemaGenerator(program, parser, formatter, config);
	return (node) => withNames(plain(generator.createSchemaFromNodes([node])), names.nameOf);
}

/**
 * What went wrong while a schema was made, and where.
 *
 * @param {any} error
 * @returns {{reason: string, source?: SourceFile, start?: number}}
 */
export function faultOf(error) {
	const { message, cause, diagnostic } = error ?? {};
	const refusal = [cause, error].find((one) => one instanceof Refusal);
	if (refusal) {
		const { node } = refusal;
		return { reason: refusal.message, source: node?.getSourceFile(), start: node?.getStart() };
	}
	const reason = cause instanceof Error ? cause.message : (message ?? String(error));
	if (!diagnostic?.file) return { reason };
	const { file, start, length } = diagnostic;
	const words = file.text.slice(start, start + Math.min(length, 80));
	return { reason: `${reason} (at '${words}')`, source: file, start };
}
