/** Opens what an app keeps its sessions in. */
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
	const opening = openStorage({ ...(name !== "" && { name }) });
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, fail) => {
		timer = setTimeout(() => fail(new Error(silent)), STORAGE_MS);
	});
	try {
		const begun = opening.then((storage) => Keeper.begin(workspace, storage));
		return await Promise.race([begun, late]);
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
