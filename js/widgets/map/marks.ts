/** What stands out on a map: lines about countries, rings about dots. They lie above all else, so that nothing else changes its looks. */
import type * as Leaflet from "leaflet";

/** A country or a dot. */
export type Shape = Leaflet.Polygon | Leaflet.CircleMarker;

/** How much larger than its dot a ring is. */
const AROUND = 4;

/** Shows marks about these shapes in the place of those before. */
export function marksOn(leaflet: typeof Leaflet, map: Leaflet.Map): (shapes: readonly Shape[]) => void {
	const marks = leaflet.featureGroup().addTo(map);
	// The looks are the style sheet's, and so the page's colours.
	const looks = { className: "wm-map-mark", fill: false, interactive: false };
	return (shapes) => {
		marks.clearLayers();
		for (const shape of shapes) {
			if (shape instanceof leaflet.CircleMarker)
				marks.addLayer(
					leaflet.circleMarker(shape.getLatLng(), { ...looks, radius: shape.getRadius() + AROUND }),
				);
			else marks.addLayer(leaflet.polygon(shape.getLatLngs() as Leaflet.LatLng[][], looks));
		}
	};
}
