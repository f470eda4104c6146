/** The engines beside Chromium that are there. */
import { firefox, webKit } from "../../../scripts/setup/engines.mjs";
import { openFirefox } from "./firefox.mjs";
import { openWebKit } from "./webkit.mjs";

const [fire, kit] = [await firefox(), await webKit()];
const all = { Firefox: fire && (() => openFirefox(fire)), WebKit: kit && (() => openWebKit(kit)) };

/** Each of them by its name, with what opens it. Where one is missing that is said, and is an error where all is wanted. */
export const engines = Object.entries(all).flatMap(([name, open]) => {
	if (open) return [{ name, open }];
	const missing = `There is no ${name}, and it could not be installed`;
	if (process.env.WEBMCP_FULL) throw new Error(`${missing}.`);
	console.log(`${missing}: its tests are left out.`);
	return [];
});
