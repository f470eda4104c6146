/** What the library gets in the place of a network and a console. */
import { Refused } from "./spec.js";

/** Loads nothing, whatever the chart asks for. */
export function closed() {
	const refuse = () => Promise.reject(new Refused("A chart loads nothing from addresses."));
	return { load: refuse, sanitize: refuse, http: refuse, file: refuse, options: {}, fileAccess: false };
}

/** What the library would write to the console; its errors go to `failed`. */
export function quiet(failed: (problem: unknown) => void) {
	const logger = {
		level: () => logger,
		error: (...problems: unknown[]) => {
			failed(problems.find((one) => one instanceof Error) ?? new Error(problems.join(" ")));
			return logger;
		},
		warn: () => logger,
		info: () => logger,
		debug: () => logger,
	};
	return logger as never;
}

/** A row that the library may write into. */
export const copied = (row: unknown): unknown =>
	typeof row === "object" && !Array.isArray(row) ? { ...row } : { data: row };
