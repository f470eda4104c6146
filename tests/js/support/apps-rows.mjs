/** All that a page can call of apps, as `rows.mjs`. */
import { load } from "./apps.mjs";

const apps = await load("index.js");
const tool = () => ({ name: "t", _meta: { ui: { resourceUri: "ui://server/app", visibility: ["app"] } } });

export const APP_ROWS = {
	"webmcp-auto-ui/apps": {
		of: () => apps,
		rows: {
			APP_MIME_TYPE: "is a value",
			UI_EXTENSION: "is a value",
			appOf: () => ({ tool: tool() }),
			isVisibleTo: () => ({ who: "app", tool: tool() }),
			mountMcpApp: "has no window here; tests/e2e/apps.test.mjs passes wrong values",
		},
	},
};
