/** Colours as numbers, for libraries that mix them and know fewer ways to write them than CSS. */

/** What reads a colour in any way that CSS has as `#rrggbb`, with its opacity behind where it has one. */
export function inNumbers(): (color: string) => string {
	const canvas = document.createElement("canvas");
	canvas.width = canvas.height = 1;
	const pen = canvas.getContext("2d", { willReadFrequently: true });
	return (color) => {
		if (!pen) return color;
		pen.clearRect(0, 0, 1, 1);
		pen.fillStyle = color;
		pen.fillRect(0, 0, 1, 1);
		const parts = [...pen.getImageData(0, 0, 1, 1).data];
		const shown = parts[3] === 255 ? parts.slice(0, 3) : parts;
		return `#${shown.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
	};
}
