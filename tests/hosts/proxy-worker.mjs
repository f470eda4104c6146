/** The proxy as workerd serves it: options as JSON in the binding `OPTIONS`, the keys in `KEYS`. */
import { env } from "cloudflare:workers";
import { handlerOf } from "./proxy.mjs";

const keys = (name) => JSON.parse(env.KEYS)[name];

export default { fetch: handlerOf({ ...JSON.parse(env.OPTIONS), keys }) };
