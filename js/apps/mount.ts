/** Shows an app: frame, session and what the person is asked, put together. */
import { aText, optionsOf } from "../core/arguments.js";
import { WebMcpError } from "../core/errors.js";
import { guarded } from "../core/report.js";
import type { Json, JsonObject, McpToolResult } from "../types/index.js";
import { answersOf, capabilitiesOf } from "./answers.js";
import { Asking } from "./asking.js";
import type { Answers } from "./calls.js";
import { Context, foundContext } from "./context.js";
import { Frame } from "./frame.js";
import { anElement, checkedOptions, sandboxOf } from "./options.js";
import { allowOf } from "./permissions.js";
import { policyOf } from "./policy.js";
import { Questions } from "./question.js";
import { type AppDocument, documentOf } from "./resource.js";
import { Session } from "./session.js";
import type { McpAppContext, McpAppEnd, McpAppHandle, McpAppInfo, McpAppOptions } from "./types.js";

const MAX_HEIGHT = 600;
const MAX_TITLE_CHARS = 100;
/** The first is the latest. */
const VERSIONS: readonly Json[] = ["2026-01-26", "2025-11-21"];

/**
 * Shows an app of an MCP server in a frame that keeps it apart: of another origin, under the policy of its resource, with no more of the page
 * than what `options` give it.
 *
 * @param container - An element of the page; what is in it already stays.
 * @throws {@link WebMcpError} `invalid_argument` where the options make no sense, or the sandbox page is on the page's own origin; `unsupported`
 *   and `protocol` where the resource is no app; `aborted` where `signal` has aborted.
 */
export function mountMcpApp(container: HTMLElement, options: McpAppOptions): McpAppHandle {
	anElement("mountMcpApp: container", container);
	const given = checkedOptions(options);
	const url = sandboxOf(given.sandboxUrl);
	const shown = documentOf(given.resource, given.permissions, given.allowDomain);
	if (given.signal?.aborted) throw new WebMcpError("aborted", "mountMcpApp: the signal has aborted already.");
	return new App(container, given, url, shown);
}

/** A server's words stand in sentences of the host's: they are short, and turn no direction of reading. */
function titleOf({ title, tool }: McpAppOptions, { uri }: AppDocument): string {
	const { title: own } = (tool?.definition ?? {}) as { title?: unknown };
	const plain = [title, own, tool?.name, uri].map((one) =>
		typeof one === "string" ? one.replace(/\p{C}+/gu, " ").trim() : "",
	);
	return (plain.find((one) => one !== "") ?? "").slice(0, MAX_TITLE_CHARS);
}

class App implements McpAppHandle {
	readonly policy: string;
	readonly refusedDomains: readonly string[];
	readonly ready: Promise<McpAppInfo>;
	readonly ended: Promise<McpAppEnd>;
	readonly #options: McpAppOptions;
	readonly #document: AppDocument;
	readonly #title: string;
	readonly #frame: Frame;
	readonly #asking: Asking;
	readonly #context: Context;
	readonly #session: Session;
	/** The size that the app wants. */
	#wanted: { readonly width?: Json | undefined; readonly height?: Json | undefined } = {};
	#begun: (app: McpAppInfo) => void = () => undefined;
	#failed: (problem: WebMcpError) => void = () => undefined;
	#over: (end: McpAppEnd) => void = () => undefined;

	constructor(container: HTMLElement, options: McpAppOptions, url: URL, shown: AppDocument) {
		const { tool, maxHeight = MAX_HEIGHT, hostContext = {}, signal } = options;
		this.#options = options;
		this.#document = shown;
		this.policy = policyOf(shown.domains);
		this.refusedDomains = shown.refusedDomains;
		const title = titleOf(options, shown);
		this.#title = title;
		this.ready = new Promise((resolve, reject) => {
			this.#begun = resolve;
			this.#failed = reject;
		});
		// Who does not wait for it hears of the end by other ways.
		this.ready.catch(() => undefined);
		this.ended = new Promise((resolve) => {
			this.#over = resolve;
		});
		this.#frame = new Frame(container, {
			url: url.href,
			title,
			allow: allowOf(shown.permissions),
			hasBorder: shown.prefersBorder ?? true,
			grabbed: () => this.#session.stop({ why: "grabbed", reason: "It took the focus from the page." }),
		});
		const frame = this.#frame;
		const questions = new Questions(frame.questions, () => frame.focus());
		this.#asking = new Asking(questions, options.words ?? {}, title);
		this.#context = new Context(
			hostContext,
			tool,
			() => foundContext(frame.element, frame.width, maxHeight),
			(changes) => this.#session.tell("ui/notifications/host-context-changed", changes),
		);
		const answers = answersOf(options, {
			context: this.#context,
			app: () => this.#session.app,
			asking: this.#asking,
		});
		this.#session = new Session({
			ends: { here: window, there: () => frame.window, origin: url.origin },
			answers,
			resource: () => this.#resource(),
			welcome: (_, version) => this.#welcome(answers, version),
			begun: (app) => this.#begun(app),
			heard: (method, params) => this.#heard(method, params),
			ended: (end) => this.#ended(end),
			audit: (entry) => options.audit?.({ ...entry, uri: shown.uri }),
		});
		this.#dress();
		frame.follow(() => this.#dress());
		signal?.addEventListener("abort", this.#abort, { once: true });
		try {
			if (tool?.arguments) this.toolInput(tool.arguments);
			if (tool?.result) this.toolResult(tool.result);
		} catch (problem) {
			this.#abort();
			throw problem;
		}
	}

	get element(): HTMLElement {
		return this.#frame.element;
	}

	toolInputPartial(args: JsonObject): void {
		this.#session.told.partial(args);
	}

	toolInput(args: JsonObject): void {
		this.#session.told.input(args);
	}

	toolResult(result: McpToolResult): void {
		this.#session.told.result(result);
	}

	toolCancelled(reason = ""): void {
		aText("toolCancelled: reason", reason);
		this.#session.told.cancelled(reason);
	}

	changeContext(changes: McpAppContext): void {
		const given = optionsOf("changeContext: changes", changes);
		const modes = this.#session.app?.availableDisplayModes;
		const { displayMode } = given;
		if (displayMode && modes && !modes.includes(displayMode)) {
			throw new WebMcpError("unsupported", `changeContext: the app cannot be shown as '${displayMode}'.`);
		}
		this.#context.change(given);
		this.#dress();
	}

	async end(reason = "The host closes it."): Promise<void> {
		aText("end: reason", reason);
		this.#frame.hide();
		await this.#session.end({ why: "page", reason });
		this.#frame.end();
	}

	readonly #abort = () => {
		this.#session.stop({ why: "page", reason: "The page does not want it any more." });
		this.#frame.end();
	};

	#resource(): JsonObject {
		const { html, domains, permissions } = this.#document;
		return {
			html,
			csp: { ...domains },
			permissions: Object.fromEntries(permissions.map((one) => [one, {}])),
			theme: this.#context.now.theme ?? "light",
		};
	}

	#welcome(answers: Answers, version: unknown): JsonObject {
		const { domains, permissions } = this.#document;
		const granted = Object.fromEntries(permissions.map((one) => [one, {}]));
		return {
			protocolVersion: VERSIONS.find((one) => one === version) ?? VERSIONS[0] ?? "",
			hostInfo: this.#options.hostInfo ?? { name: "webmcp-auto-ui", version: "1.0.0" },
			hostCapabilities: {
				...capabilitiesOf(answers),
				sandbox: { permissions: granted, csp: { ...domains } },
			},
			hostContext: this.#context.whole(),
		};
	}

	#dress(): void {
		// What is not seen has no width, and will be seen again.
		if (this.#frame.width === 0) return;
		this.#frame.dress(this.#context.now.theme ?? "light");
		this.#fit();
		this.#context.refresh();
	}

	#heard(method: string, params: JsonObject): void {
		const { onLog, onTeardownRequest } = this.#options;
		if (method === "ui/notifications/size-changed") {
			const { width = this.#wanted.width, height = this.#wanted.height } = params;
			this.#wanted = { width, height };
			this.#fit();
		} else if (method === "notifications/message") {
			const { level, logger, data = null } = params;
			const line = { level: String(level).slice(0, 20), data };
			guarded(() => onLog?.(typeof logger === "string" ? { ...line, logger: logger.slice(0, 200) } : line));
		} else if (method === "ui/notifications/request-teardown") {
			if (guarded(() => onTeardownRequest?.()) === false) return;
			void this.#session.end({ why: "app", reason: "The app asked for it." });
		}
	}

	/** The app's size is what it wants, where the page leaves that to it. */
	#fit(): void {
		const { width, maxWidth, height, maxHeight } = this.#context.now.containerDimensions ?? {};
		const fitting = (wanted: Json | undefined, most = Number.POSITIVE_INFINITY) =>
			typeof wanted === "number" && wanted >= 0 ? Math.min(Math.ceil(wanted), most) : undefined;
		const ownWidth = fitting(this.#wanted.width, maxWidth) ?? maxWidth;
		// What was found out is as wide as it is.
		const given = width === this.#frame.width ? undefined : width;
		this.#frame.resize(
			width === undefined ? ownWidth : given,
			height ?? fitting(this.#wanted.height, maxHeight),
		);
	}

	#ended(end: McpAppEnd): void {
		this.#options.signal?.removeEventListener("abort", this.#abort);
		const { why, reason } = end;
		const isGone = why === "page" || why === "app";
		this.#frame.end(isGone ? undefined : this.#asking.say(why));
		this.#failed(new WebMcpError(why === "unreachable" ? "network" : "aborted", `${this.#title}: ${reason}`));
		this.#over(end);
	}
}
