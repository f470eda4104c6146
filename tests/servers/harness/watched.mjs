/**
 * Preloaded into a server that runs in Node: it can be reached from this machine alone, and what it is sent and answers is told, line by
 * line on its standard output.
 */
import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:net";

/** Tells it. Pipes are written to at once on Linux, so that a server that is killed has told all. */
export const tell = (told) => process.stdout.write(`told ${JSON.stringify(told)}\n`);

const { listen } = Server.prototype;
Server.prototype.listen = function (first, ...rest) {
	const isPort = /^\d+$/.test(String(first));
	const where = isPort ? { port: Number(first), host: "127.0.0.1" } : first;
	const done = rest.filter((argument) => typeof argument === "function");
	return listen.call(this, where, ...(isPort ? done : rest));
};

/** What is in JSON texts; nothing where it is none. */
function messages(text) {
	try {
		return [JSON.parse(text)].flat();
	} catch {
		return [];
	}
}

/** A reply is one JSON text, or events with one each. */
const answersIn = (text) =>
	[text, ...text.split("\n").flatMap((line) => (line.startsWith("data: ") ? [line.slice(6)] : []))]
		.flatMap(messages)
		.filter((message) => message?.id !== undefined && message.method === undefined);

let requests = 0;
subscribe("http.server.request.start", ({ request, response }) => {
	requests += 1;
	const number = requests;
	const { method: http, url: path, headers } = request;
	const pieces = [];
	const { push } = request;
	request.push = (piece, ...rest) => {
		if (piece) pieces.push(piece);
		else if (http !== "OPTIONS") {
			const rpc = messages(Buffer.concat(pieces).toString());
			tell({ what: "request", number, http, path, headers, rpc });
		}
		return push.call(request, piece, ...rest);
	};
	const { writeHead, write, end } = response;
	response.writeHead = (status, ...rest) => {
		if (http !== "OPTIONS") tell({ what: "head", number, http, status });
		return writeHead.call(response, status, ...rest);
	};
	const passing =
		(pass) =>
		(piece, ...rest) => {
			const text =
				typeof piece === "string" || piece instanceof Uint8Array ? Buffer.from(piece).toString() : "";
			for (const { id } of answersIn(text)) tell({ what: "answer", id });
			return pass.call(response, piece, ...rest);
		};
	response.write = passing(write);
	response.end = passing(end);
	response.once("close", () => tell({ what: "closed", number, http }));
});
