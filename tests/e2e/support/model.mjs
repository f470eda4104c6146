/** The real model for the pages under test. */
import { existsSync } from "node:fs";
import { modelPath } from "../../../scripts/setup/model.mjs";
import { besidePage } from "../../../www/serve.mjs";

/** The model's file; set-up has put it there. */
export function realModel() {
	const path = modelPath();
	if (!existsSync(path)) throw new Error(`The model is missing at ${path}: run npm run setup.`);
	return path;
}

/** Serves the model under the address that the README and the demo use. */
export const modelPlugin = () => besidePage({ mcpServers: [] }, realModel());
