/** What code may have drawn: elements that show and ask, attributes that load nothing and lead nowhere. */

const set = (words: string) => new Set(words.split(" "));

const TAGS = set(
	"a abbr address article aside b bdi bdo blockquote br button canvas caption cite code col colgroup data dd del details dfn dialog " +
		"div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label legend li main " +
		"mark menu meter nav ol optgroup option output p pre progress q rp rt ruby s samp search section select small span strong sub " +
		"summary sup table tbody td textarea tfoot th thead time tr u ul var wbr",
);
const SVG_TAGS = set(
	"svg g path rect circle ellipse line polyline polygon text tspan title desc defs linearGradient radialGradient stop clipPath mask " +
		"pattern symbol use marker",
);
const ATTRIBUTES = set(
	"class id title lang dir role hidden tabindex alt width height type name value placeholder checked disabled readonly required min " +
		"max step maxlength minlength pattern rows cols wrap for label selected multiple size open start reversed colspan rowspan scope " +
		"headers span datetime low high optimum inputmode enterkeyhint draggable",
);
const SVG_ATTRIBUTES = set(
	"d x y x1 y1 x2 y2 cx cy r rx ry dx dy fx fy rotate points viewBox preserveAspectRatio transform opacity offset fill fill-opacity " +
		"fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray " +
		"stroke-dashoffset stop-color stop-opacity font-family font-size font-weight font-style text-anchor dominant-baseline " +
		"letter-spacing clip-path clip-rule mask marker-start marker-mid marker-end gradientUnits gradientTransform spreadMethod " +
		"patternUnits patternTransform clipPathUnits maskUnits markerWidth markerHeight markerUnits refX refY orient pathLength " +
		"textLength lengthAdjust vector-effect color",
);
/** A field of another type would ask for files, or be filled in with a password. */
const TYPES = set(
	"button checkbox color date datetime-local email month number radio range reset search submit tel text time url week",
);
/** What a style sheet of the code becomes: a place that shows nothing. */
export const SHEET = "wm-sheet";
const NOTHING = "wm-nothing";

/** The name under which an element is made; one that may not be is made as one that shows nothing. */
export function tagOf(name: string, isSvg: boolean): string {
	if (isSvg) return SVG_TAGS.has(name) ? name : "g";
	if (name === "style") return SHEET;
	// Elements of one's own do nothing here, but hold others.
	if (TAGS.has(name)) return name;
	return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(name) ? "div" : NOTHING;
}

/** Whether an element may have an attribute of this value. */
export function mayHave(tag: string, isSvg: boolean, name: string, value: string): boolean {
	if (/^(?:aria|data)-[a-z0-9-]+$/.test(name)) return true;
	if (name === "href") return /^#/.test(value) && (tag === "a" || tag === "use");
	if (name === "src") return tag === "img" && /^data:image\//i.test(value);
	if (name === "type")
		return tag === "input" ? TYPES.has(value.toLowerCase()) : tag === "button" || tag === "ol";
	return ATTRIBUTES.has(name) || (isSvg && SVG_ATTRIBUTES.has(name));
}
