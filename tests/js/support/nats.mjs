/** A real broker that can be killed and started again on the same port. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wsconnect } from "@nats-io/nats-core";
import WebSocket from "ws";

// Node has none before 22.
globalThis.WebSocket ??= WebSocket;

/** A port that is free. */
function freePort() {
	return new Promise((resolve) => {
		const server = createServer().listen(0, "127.0.0.1", () => {
			const { port } = server.address();
			server.close(() => resolve(port));
		});
	});
}

export async function startBroker(program, t) {
	const folder = mkdtempSync(join(tmpdir(), "webmcp-nats-"));
	const [port, webSocket] = [await freePort(), await freePort()];
	const config = join(folder, "nats.conf");
	writeFileSync(
		config,
		`host: "127.0.0.1"\nport: ${port}\nwebsocket { host: "127.0.0.1", port: ${webSocket}, no_tls: true }\n`,
	);
	let child;
	const start = async () => {
		child = spawn(program, ["-c", config], { stdio: ["ignore", "ignore", "pipe"] });
		let log = "";
		for await (const piece of child.stderr.iterator({ destroyOnReturn: false })) {
			log += piece;
			if (log.includes("Server is ready")) break;
		}
		if (!log.includes("Server is ready")) throw new Error(`nats-server did not start:\n${log}`);
		child.stderr.resume();
	};
	const kill = async () => {
		if (!child || child.exitCode !== null || child.signalCode !== null) return;
		const ended = once(child, "exit");
		child.kill("SIGKILL");
		await ended;
	};
	await start();
	t.after(async () => {
		await kill();
		rmSync(folder, { recursive: true, force: true });
	});
	const connect = async () => {
		const connection = await wsconnect({
			servers: `ws://127.0.0.1:${webSocket}`,
			reconnect: true,
			maxReconnectAttempts: -1,
			reconnectTimeWait: 50,
			reconnectJitter: 20,
		});
		t.after(() => connection.close());
		return connection;
	};
	return { start, kill, connect };
}
