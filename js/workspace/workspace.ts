/** All that one interface works on: canvas, model, servers, conversation. It has no DOM; elements show it. */
import { invalid } from "../core/arguments.js";
import { init } from "../core/init.js";
import { WebMcpError } from "../core/errors.js";
import { nextTask } from "../core/later.js";
import { autoui } from "../server/defaults.js";
import type { ReadOptions } from "../types/dialect.js";
import type { AgentOptions, CanvasVanilla, McpAuth, McpToolDef, WebMcpServer } from "../types/index.js";
import type { Apps, AppsOptions } from "./apps.js";
import { type CanvasChoice, chooseCanvas, claimAutoui, releaseCanvas } from "./canvas-choice.js";
import { Conversation } from "./conversation.js";
import type { AddedData, DataSource } from "./data.js";
import type { Keeper } from "./keeper.js";
import { Model, type ModelOptions } from "./model.js";
import { Observed } from "./observed.js";
import { Recorder } from "./recording.js";
import { Servers } from "./servers.js";
import { DEFAULT_SETTINGS, readSettings, type Settings } from "./settings.js";

export type { AddedData, DataSource } from "./data.js";

/** How often the model is asked at most for one wish. */
const MAX_ITERATIONS = 8;

/** What a page gives a workspace. */
export interface WorkspaceOptions {
	/** The model in the page, its adapters, presets, runtimes. */
	model?: ModelOptions;
	/** Addresses of the page's own MCP servers. */
	mcpServers?: readonly string[];
	/**
	 * Signs in to MCP servers; `createMcpAuth` of `webmcp-auto-ui/mcp/auth` makes one. It is given to clients of addresses on https or on
	 * this machine. A server that wants a sign-in waits for the person's click.
	 */
	mcpAuth?: McpAuth;
	/** Shows the apps of MCP servers (extension `io.modelcontextprotocol/ui`) on the canvas. Without it servers are not told that it could. */
	mcpApps?: AppsOptions;
	/**
	 * Local servers; the first one's widgets are looked for first. A server places its widgets on one canvas: one that is attached already
	 * brings its canvas along. Default: `autoui`, or a copy of it where another workspace has that.
	 */
	servers?: readonly WebMcpServer[];
	/** Makes the data in the page, once a person gives a file that holds some. */
	openData?(): Promise<DataSource>;
	/** The canvas; by default the one that the servers are attached to, else one of its own. */
	canvas?: CanvasVanilla;
	/** What was chosen before. */
	settings?: Partial<Settings>;
	/** Options of each run, such as `maxIterations`, `prices`, `systemPrompt`. */
	run?: Partial<AgentOptions>;
}

/** Words that may become wishes. */
class Proposals extends Observed<string> {
	propose(wish: string): void {
		this.tell(wish);
	}
}

/** What the elements of one interface share. */
export class Workspace extends Observed {
	/**
	 * The core is loaded, and `canvas` is there. Rejects with `unsupported` where it cannot be loaded, with `invalid_argument` where a
	 * server is attached to another canvas than `options.canvas`.
	 */
	readonly ready: Promise<void>;
	readonly model: Model;
	readonly servers: Servers;
	readonly conversation: Conversation;
	readonly recorder = new Recorder();
	readonly #options: WorkspaceOptions;
	/** Hears words that are to be put where wishes are typed. */
	readonly proposals = new Proposals();
	#keeper: Keeper | undefined;
	#data: DataSource | undefined;
	#opening: Promise<DataSource> | undefined;
	#settings: Settings;
	#held: Promise<unknown> | undefined;
	#choice: CanvasChoice | undefined;
	#isOver = false;
	#apps: Apps | undefined;

	/** @param isShared - It is the one that elements share to whom none was given: `autoui` is left to a workspace that the page has made. */
	constructor(options: WorkspaceOptions = {}, isShared = false) {
		super();
		this.#options = options;
		if (!isShared && this.localServers.includes(autoui)) claimAutoui(this);
		this.#settings = readSettings({ ...DEFAULT_SETTINGS, ...options.settings });
		this.model = new Model(options.model);
		const apps = options.mcpApps && (() => this.#showApps());
		this.servers = new Servers({ auth: options.mcpAuth, apps });
		this.conversation = new Conversation({
			model: this.model,
			servers: this.servers,
			runOptions: () => this.#runOptions(),
			listener: (wish) => this.recorder.hear(wish),
			removeWidgets: (ids) => this.#remove(ids),
			held: () => this.#held,
			mayRun: () => this.keeper?.role !== "follower",
			stored: async () => this.keeper?.settled(),
		});
		this.ready = init().then(async () => {
			// To read the core and to read the widgets' recipes takes long enough each.
			await nextTask();
			const choice = await chooseCanvas(this, options);
			this.#choice = choice;
			if (this.#isOver) releaseCanvas(this, choice);
			if (options.mcpApps) {
				const { Apps } = await import("./apps.js");
				const placed = (id: string) => this.conversation.placed(id);
				this.#apps = new Apps({ canvas: () => choice.canvas, placed });
				this.#apps.server.attachCanvas(choice.canvas);
			}
			this.tell();
		});
		// Whoever needs the canvas hears of it.
		this.ready.catch(() => undefined);
	}

	/** Lets wishes wait until this has ended, well or not: what is taken up meanwhile would take their place. */
	hold(work: Promise<unknown>): void {
		const ended = () => {
			if (this.#held === held) this.#held = undefined;
		};
		const held: Promise<void> = work.then(ended, ended);
		this.#held = held;
	}

	/** The canvas, once the workspace is ready. */
	get canvas(): CanvasVanilla | undefined {
		return this.#choice?.canvas;
	}

	/** The local servers; where none were given, those that it has are known once the workspace is ready. */
	get localServers(): readonly WebMcpServer[] {
		return this.#choice?.servers ?? this.#options.servers ?? [autoui];
	}

	/** Shows apps of MCP servers, once the workspace is ready and where the page lets it. */
	get apps(): Apps | undefined {
		return this.#apps;
	}

	/** Those that draw what is on the canvas: the local servers, and what shows apps. */
	get drawing(): readonly WebMcpServer[] {
		return this.#apps ? [...this.localServers, this.#apps.server] : this.localServers;
	}

	/** Where apps are kept apart; nothing where none are shown. */
	get sandboxUrl(): string | URL | undefined {
		return this.#options.mcpApps?.sandboxUrl;
	}

	/** Whether an app may call a tool of its server without the person being asked. */
	mayAppDo(tool: McpToolDef): boolean {
		return this.#apps?.mayCallUnasked(tool, this.#settings.ask, this.#options.run?.needsApproval) ?? false;
	}

	/** The data in the page, once there is some. */
	get data(): DataSource | undefined {
		return this.#data;
	}

	/** Whether a file is data: a table of some kind, where the page has a place for it. */
	isData({ name }: File): boolean {
		return this.#options.openData !== undefined && /\.(?:csv|tsv|tab|jsonl|ndjson|geojson)$/i.test(name);
	}

	/**
	 * Makes a table of a file, which wishes can then ask.
	 *
	 * @throws {@link WebMcpError} what the source throws: `unsupported` where it cannot be opened, `invalid_argument` for a file that is no table.
	 */
	async addFile(file: File, options?: ReadOptions): Promise<AddedData> {
		const { openData } = this.#options;
		if (!openData) throw invalid("addFile: file", "has no place: give the workspace the option openData");
		this.#opening ??= openData().catch((error: unknown) => {
			this.#opening = undefined;
			throw error;
		});
		const data = await this.#opening;
		if (data !== this.#data) data.subscribe(() => this.tell());
		this.#data = data;
		const added = await data.addFile(file, options);
		this.tell();
		return added;
	}

	/**
	 * Reads the file of a table again, otherwise.
	 *
	 * @throws {@link WebMcpError} what the source throws; `unsupported` where it reads no file twice.
	 */
	async readAgain(table: string, options: ReadOptions): Promise<AddedData> {
		const again = await this.#data?.readAgain?.(table, options);
		if (!again) throw new WebMcpError("unsupported", "The page's data is read once: give the file again.");
		this.tell();
		return again;
	}

	/** What stores all of it, where it is kept. */
	get keeper(): Keeper | undefined {
		return this.#keeper;
	}

	set keeper(keeper: Keeper | undefined) {
		this.#keeper = keeper;
		keeper?.subscribe(() => this.tell());
		this.tell();
	}

	/** What the visitor has chosen. */
	get settings(): Settings {
		return this.#settings;
	}

	/**
	 * Loads the chosen model and connects the servers; failures show where these are shown. A server that does not answer within 2 s is not
	 * waited for: its tools are there for the prompts after it has answered.
	 */
	async begin(): Promise<void> {
		await this.ready;
		const own = this.#options.mcpServers ?? [];
		const added = this.#settings.servers.filter((url) => !own.includes(url));
		await Promise.all([
			this.model.choose(this.#settings),
			...own.map((url) => this.servers.begin(url, { isOwn: true })),
			...added.map((url) => this.servers.begin(url)),
		]);
	}

	/** Takes settings that were stored, before {@link begin}; what is none is as it was. */
	restoreSettings(stored: unknown): void {
		if (typeof stored !== "object" || stored === null) return;
		this.#settings = readSettings({ ...this.#settings, ...stored });
		this.tell();
	}

	/** Changes settings. Where they name another model it is loaded in the place of the present one. */
	async change(settings: Partial<Settings>): Promise<void> {
		const before = this.#settings;
		this.#settings = { ...before, ...settings };
		this.tell();
		const of = ({ ask: _, servers: __, ...model }: Settings) => JSON.stringify(model);
		if (of(before) !== of(this.#settings)) await this.model.choose(this.#settings);
		else this.model.settings = this.#settings;
	}

	/** Connects a server, and remembers it. */
	async addServer(url: string): Promise<void> {
		const isOwn = this.#options.mcpServers?.includes(url) === true;
		if (!isOwn) this.#keep([...this.#settings.servers.filter((other) => other !== url), url]);
		await this.servers.add(url, { isOwn });
	}

	/** Disconnects a server, and forgets it. */
	async removeServer(url: string): Promise<void> {
		this.#keep(this.#settings.servers.filter((other) => other !== url));
		await this.servers.remove(url);
	}

	/** Puts words where wishes are typed; the person sends, changes or leaves them. */
	propose(wish: string): void {
		this.proposals.propose(wish);
	}

	/** Takes everything off the canvas and begins a new conversation. */
	clear(): void {
		this.canvas?.clear();
		this.conversation.clear();
	}

	/** Stops the run, lets the model go and disconnects the servers. */
	async dispose(): Promise<void> {
		this.#isOver = true;
		releaseCanvas(this, this.#choice);
		this.conversation.stop();
		await this.keeper?.close();
		this.model.dispose();
		await this.servers.dispose();
	}

	async #showApps(): Promise<Apps> {
		await this.ready;
		if (!this.#apps) throw new Error("The workspace has no apps.");
		return this.#apps;
	}

	#runOptions() {
		const { ask } = this.#settings;
		const data = this.#data && this.#data.tables().length > 0 ? [this.#data.layer()] : [];
		return {
			maxIterations: MAX_ITERATIONS,
			...this.#options.run,
			layers: [...this.localServers.map((server) => server.layer()), ...data, ...this.servers.layers],
			client: this.servers.runsClient,
			...(ask !== "never" && { needsApproval: ask }),
		};
	}

	#remove(ids: readonly string[]): void {
		const { canvas } = this;
		const there = canvas?.blocks.filter(({ id, locked }) => ids.includes(id) && !locked) ?? [];
		if (!canvas || there.length === 0) return;
		const remove = () => {
			for (const { id } of there) canvas.removeWidget(id);
		};
		canvas.transact(remove, { label: "retry" });
	}

	#keep(servers: readonly string[]): void {
		this.#settings = { ...this.#settings, servers };
		this.tell();
	}
}
