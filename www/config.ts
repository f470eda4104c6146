/** What the page is served with: where the model lies, which data servers run beside it, and what is chosen at first. */
import type { Settings } from "webmcp-auto-ui/elements";

/** The answer of `config.json`. */
export interface DemoConfig {
	modelUrl?: string;
	mcpServers: string[];
	settings?: Partial<Settings>;
	/** Where the package's `apps/sandbox.html` is served from another site; without it no MCP Apps are shown. */
	sandboxUrl?: string;
}

/** Asks the server of the page; a page that is served without an answer starts empty. */
export async function loadConfig(): Promise<DemoConfig> {
	const response = await fetch("./config.json").catch(() => undefined);
	if (!response?.ok) return { mcpServers: [] };
	const config = (await response.json()) as Partial<DemoConfig>;
	return { mcpServers: [], ...config };
}
