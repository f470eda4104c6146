/** What the page, the Worker and the code inside it tell each other, and how much of it. */

/** Milliseconds that code may go on without a pause; the page itself goes on meanwhile. */
export const TURN_MS = 5000;
/** Bytes that code may fill, with the interpreter's own; a WebAssembly memory grows no further than it was allowed to. */
export const MEMORY_BYTES = 64 * 1024 * 1024;
export const MAX_CODE_CHARS = 100_000;
/** Characters of a message to or from the code, as JSON. */
export const MAX_MESSAGE_CHARS = 64_000;
/** Characters of what code gives as its value, as JSON. */
export const MAX_VALUE_CHARS = 1_000_000;
export const MAX_LINE_CHARS = 2000;
/** Lines that code may write until it ends. */
export const MAX_LINES = 1000;
/** Elements and texts that are shown at once. */
export const MAX_NODES = 5000;
/** Changes of what is shown that wait for the page, and their characters. */
export const MAX_COMMANDS = 50_000;
export const MAX_COMMANDS_CHARS = 4_000_000;
/** Messages of a code that tells one after the other, and how many more it may send each second. */
export const MESSAGE_BURST = 50;
export const MESSAGES_PER_SECOND = 20;

/** What is to be run. */
export interface Job {
	readonly code: string;
	/** What stands in the code's document at first. */
	readonly html: string;
	/** Values that the code finds under these names, as JSON. */
	readonly variables: readonly (readonly [string, string])[];
	/** Size of the frame, CSS pixels. */
	readonly width: number;
	readonly height: number;
}

/** One change of what is shown. Numbers are of nodes: 1 is the body, 2 the root, 3 the head. */
export type Command =
	| readonly ["element", number, number, number, string, 0 | 1, readonly (readonly [string, string])[]]
	| readonly ["words", number, number, number, string]
	| readonly ["gone", number]
	| readonly ["text", number, string]
	| readonly ["attribute", number, string, string | null]
	| readonly ["state", number, "value" | "checked" | "scrollTop", string | boolean | number]
	| readonly ["do", number, "focus" | "blur" | "select" | "scrollIntoView"]
	| readonly ["paint", number, readonly Stroke[]]
	| readonly ["listen", string];

/** A call of a canvas's context, or a property of it that is set. */
export type Stroke = readonly [string, ...unknown[]];

/** What a person did in the frame. */
export interface Happened {
	readonly type: string;
	readonly target: number;
	/** Fields of the event that code reads, such as `key`. */
	readonly fields: { readonly [name: string]: string | number | boolean };
	/** What fields hold now that it changed: number, value, whether it is checked. */
	readonly states: readonly (readonly [number, string, boolean])[];
	/** Where the target lies: left, top, width, height. */
	readonly place: readonly [number, number, number, number];
}

/** What is told to the Worker. */
export type ToWorker =
	| { readonly kind: "run"; readonly job: Job }
	| { readonly kind: "event"; readonly event: Happened }
	| { readonly kind: "message"; readonly channel: string; readonly json: string }
	/** What was drawn is on the screen. */
	| { readonly kind: "drawn" }
	| { readonly kind: "ping" };

export type Level = "log" | "info" | "warn" | "error";

/** What the Worker tells. After `failed` and `stopped` it tells nothing. */
export type FromWorker =
	| { readonly kind: "ready" }
	| { readonly kind: "draw"; readonly commands: string }
	| { readonly kind: "line"; readonly level: Level; readonly text: string }
	| { readonly kind: "message"; readonly json: string }
	/** The code has run to its end; `json` is its value, if it has one. What it set up goes on. */
	| { readonly kind: "done"; readonly json?: string }
	/** Nothing that it set up can call it any more. */
	| { readonly kind: "idle" }
	/** The code threw. */
	| { readonly kind: "failed"; readonly reason: string }
	/** It was stopped, or could not begin. */
	| { readonly kind: "stopped"; readonly reason: string }
	| { readonly kind: "pong" };

/** What code inside can ask of the Worker. */
export interface Host {
	line(level: string, text: string): void;
	message(json: string): void;
	/** Calls back `tick` with the number that it gives. A frame waits for the last one to be on the screen. */
	timer(milliseconds: number, repeats: boolean, isFrame: boolean): number;
	untimer(number: number): void;
}

/** What the Worker calls of the code inside; texts are JSON. */
export interface Inside {
	/** Sets up the document and the variables; gives the scripts of the document. */
	begin(job: string): string;
	/** The code has run: the document is loaded. */
	loaded(): void;
	event(happened: string): void;
	message(channel: string, json: string): void;
	tick(number: number, now: number): void;
	/** What is to be drawn since it was asked last; an empty text is nothing. */
	drawn(): string;
	/** What code listens to; an empty text for nothing. */
	listens(): string;
	/** A value as JSON; an empty text for none. */
	value(value: unknown): string;
}

const words = (text: string): readonly string[] => text.split(" ");

/** Events of the frame that code may listen to. */
export const EVENTS = words(
	"click dblclick input change submit keydown keyup focus blur focusin focusout " +
		"mousedown mousemove mouseup mouseover mouseout wheel " +
		"pointerdown pointermove pointerup pointercancel pointerover pointerout",
);

/** Methods of a canvas's context that are drawn with. */
export const STROKES = words(
	"arc arcTo beginPath bezierCurveTo clearRect clip closePath ellipse fill fillRect fillText lineTo moveTo " +
		"quadraticCurveTo rect resetTransform restore rotate roundRect save scale setLineDash setTransform stroke " +
		"strokeRect strokeText transform translate",
);

/** Properties of it, and what they are at first. */
export const INKS: { readonly [name: string]: string | number } = {
	fillStyle: "#000000",
	strokeStyle: "#000000",
	lineWidth: 1,
	lineCap: "butt",
	lineJoin: "miter",
	miterLimit: 10,
	lineDashOffset: 0,
	globalAlpha: 1,
	globalCompositeOperation: "source-over",
	font: "10px sans-serif",
	textAlign: "start",
	textBaseline: "alphabetic",
	direction: "inherit",
	shadowBlur: 0,
	shadowColor: "rgba(0, 0, 0, 0)",
	shadowOffsetX: 0,
	shadowOffsetY: 0,
};
