/** One run of code after the other, each in a frame of its own. */
import { type Isolated, isolate } from "./isolated/client.js";
import { type Line, written } from "./isolated/lines.js";
import { type FromWorker, MAX_MESSAGE_CHARS } from "./isolated/messages.js";
import { Stage } from "./isolated/stage.js";
import type { Json } from "../../types/index.js";
import type { Program } from "./program.js";
import { say } from "../say.js";

/** What runs, or ran last, and what is said of it. */
export class Session {
	/** How often it was run: the number of the frame. */
	count = 0;
	program: Program | undefined;
	isRunning = false;
	said = "";
	lines: readonly Line[] = [];
	#code: Isolated | undefined;
	#stage: Stage | undefined;
	readonly #changed: () => void;
	readonly #told: (data: Json) => void;

	/**
	 * @param changed - Is called after each change of what is public here.
	 * @param told - Hears what the code tells the page.
	 */
	constructor(changed: () => void, told: (data: Json) => void) {
		this.#changed = changed;
		this.#told = told;
	}

	/** Has a new frame drawn; in it the program begins. */
	run(program: Program): void {
		this.end();
		Object.assign(this, {
			program,
			count: this.count + 1,
			isRunning: true,
			said: say("Running."),
			lines: [],
		});
		this.#changed();
	}

	/** A frame is there. One that was put elsewhere, with the widget, is empty again. */
	loaded(frame: HTMLIFrameElement, count: number): void {
		const { program } = this;
		if (count !== this.count || !program) return;
		if (this.#stage) {
			this.stop(say("Stopped, for it was put elsewhere."));
			return;
		}
		if (!this.isRunning) return;
		try {
			this.#stage = new Stage(frame, program.css, (event) => this.#code?.tell({ kind: "event", event }));
		} catch (error) {
			this.stop(
				say("The frame could not be used: {reason}", {
					reason: error instanceof Error ? error.message : String(error),
				}),
			);
			return;
		}
		const { clientWidth: width, clientHeight: height } = frame;
		const { code, html } = program;
		this.#code = isolate({ code, html, variables: [], width, height }, (message) => this.#hear(message));
	}

	/** Ends the code; what it has drawn stays. */
	stop(said = say("Stopped.")): void {
		this.#end();
		this.said = said;
		this.#changed();
	}

	/** Tells the code what the page, or another widget, tells. */
	tell(channel: string, payload: unknown): void {
		let json = "null";
		try {
			json = JSON.stringify(payload) ?? json;
		} catch {
			// What holds itself has no words.
		}
		if (json.length <= MAX_MESSAGE_CHARS) this.#code?.tell({ kind: "message", channel, json });
	}

	/** What was drawn goes. */
	end(): void {
		this.#end();
		this.#stage?.end();
		this.#stage = undefined;
	}

	#end(): void {
		this.isRunning = false;
		this.#code?.stop();
		this.#code = undefined;
	}

	#hear(message: FromWorker): void {
		if (message.kind === "draw") this.#draw(message.commands);
		else if (message.kind === "message") this.#told(JSON.parse(message.json) as Json);
		else if (message.kind === "stopped") this.stop(`${say("Stopped.")} ${message.reason}`);
		else if (message.kind === "idle") this.stop(say("Done."));
		else if (message.kind === "line") this.#write(message);
		else if (message.kind === "failed") {
			this.#write({ level: "error", text: message.reason });
			this.stop(say("It failed."));
		}
	}

	#draw(commands: string): void {
		try {
			this.#stage?.apply(commands);
			this.#code?.tell({ kind: "drawn" });
		} catch (error) {
			this.stop(`${say("Stopped.")} ${error instanceof Error ? error.message : String(error)}`);
		}
	}

	#write(line: Line): void {
		this.lines = written(this.lines, line);
		this.#changed();
	}
}
