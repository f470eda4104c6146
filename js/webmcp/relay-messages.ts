/** What a page and the relay on the same machine say to each other, as JSON, one message each. */
import type { JsonObject } from "../types/index.js";

/** A tool as the relay tells of it. */
export interface RelayedTool {
	readonly name: string;
	readonly description: string;
	readonly inputSchema: JsonObject;
	readonly annotations?: JsonObject;
}

/** From the page. The first must be `hello`, and its token the relay's. */
export type FromPage =
	| {
			readonly kind: "hello";
			readonly token: string;
			readonly title: string;
			readonly tools: readonly RelayedTool[];
	  }
	| { readonly kind: "tools"; readonly tools: readonly RelayedTool[] }
	| { readonly kind: "result"; readonly id: string; readonly result: JsonObject; readonly isError: boolean };

/** From the relay. */
export type FromRelay =
	| { readonly kind: "welcome" }
	| { readonly kind: "call"; readonly id: string; readonly name: string; readonly args: JsonObject }
	| { readonly kind: "cancel"; readonly id: string };

/** The relay ends a connection by these codes. */
export const WRONG_TOKEN = 4001;
export const NOT_UNDERSTOOD = 4002;
