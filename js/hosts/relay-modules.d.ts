/** What the relay uses of Node, `ws` and the MCP SDK. Written here so that no other file of the package sees Node's globals. */
declare module "ws" {
	import type { Socket } from "./relay-pages.js";

	export class WebSocketServer {
		constructor(options: {
			host: string;
			port: number;
			maxPayload: number;
			verifyClient(info: { origin: string }): boolean;
		});
		readonly clients: Set<Socket>;
		once(event: "listening" | "error", listener: (error: Error) => void): void;
		on(event: "connection", listener: (socket: Socket) => void): void;
		address(): { port: number };
		close(listener: () => void): void;
	}
}

declare module "node:process" {
	const process: {
		readonly argv: readonly string[];
		readonly env: { readonly [name: string]: string | undefined };
		readonly stdin: { on(event: "end", listener: () => void): void };
		readonly stderr: { write(text: string): void };
		exit(code: number): never;
	};
	export default process;
}
