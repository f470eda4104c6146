/** A page that connects to a server which wants people to sign in: in a click, or at once with `now`; `open=redirect` in the place of the page. */
import { McpClient } from "/pkg/mcp/index.js";
import { createMcpAuth } from "/pkg/mcp-auth/index.js";

const asked = new URLSearchParams(location.search);
const isRedirect = asked.get("open") === "redirect";
const here = new URL(isRedirect ? "index.html?open=redirect" : "callback.html", location.href);
const auth = createMcpAuth({ redirectUrl: here, open: isRedirect ? "redirect" : "popup" });
const state = document.querySelector("[role=status]");

async function connect(server) {
	const done = auth.prepare();
	state.textContent = "connecting";
	try {
		const client = new McpClient(server, { auth });
		const { content } = await client.callTool("read_note", {});
		state.textContent = content[0].text;
	} catch ({ code, message }) {
		state.textContent = `${code}: ${message}`;
	} finally {
		done();
		console.info("ended");
	}
}

document.querySelector("button").addEventListener("click", () => void connect(asked.get("server")));
try {
	const signedIn = isRedirect && (await auth.complete());
	if (signedIn) await connect(signedIn);
	else if (asked.has("now")) await connect(asked.get("server"));
} catch ({ code, message }) {
	state.textContent = `${code}: ${message}`;
}
