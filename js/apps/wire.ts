/** JSON-RPC between the host and the sandbox page: what a message is, and what is said to one that is none. */
import type { JsonObject } from "../types/index.js";

/** The number or name of a request. */
export type RequestId = string | number;

/** A message of the app's. */
export type Incoming =
	| {
			readonly kind: "request";
			readonly id: RequestId;
			readonly method: string;
			readonly params: JsonObject;
	  }
	| { readonly kind: "notification"; readonly method: string; readonly params: JsonObject }
	| { readonly kind: "answer"; readonly id: RequestId }
	/** It has the look of a request, but cannot be one. */
	| { readonly kind: "malformed"; readonly id: RequestId };

/** Methods between the host and the sandbox page itself; of an app's messages none of these gets through. */
export const RESERVED = "ui/notifications/sandbox-";
/** The sandbox page waits for a resource. */
export const PROXY_READY = `${RESERVED}proxy-ready`;
/** The resource that it is to show. */
export const RESOURCE_READY = `${RESERVED}resource-ready`;
/** Ours alone: the app has left its document, or has sent without end, and was removed. */
export const APP_STOPPED = `${RESERVED}app-stopped`;

/** No request at all. */
export const INVALID_REQUEST = -32600;
/** No such method here. */
export const NO_METHOD = -32601;
/** The method takes other parameters. */
export const INVALID_PARAMS = -32602;
/** The host, or the person, does not do it. */
export const REFUSED = -32000;

const MAX_ID_CHARS = 256;
const MAX_METHOD_CHARS = 128;

/** Why a request is not done. */
export class Refusal extends Error {
	/** As JSON-RPC has it. */
	readonly code: number;

	/** @param message - What the app is told. */
	constructor(code: number, message: string) {
		super(message);
		this.code = code;
	}
}

/** A request, as it is sent. */
export const request = (id: RequestId, method: string, params: JsonObject) => {
	return { jsonrpc: "2.0", id, method, params };
};

/** A notification, as it is sent. */
export const notification = (method: string, params: JsonObject) => ({ jsonrpc: "2.0", method, params });

/** The answer to a request, as it is sent. */
export const answer = (id: RequestId, result: unknown) => ({ jsonrpc: "2.0", id, result });

/** The answer to a request that is not done, as it is sent. */
export const failure = (id: RequestId, code: number, message: string) => {
	return { jsonrpc: "2.0", id, error: { code, message } };
};

/** The name of a message of which nothing else is known, for an answer to it. */
export function idOf(data: unknown): RequestId | undefined {
	const id = isRecord(data) ? data.id : undefined;
	if (typeof id === "string") return id.length <= MAX_ID_CHARS ? id : undefined;
	return Number.isSafeInteger(id) ? (id as number) : undefined;
}

/** Whether something is an object and no list. */
export function isRecord(value: unknown): value is { [name: string]: unknown } {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * What a message is, of one that is JSON already. Nothing where it is none of JSON-RPC's, or where nobody waits for what is said to it.
 */
export function read(data: unknown): Incoming | undefined {
	if (!isRecord(data) || data.jsonrpc !== "2.0") return undefined;
	const { method, params = {} } = data;
	const id = idOf(data);
	if (method === undefined) {
		return id !== undefined && ("result" in data || "error" in data) ? { kind: "answer", id } : undefined;
	}
	if (typeof method !== "string" || method.length > MAX_METHOD_CHARS || !isRecord(params)) {
		return id === undefined ? undefined : { kind: "malformed", id };
	}
	// A number that is none, or `null`, is no notification either.
	if (id === undefined && data.id !== undefined) return undefined;
	const told = { method, params: params as JsonObject };
	return id === undefined ? { kind: "notification", ...told } : { kind: "request", id, ...told };
}
