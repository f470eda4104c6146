/** The proxy for a host: `options` as JSON can say them; who may ask is told by a header. */
import { createModelProxy } from "../../pkg/proxy/index.js";

export function handlerOf(options) {
	const authorize = ({ headers }) => headers.has("x-user") && { subject: headers.get("x-user") };
	const proxy = createModelProxy({ ...options, authorize });
	return (request) => proxy(request);
}
