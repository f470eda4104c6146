/** Vega and Vega-Lite, which a page has where it wants charts by their grammar. */

/** What of the libraries is used. */
export interface Library {
	readonly vega: typeof import("vega");
	readonly compile: typeof import("vega-lite").compile;
	readonly interpreter: typeof import("vega-interpreter").expressionInterpreter;
}

let loading: Promise<Library> | undefined;

/** With a `catch` of its own a bundler passes over a package that is not there. */
const lacking = (error: unknown): never => {
	throw error;
};

async function load(): Promise<Library> {
	try {
		const [vega, { compile }, { expressionInterpreter: interpreter }] = await Promise.all([
			import("vega").catch(lacking),
			import("vega-lite").catch(lacking),
			import("vega-interpreter").catch(lacking),
		]);
		return { vega, compile, interpreter };
	} catch (error) {
		loading = undefined;
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(
			`Charts by a spec need three packages that this page does not have: npm install vega vega-lite vega-interpreter (${reason}).`,
		);
	}
}

/** Loads them once. Rejects with a sentence that names the packages where the page has them not. */
export function library(): Promise<Library> {
	loading ??= load();
	return loading;
}
