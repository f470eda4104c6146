/** The proxy as workerd serves it: options as JSON in the binding `OPTIONS`, the keys in `KEYS`. */
import { env } from "cloudflare:workers";
import { createModelProxy } from "./proxy/index.js";

const proxy = createModelProxy({
	...JSON.parse(env.OPTIONS),
	keys: (name) => JSON.parse(env.KEYS)[name],
	authorize: ({ headers }) => headers.has("x-user") && { subject: headers.get("x-user") },
});

export default { fetch: (request) => proxy(request) };
