/** What an app says of itself when it greets. */
import type { JsonObject } from "../types/index.js";
import type { McpAppDisplayMode, McpAppInfo } from "./types.js";
import { isRecord } from "./wire.js";

const MAX_NAME_CHARS = 200;
const MODES: readonly McpAppDisplayMode[] = ["inline", "fullscreen", "pip"];

/** Whether something is a way to show an app. */
export const isDisplayMode = (mode: unknown): mode is McpAppDisplayMode =>
	MODES.includes(mode as McpAppDisplayMode);

/** Of what is missing or wrong nothing is taken: an app that does not say who it is works all the same. */
export function infoOf({ appInfo, appCapabilities }: JsonObject): McpAppInfo {
	const info = isRecord(appInfo) ? appInfo : {};
	const text = (value: unknown) => (typeof value === "string" ? value.slice(0, MAX_NAME_CHARS) : "");
	const modes = isRecord(appCapabilities) ? appCapabilities.availableDisplayModes : undefined;
	return {
		name: text(info.name),
		version: text(info.version),
		...(Array.isArray(modes) ? { availableDisplayModes: MODES.filter((mode) => modes.includes(mode)) } : {}),
	};
}
