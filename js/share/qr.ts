/** A link as a QR code. */
import { aText, invalid } from "../core/arguments.js";

/** The dark modules' free border, which readers need. */
const MARGIN = 4;

/**
 * A text, such as a link, as a QR code that needs nothing from elsewhere: an SVG file's text, for an image, a download or print.
 *
 * @throws {@link WebMcpError} `invalid_argument` where it has more than the 2,953 bytes that a code holds.
 */
export async function toQrCode(text: string): Promise<string> {
	aText("toQrCode: text", text);
	const length = new TextEncoder().encode(text).length;
	if (length > 2_953)
		throw invalid("toQrCode: text", `has ${length} bytes, a QR code holds 2,953; share a short link`);
	const { encode } = await import("uqr");
	const { size, data } = encode(text, { ecc: "L", border: MARGIN });
	const rows = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join(""));
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="QR code"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${rows.join("")}"/></svg>\n`;
}
