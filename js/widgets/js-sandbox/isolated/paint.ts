/** Strokes of code on a canvas of the page. */
import { INKS, STROKES } from "./messages.js";

type Ink = { readonly kind?: unknown; readonly places?: unknown; readonly stops?: unknown };
type Pen = CanvasRenderingContext2D & { [name: string]: unknown };

const isPlain = (value: unknown) =>
	["number", "string", "boolean"].includes(typeof value) ||
	(Array.isArray(value) && value.every(Number.isFinite));

/** Draws strokes; what is none is passed over. */
export function paint(canvas: Element, strokes: unknown): void {
	if (canvas.localName !== "canvas" || !Array.isArray(strokes)) return;
	const pen = (canvas as HTMLCanvasElement).getContext("2d") as Pen | null;
	if (!pen) return;
	for (const stroke of strokes) {
		if (!Array.isArray(stroke)) continue;
		const [name, ...values] = stroke as [unknown, ...unknown[]];
		if (typeof name !== "string") continue;
		try {
			if (Object.hasOwn(INKS, name)) dip(pen, name, values[0]);
			else if (STROKES.includes(name) && values.every(isPlain))
				(pen[name] as (...values: unknown[]) => void)(...values);
		} catch {
			// Such as a radius below nothing: a canvas of the page would throw, here the stroke is missing.
		}
	}
}

function dip(pen: Pen, name: string, value: unknown): void {
	if (isPlain(value)) pen[name] = value;
	else if (typeof value === "object" && value !== null) pen[name] = gradient(pen, value);
}

function gradient(pen: Pen, { kind, places, stops }: Ink): CanvasGradient {
	const at = (Array.isArray(places) ? places : []).map(Number);
	const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = at;
	const made =
		kind === "radial"
			? pen.createRadialGradient(a, b, c, d, e, f)
			: kind === "conic"
				? pen.createConicGradient(a, b, c)
				: pen.createLinearGradient(a, b, c, d);
	for (const [place, color] of Array.isArray(stops) ? stops : [])
		made.addColorStop(Number(place), String(color));
	return made;
}
