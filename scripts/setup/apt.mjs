/** Debian's packages, where there is apt and the right to use it. */
import { output, run, which } from "../lib/exec.mjs";
import { say } from "../lib/say.mjs";

/** How to run a program as root: no prefix, sudo, or undefined when we may not. */
function asRoot() {
	if (process.getuid?.() === 0) return [];
	return which("sudo") && output("sudo", ["-n", "true"]) !== undefined ? ["sudo", "-n"] : undefined;
}

/**
 * Installs packages.
 *
 * @param {string[]} packages
 * @returns {Promise<boolean>} false when there is no apt, no right to use it, or it fails
 */
export async function aptInstall(packages) {
	const prefix = asRoot();
	if (!which("apt-get") || !prefix) return false;
	say(`Installing ${packages.join(", ")} with apt-get …`);
	const apt = async (/** @type {string[]} */ ...args) => {
		const [program, ...rest] = [
			...prefix,
			"env",
			"DEBIAN_FRONTEND=noninteractive",
			"apt-get",
			"-qq",
			...args,
		];
		return (await run(program, rest)) === 0;
	};
	// A bare machine has no package lists, or old ones: by those it would get what is no longer the newest, or is gone.
	await apt("update");
	return apt("install", "-y", "--no-install-recommends", ...packages);
}

/**
 * Runs a program as root.
 *
 * @param {string} program
 * @param {string[]} args
 */
export async function runAsRoot(program, args) {
	const prefix = asRoot();
	if (!prefix) return 126;
	const [first, ...rest] = [...prefix, program, ...args];
	return run(first, rest);
}
