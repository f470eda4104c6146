/** What is drawn on a canvas: each stroke is told to the page, which draws it. */
import { INKS, STROKES, type Stroke } from "../messages.js";

/** Strokes that are kept for a canvas that nobody sees yet. */
const MAX_KEPT = 10_000;

/** A gradient, told by its lines and colours where it is used. */
class Gradient {
	readonly stops: [number, string][] = [];
	constructor(
		readonly kind: "linear" | "radial" | "conic",
		readonly places: readonly number[],
	) {}
	addColorStop(at: number, color: string): void {
		this.stops.push([Number(at), String(color)]);
	}
}

/** A context of two dimensions. What it would have to ask the page, such as pixels, it has not. */
export class Context {
	readonly canvas: object;
	readonly #draw: (stroke: Stroke) => void;
	/** What `save` puts aside. */
	readonly #saved: Map<string, unknown>[] = [];
	#inks = new Map<string, unknown>(Object.entries(INKS));

	constructor(canvas: object, draw: (stroke: Stroke) => void) {
		this.canvas = canvas;
		this.#draw = draw;
	}

	createLinearGradient(...places: number[]): Gradient {
		return new Gradient("linear", places.map(Number));
	}
	createRadialGradient(...places: number[]): Gradient {
		return new Gradient("radial", places.map(Number));
	}
	createConicGradient(...places: number[]): Gradient {
		return new Gradient("conic", places.map(Number));
	}

	/** About how wide a text is: only the page knows its letters. */
	measureText(text: unknown): { width: number } {
		const [, size = "10"] = /(\d+(?:\.\d+)?)px/.exec(String(this.ink("font"))) ?? [];
		return { width: Array.from(String(text)).length * Number(size) * 0.55 };
	}

	ink(name: string): unknown {
		return this.#inks.get(name);
	}
	dip(name: string, value: unknown): void {
		this.#inks.set(name, value);
		const told =
			value instanceof Gradient ? { kind: value.kind, places: value.places, stops: value.stops } : value;
		this.#draw([name, told]);
	}
	stroke_(name: string, values: readonly unknown[]): void {
		if (name === "save" && this.#saved.length < 1000) this.#saved.push(new Map(this.#inks));
		if (name === "restore") this.#inks = this.#saved.pop() ?? this.#inks;
		this.#draw([name, ...values]);
	}
}

for (const name of STROKES) {
	Object.defineProperty(Context.prototype, name, {
		value(this: Context, ...values: unknown[]) {
			this.stroke_(name, values);
		},
	});
}
for (const name of Object.keys(INKS)) {
	Object.defineProperty(Context.prototype, name, {
		get(this: Context) {
			return this.ink(name);
		},
		set(this: Context, value: unknown) {
			this.dip(name, value);
		},
	});
}

/** Adds a stroke to those that are kept; the first ones go where there are too many. */
export function keep(strokes: Stroke[], stroke: Stroke): void {
	if (strokes.length >= MAX_KEPT) strokes.shift();
	strokes.push(stroke);
}
