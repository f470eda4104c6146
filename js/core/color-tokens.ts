/** The colour tokens that a page sets as `--color-` and the name, and that widgets, canvases and shared links go by. */
export const COLOR_TOKENS: readonly string[] = [
	"bg",
	"surface",
	"surface2",
	"border",
	"border2",
	"accent",
	"accent2",
	"amber",
	"teal",
	"text1",
	"text2",
];
