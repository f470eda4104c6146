/** Serves the demo as `www/serve.mjs` does, but a page that is built already: building empties a folder that others serve. */
import { preview } from "vite";
import { inRoot } from "../../../scripts/lib/paths.mjs";
import { startSandbox } from "../../../www/sandbox.mjs";
import { besidePage, modelUrl } from "../../../www/serve.mjs";

/**
 * @param {{model?: string, mcpServers: string[], settings?: object, headers?: Record<string, string>, port: number}} options
 * @returns {Promise<{url: string, close(): Promise<void>}>}
 */
export async function serveBuilt({ model, mcpServers, settings, headers = {}, port }) {
	const sandbox = await startSandbox();
	const config = {
		modelUrl: model ? modelUrl(model) : undefined,
		mcpServers,
		settings,
		sandboxUrl: sandbox.url,
	};
	const server = await preview({
		configFile: inRoot("www", "vite.config.mjs"),
		plugins: [besidePage(config, model)],
		preview: { host: "127.0.0.1", port, headers },
	});
	const [url] = server.resolvedUrls?.local ?? [];
	if (!url) throw new Error("Vite gave no address.");
	return {
		url,
		close: async () => {
			await Promise.all([server.close(), sandbox.close()]);
		},
	};
}
