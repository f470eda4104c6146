/** What stands between the client and the server, and does to an exchange what networks, gateways and broken servers do. */
import { Agent, createServer, request as ask } from "node:http";
import { ENDLESS } from "./session.mjs";
import { framed } from "./wire.mjs";

/** @typedef {import("node:http").IncomingMessage} Request */
/** @typedef {import("node:http").ServerResponse} Response */
/** @typedef {import("./server.mjs").Message} Message */
/** @typedef {import("./wire.mjs").Reply} Reply */

/**
 * A request on its way, and what can be done with it.
 *
 * @typedef {object} Exchange
 * @property {Message} message its `method` is that of HTTP where there is no message
 * @property {string} [session]
 * @property {import("node:net").Socket} socket the client's
 * @property {string} trap an address to which nothing must be sent
 * @property {() => Promise<Reply>} forward asks the server: a reply without its end where there is none to wait for
 * @property {() => void} pass the server's reply as it is
 * @property {(reply: Reply) => Promise<void>} send another reply
 * @property {(session: string) => void} forget as a server that was started anew does
 */

/**
 * What happens to an exchange; without it, it passes.
 *
 * @typedef {(message: Message, request: Request) => ((exchange: Exchange) => Promise<unknown>) | undefined} Choose
 */

/** @param {import("./server.mjs").Server} server */
export async function startProxy(server) {
	const agent = new Agent({ keepAlive: true });
	/** Connections that a fault has to do with. @type {Set<import("node:net").Socket>} */
	const held = new Set();
	/** Faults that are not over. @type {Set<Promise<unknown>>} */
	const running = new Set();
	/** @type {Choose} */
	let choose = () => undefined;
	let trapped = 0;

	const front = createServer(async (request, response) => {
		if (request.url === "/trap") {
			trapped += 1;
			return response.end();
		}
		const parts = [];
		for await (const part of request) parts.push(part);
		const exchange = exchangeOf(request, response, Buffer.concat(parts));
		const { message, socket } = exchange;
		const fault = choose(message, request);
		if (!fault) return exchange.pass();
		held.add(socket);
		socket.on("close", () => held.delete(socket));
		const run = fault(exchange).catch((error) => {
			// Whoever has gone away meanwhile wants no reply.
			if (!socket.destroyed) throw error;
		});
		running.add(run);
		await run;
		running.delete(run);
	});

	/** @param {Request} request @param {Response} response @param {Buffer} body @returns {Exchange} */
	function exchangeOf({ method, headers, socket }, response, body) {
		const session = headers["mcp-session-id"];
		/** @returns {Promise<Request>} */
		const heard = () =>
			new Promise((resolve, reject) => {
				const asked = ask({ port: server.port, method, headers, agent }, resolve);
				asked.on("error", reject).end(body);
				response.once("close", () => asked.destroy());
			});
		return {
			message: body.length > 0 ? JSON.parse(body.toString("utf8")) : { method },
			session: session === undefined ? undefined : String(session),
			socket,
			trap: `http://127.0.0.1:${port}/trap`,
			forward: async () => replyOf(await heard()),
			pass: async () => {
				const reply = await heard().catch(() => socket.destroy());
				if (!("statusCode" in reply)) return;
				response.writeHead(reply.statusCode ?? 502, reply.headers).flushHeaders();
				reply.on("error", () => socket.destroy()).pipe(response);
			},
			send: async (reply) => {
				const { head, body } = framed(reply);
				socket.write(Buffer.concat([head, body]));
				if (!reply.isEndless) socket.end();
			},
			forget: server.forget,
		};
	}

	front.keepAliveTimeout = 0;
	await new Promise((resolve) => front.listen(0, "127.0.0.1", () => resolve(undefined)));
	const { port } = /** @type {import("node:net").AddressInfo} */ (front.address());
	return {
		url: `http://127.0.0.1:${port}/mcp`,
		/** @param {Choose} how */
		choose: (how) => {
			choose = how;
		},
		/** From now on nothing happens, and what a fault holds open breaks off. */
		calm: async () => {
			choose = () => undefined;
			for (const socket of held) socket.destroy();
			await Promise.all(running);
		},
		/** How often somebody went where a redirect leads. */
		trapped: () => trapped,
		close: () => {
			agent.destroy();
			front.closeAllConnections();
			front.close();
		},
	};
}

/** @typedef {Awaited<ReturnType<typeof startProxy>>} Proxy */

/** All of it, or what there is so far of a stream without end. @param {Request} response @returns {Promise<Reply>} */
async function replyOf(response) {
	const isEndless = response.headers[ENDLESS] !== undefined;
	const parts = [];
	for await (const part of response) {
		parts.push(part);
		if (isEndless) break;
	}
	const { "content-type": type = "", "mcp-session-id": session } = response.headers;
	const headers = session === undefined ? {} : { "mcp-session-id": String(session) };
	return { status: response.statusCode ?? 0, type, headers, body: Buffer.concat(parts), isEndless };
}
