/** The Tool Execution API for a host, of the tools that its criteria are about. */
import { createToolApi } from "../../pkg/tool-api/index.js";
import { call, TOOLS } from "../js/support/tool-api-criteria.mjs";

export function handlerOf(options) {
	const onError = () => undefined;
	const { fetch } = createToolApi({
		tools: TOOLS,
		call,
		allowExecute: true,
		prefix: "",
		onError,
		...options,
	});
	return (request) => fetch(request);
}
