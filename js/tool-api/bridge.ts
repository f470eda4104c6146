/** What a Service Worker and the pages that it controls say to each other of a Tool Execution API. */

/** A Service Worker asks every page: who answers for this? With a port for the answer. */
export interface Asked {
	readonly kind: typeof KIND;
	/** The path, so that a page whose tools are elsewhere stays silent. */
	readonly path: string;
}

export const KIND = "webmcp-auto-ui/tool-api";

/** What goes to the page that has answered first. */
export type ToPage =
	| {
			readonly request: {
				readonly method: string;
				readonly path: string;
				readonly headers: { readonly [name: string]: string };
				readonly body: Uint8Array;
			};
	  }
	/** The client has left. */
	| { readonly left: true };

/** What comes from a page. */
export type FromPage =
	/** It answers for the path. */
	| { readonly offers: true }
	| {
			readonly reply: {
				readonly status: number;
				readonly headers: { readonly [name: string]: string };
				readonly body: string;
			};
	  };

/** Whether a message of anybody's is a question of ours. */
export function isAsked(value: unknown): value is Asked {
	return (
		typeof value === "object" &&
		value !== null &&
		"kind" in value &&
		value.kind === KIND &&
		"path" in value &&
		typeof value.path === "string"
	);
}
