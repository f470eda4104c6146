/** An app that is written with the `App` class of `@modelcontextprotocol/ext-apps`, in one document. */
import { rolldown } from "rolldown";
import { inRoot } from "../../../scripts/lib/paths.mjs";

const ENTRY = "virtual-entry";
/** The lines that servers' apps are written with, under the names that they are installed by. */
export const PEERS = { 1: "ext-apps-v1", 2: "@modelcontextprotocol/ext-apps" };
/** Its file with all that it needs. */
const fileOf = (line) => inRoot("node_modules", ...PEERS[line].split("/"), "dist", "src", "app-with-deps.js");

/** @param {keyof typeof PEERS} line @param {string} body what the app does; it finds `peer`, all that the package has. */
export async function peerApp(line, body) {
	const file = fileOf(line);
	const bundle = await rolldown({
		input: ENTRY,
		logLevel: "silent",
		plugins: [
			{
				name: "entry",
				resolveId: (id) => (id === ENTRY ? id : undefined),
				load: (id) =>
					id === ENTRY
						? `import * as peer from ${JSON.stringify(file)};\n(async () => {${body}})();`
						: undefined,
			},
		],
	});
	const { output } = await bundle.generate({ format: "iife", minify: true });
	await bundle.close();
	// In a document nothing may look like the script's end.
	const code = output[0].code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
	return `<!doctype html><html lang="en"><head><title>Peer</title></head><body><h1>Peer</h1><script>${code}</script></body></html>`;
}
