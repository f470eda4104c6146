/** Chooses the canvas that a workspace shows, and the servers that place widgets on it: a server that is attached stays where it is. */
import { invalid } from "../core/arguments.js";
import { canvasOf, createCanvasVanilla } from "../server/create.js";
import { autoui, copyOfAutoui, fillAutoui } from "../server/defaults.js";
import type { CanvasVanilla, WebMcpServer } from "../types/index.js";

/** The servers of a workspace, and the canvas that all of them place their widgets on. */
export interface CanvasChoice {
	readonly servers: readonly WebMcpServer[];
	readonly canvas: CanvasVanilla;
	/** The canvas was made for this workspace. */
	readonly isOwn: boolean;
}

/** The workspace that `autoui` belongs to. */
let holder: object | undefined;
/** Canvases that were made for workspaces which are there no more: a server that is attached to one is free. */
const released = new WeakSet<CanvasVanilla>();

/** Reserves `autoui` for a workspace, where no other has it. */
export function claimAutoui(workspace: object): boolean {
	holder ??= workspace;
	return holder === workspace;
}

/** Frees the servers of a workspace that has ended. */
export function releaseCanvas(workspace: object, choice: CanvasChoice | undefined): void {
	if (holder === workspace) holder = undefined;
	if (choice?.isOwn) released.add(choice.canvas);
}

/**
 * Attaches the servers that a workspace was given, or `autoui`, to its canvas.
 *
 * @throws {@link WebMcpError} `invalid_argument` where a server that the workspace was given is attached to another canvas.
 */
export async function chooseCanvas(
	workspace: object,
	given: { servers?: readonly WebMcpServer[]; canvas?: CanvasVanilla },
): Promise<CanvasChoice> {
	const servers = given.servers ?? [await defaultServer(workspace, given.canvas)];
	if (servers.includes(autoui)) await fillAutoui();
	const attached = servers.flatMap((server) => attachedTo(server) ?? []);
	const known = given.canvas ?? attached[0];
	const canvas = known ?? createCanvasVanilla();
	const elsewhere = servers.find((server) => (attachedTo(server) ?? canvas) !== canvas);
	if (elsewhere)
		throw invalid(
			"Workspace: options.servers",
			`must be attached to one canvas, and '${elsewhere.name}' is attached to another: leave out options.canvas to show that one, call detachCanvas() of the server, or make a server for each canvas`,
		);
	for (const server of servers) server.attachCanvas(canvas);
	return { servers, canvas, isOwn: known === undefined };
}

async function defaultServer(workspace: object, canvas: CanvasVanilla | undefined): Promise<WebMcpServer> {
	if (!claimAutoui(workspace)) return copyOfAutoui();
	await fillAutoui();
	const attached = attachedTo(autoui);
	return !attached || !canvas || attached === canvas ? autoui : copyOfAutoui();
}

function attachedTo(server: WebMcpServer): CanvasVanilla | undefined {
	const canvas = canvasOf(server);
	return canvas && !released.has(canvas) ? canvas : undefined;
}
