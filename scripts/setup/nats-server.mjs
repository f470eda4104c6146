/** The NATS broker, out of Debian: for the tests of buses on several machines. */
import { existsSync } from "node:fs";
import { which } from "../lib/exec.mjs";
import { aptInstall } from "./apt.mjs";

/** Debian puts it where only root's path looks. */
const DEBIAN = "/usr/sbin/nats-server";

/** Where it is, or nothing. */
function found() {
	return which("nats-server") ?? (existsSync(DEBIAN) ? DEBIAN : undefined);
}

/** Makes sure that it is there. @returns {Promise<string | undefined>} its path; nothing where it can neither be found nor installed */
export async function natsServer() {
	return found() ?? ((await aptInstall(["nats-server"])) ? found() : undefined);
}
