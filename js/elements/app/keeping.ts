/** Opens what an app keeps its sessions in. */
import type { WebMcpError } from "../../core/errors.js";
import type { Keeper } from "../../workspace/keeper.js";
import type { Workspace } from "../../workspace/workspace.js";

/** A browser may leave a request for its storage without an answer; so long the app waits, milliseconds. */
const STORAGE_MS = 8_000;

/**
 * Takes up the last session that is kept under a name.
 *
 * @param silent - What the error says where the storage does not answer.
 * @throws {@link WebMcpError} what the storage throws.
 */
export async function keeperOf(workspace: Workspace, name: string, silent: string): Promise<Keeper> {
	const [{ openStorage }, { Keeper }] = await Promise.all([
		import("../../storage/index.js"),
		import("../../workspace/keeper.js"),
	]);
	let keeper: Keeper | undefined;
	/** Told before the keeper is there. */
	const told: WebMcpError[] = [];
	const onProblem = (problem: WebMcpError) => (keeper ? keeper.hear(problem) : told.push(problem));
	const opening = openStorage({ ...(name !== "" && { name }), onProblem });
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, fail) => {
		timer = setTimeout(() => fail(new Error(silent)), STORAGE_MS);
	});
	try {
		const begun = opening.then((storage) => Keeper.begin(workspace, storage));
		keeper = await Promise.race([begun, late]);
		for (const problem of told) keeper.hear(problem);
		return keeper;
	} catch (error) {
		// What comes too late would show another session than the one that was begun meanwhile: closed, it fails.
		opening.then(
			(storage) => storage.close(),
			() => undefined,
		);
		throw error;
	} finally {
		clearTimeout(timer);
	}
}
