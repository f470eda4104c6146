/** What the hosts use of `node:http`. Written here so that no other file of the package sees Node's globals. */
declare module "node:http" {
	import type { NodeRequest, NodeResponse } from "./node.js";

	interface Server {
		listen(port: number, host: string): void;
		address(): { address: string; port: number; family: string } | string | null;
		once(event: "listening" | "error", listener: (error: Error) => void): void;
		off(event: "listening" | "error", listener: (error: Error) => void): void;
		close(listener: () => void): void;
		closeAllConnections(): void;
	}

	export function createServer(listener: (request: NodeRequest, response: NodeResponse) => void): Server;
}
