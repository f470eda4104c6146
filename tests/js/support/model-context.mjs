/** A double of the browser's `document.modelContext`, of either generation, as `webmcp-api.md`'s facts have it; tells what it did. */

const textOf = (value) => {
	if (typeof value === "symbol") throw new Error("The tab is gone.");
	if (typeof value === "string") return value;
	return typeof value === "object" ? JSON.stringify(value) : String(value);
};

export class FakeContext extends EventTarget {
	tools = new Map();
	registered = 0;

	async registerTool(tool, { signal, exposedTo } = {}) {
		if (this.tools.has(tool.name)) throw new DOMException("Duplicate tool name", "InvalidStateError");
		this.registered += 1;
		this.tools.set(tool.name, {
			...tool,
			exposedTo,
			origin: "https://page.example",
			window: globalThis.window,
		});
		signal?.addEventListener("abort", () => {
			this.tools.delete(tool.name);
			this.dispatchEvent(new Event("toolchange"));
		});
		this.dispatchEvent(new Event("toolchange"));
	}

	async getTools() {
		return [...this.tools.values()].map(({ execute: _, ...told }) => ({ ...told }));
	}

	async executeTool(tool, input = {}, ...rest) {
		return this.call(tool, input, rest[0] ?? {});
	}

	async call({ name }, input, { signal } = {}) {
		const { execute } = this.tools.get(name) ?? {};
		if (!execute) throw new DOMException("x", "UnknownError");
		const inner = new AbortController();
		const aborted = new Promise((_, reject) => {
			signal?.addEventListener("abort", () => {
				reject(signal.reason);
				inner.abort();
			});
		});
		const run = async () => {
			try {
				return textOf(await execute(JSON.parse(JSON.stringify(input)), { signal: inner.signal }));
			} catch {
				throw new DOMException("the tool failed", "UnknownError");
			}
		};
		return Promise.race([run(), aborted]);
	}
}

/** As Chrome 149 to 154: arguments and schemas are JSON text, and the function has one argument more. */
export class EarlierContext extends FakeContext {
	async getTools() {
		return (await super.getTools()).map((tool) => ({
			...tool,
			inputSchema: JSON.stringify(tool.inputSchema),
		}));
	}

	async executeTool(tool, input, ...rest) {
		if (typeof input !== "string") throw new DOMException("Failed to parse input", "UnknownError");
		return this.call(tool, JSON.parse(input), rest[0] ?? {});
	}
}
