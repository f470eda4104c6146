/** Pictures of the land under maps, which a host may allow; without them a map loads nothing. */
import { aText, invalid, must, number, objectOf, optional } from "../../core/arguments.js";

/** Where a map's pictures come from. */
export interface MapTiles {
	/**
	 * The address of a tile with `{z}`, `{x}` and `{y}` in it, and `{s}` and `{r}` where the server wants them: `https:`, or relative to the
	 * page. A page with a Content-Security-Policy has to allow it in `img-src`.
	 */
	readonly url: string;
	/** Who made the pictures, as their terms ask; shown as text under each map. */
	readonly attribution: string;
	/** The closest zoom that the server has, 1 to 24. Default 19. */
	readonly maxZoom?: number;
}

const TILES = objectOf({
	url: must("a text with {z}, {x} and {y} in it", (value) =>
		["{z}", "{x}", "{y}"].every((part) => typeof value === "string" && value.includes(part)),
	),
	attribution: aText,
	maxZoom: optional(
		number("a whole number from 1 to 24", (zoom) => Number.isInteger(zoom) && zoom >= 1 && zoom <= 24),
	),
});

let tiles: MapTiles | undefined;

/**
 * Says where the maps that are drawn from now on take pictures of the land from, as of `https://tile.example.com/{z}/{x}/{y}.png`:
 * each then asks that server for what it shows, which tells it where the person looks. Nothing takes it back. Widgets, models and
 * servers cannot set it.
 *
 * @throws {@link WebMcpError} `invalid_argument` for an address without the three marks, or of another scheme than `https:` or the page's own.
 */
export function setMapTiles(next?: MapTiles | null): void {
	if (next === undefined || next === null) {
		tiles = undefined;
		return;
	}
	TILES("setMapTiles: tiles", next);
	const { url, attribution, maxZoom } = next;
	const page = globalThis.location?.href ?? "https://page.invalid";
	const address = URL.canParse(url, page) ? new URL(url, page) : undefined;
	if (address?.protocol !== "https:" && address?.origin !== new URL(page).origin)
		throw invalid("setMapTiles: tiles.url", "must be https: or of the page's own origin");
	tiles = { url, attribution, maxZoom: maxZoom ?? 19 };
}

/** The host's choice. */
export function mapTiles(): MapTiles | undefined {
	return tiles;
}
