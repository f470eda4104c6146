/** What an app can be granted of the browser, which itself asks the person for most of it. */

/** A right, by the specification's name. */
export type McpAppPermission = "camera" | "microphone" | "geolocation" | "clipboardWrite";

/** What a frame's `allow` calls them. */
const FEATURES: { readonly [name in McpAppPermission]: string } = {
	camera: "camera",
	microphone: "microphone",
	geolocation: "geolocation",
	clipboardWrite: "clipboard-write",
};

/** All of them. */
export const PERMISSIONS = Object.keys(FEATURES) as readonly McpAppPermission[];

/** Those that are named as keys of `given`, as the specification has it. */
export function permissionsIn(given: unknown): readonly McpAppPermission[] {
	if (typeof given !== "object" || given === null) return [];
	return PERMISSIONS.filter((one) => {
		const value = Object.hasOwn(given, one) ? (given as { [name: string]: unknown })[one] : undefined;
		return typeof value === "object" && value !== null;
	});
}

/** What a frame's `allow` says that has these. */
export const allowOf = (permissions: readonly McpAppPermission[]): string =>
	permissions.map((one) => FEATURES[one]).join("; ");
