/** Which type of a file is that of a widget's props. */
import { basename, dirname } from "node:path";

/** @typedef {typeof import("ts-json-schema-generator").ts} TypeScript */
/** @typedef {import("ts-json-schema-generator").ts.Node} Node */
/** @typedef {import("ts-json-schema-generator").ts.SourceFile} SourceFile */
/** @typedef {import("ts-json-schema-generator").ts.NodeArray<Node>} Nodes */

/** What the package's adapters give a component: `{ data, emit, hear }`, of which `data` is the model's. */
const OF_ADAPTERS = "WidgetProps";

/** `price-tag` → `PriceTag`. @param {string} name */
const capitalised = (name) =>
	name.replace(/(^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, _between, letter) => letter.toUpperCase());

/** The name of what lies in a file: its own, or its folder's where it is called `props` or `index`. @param {string} file */
export function nameOf(file) {
	const own = basename(file).replace(/\.[^.]+$/, "");
	return /^(?:props|index)$/i.test(own) ? basename(dirname(file)) : own;
}

/** The types that a file declares, by their names. @param {TypeScript} ts @param {SourceFile} source */
function declared(ts, source) {
	/** @type {Map<string, Node>} */
	const found = new Map();
	for (const statement of source.statements) {
		if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
			found.set(statement.name.text, statement);
		}
	}
	return found;
}

/** Every node below one. @param {TypeScript} ts @param {Node} node @returns {Generator<Node>} */
function* below(ts, node) {
	/** @type {Node[]} */
	const children = [];
	ts.forEachChild(node, (child) => void children.push(child));
	for (const child of children) {
		yield child;
		yield* below(ts, child);
	}
}

/** What `const {…}: Props = $props()` and `defineProps<Props>()` say. @param {TypeScript} ts @param {SourceFile} source */
function ofComponent(ts, source) {
	const isCall = (/** @type {Node | undefined} */ node, /** @type {string} */ name) =>
		node !== undefined && ts.isCallExpression(node) && node.expression.getText(source) === name;
	for (const node of below(ts, source)) {
		if (ts.isVariableDeclaration(node) && isCall(node.initializer, "$props")) return node.type;
		if (ts.isCallExpression(node) && isCall(node, "defineProps")) return node.typeArguments?.[0];
	}
	return undefined;
}

/** What React itself calls a component of some props. */
const COMPONENT_OF = /^(?:React\.)?(?:FC|FunctionComponent)$/;

/** The type of the props of a function, or of what a variable holds: `(props: P) => …`, `memo((props: P) => …)`, `const A: FC<P>`. @param {TypeScript} ts @param {SourceFile} source @param {Node | undefined} node @returns {Node | undefined} */
function ofFunction(ts, source, node) {
	if (node === undefined) return undefined;
	if (ts.isVariableDeclaration(node)) {
		const { type, initializer } = node;
		const isComponent =
			type && ts.isTypeReferenceNode(type) && COMPONENT_OF.test(type.typeName.getText(source));
		return isComponent ? type.typeArguments?.[0] : ofFunction(ts, source, initializer);
	}
	if (ts.isCallExpression(node)) return ofFunction(ts, source, node.arguments[0]);
	const isFunction =
		ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node);
	return isFunction ? node.parameters[0]?.type : undefined;
}

/** What the component of React in a file takes: the one with its name, or the only one. @param {TypeScript} ts @param {SourceFile} source @param {string} file */
function ofReact(ts, source, file) {
	if (!file.endsWith(".tsx")) return undefined;
	/** @type {[string, Node][]} */
	const components = /** @type {Node[]} */ ([...source.statements])
		.flatMap((one) => (ts.isVariableStatement(one) ? [...one.declarationList.declarations] : [one]))
		.flatMap((one) => {
			const name = /** @type {{name?: Node}} */ (/** @type {unknown} */ (one)).name?.getText(source) ?? "";
			const type = ofFunction(ts, source, ts.isExportAssignment(one) ? one.expression : one);
			const isOne = /^[A-Z]/.test(name) || (name === "" && type);
			return isOne && type ? [/** @type {[string, Node]} */ ([name, type])] : [];
		});
	const own = components.find(([name]) => name === capitalised(nameOf(file)));
	return (own ?? (components.length === 1 ? components[0] : undefined))?.[1];
}

/** What `WidgetProps<…>` is written of. @param {TypeScript} ts @param {SourceFile} source @param {Node} node */
function ofAdapter(ts, source, node) {
	/** @type {[Node, Nodes | undefined] | undefined} */
	const named = ts.isTypeReferenceNode(node)
		? [node.typeName, node.typeArguments]
		: ts.isExpressionWithTypeArguments(node)
			? [node.expression, node.typeArguments]
			: undefined;
	return named?.[0].getText(source) === OF_ADAPTERS ? named[1]?.[0] : undefined;
}

/** The data inside what adapters give, where that is what a type is. @param {TypeScript} ts @param {SourceFile} source @param {Node} node */
function dataOf(ts, source, node) {
	const inner = ts.isTypeAliasDeclaration(node)
		? [node.type]
		: ts.isInterfaceDeclaration(node)
			? (node.heritageClauses ?? []).flatMap(({ types }) => [...types])
			: [node];
	return inner.map((type) => ofAdapter(ts, source, type)).find((found) => found !== undefined) ?? node;
}

/**
 * The type of the props: the one that is asked for, that the component says, `Props`, `<Name>Props`, what a function of
 * React takes, or the only one so called.
 *
 * @param {TypeScript} ts
 * @param {SourceFile} source
 * @param {string} file where it comes from
 * @param {string} [asked] the name of the type
 * @returns {{node?: Node, among?: string[]}} without a node there is none, or `among` could each be meant
 */
export function propsIn(ts, source, file, asked) {
	const types = declared(ts, source);
	if (asked !== undefined) return { node: types.get(asked) };
	const ending = [...types.keys()].filter((name) => name.endsWith("Props"));
	const given = [...below(ts, source)].flatMap((node) => ofAdapter(ts, source, node) ?? []);
	const named = ["Props", `${capitalised(nameOf(file))}Props`, "$$Props"].find((name) => types.has(name));
	const [first, ...others] = new Map(given.map((node) => [node.getText(source), node])).values();
	const node =
		ofComponent(ts, source) ??
		(named === undefined ? undefined : types.get(named)) ??
		(others.length === 0 ? first : undefined) ??
		ofReact(ts, source, file) ??
		(ending.length === 1 ? types.get(ending[0]) : undefined);
	if (node) return { node: dataOf(ts, source, node) };
	return ending.length > 1 ? { among: ending } : {};
}
