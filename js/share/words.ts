/** Words that the short form has numbers for: what widgets, their fields and their places are called. */

/**
 * A word's place is its number, in every link there is: new words go to the end, none is moved or removed. The widgets' fields come from
 * their schemas, the most frequent first.
 */
export const WORDS: readonly string[] = [
	// What a canvas tells of a widget, and of itself.
	"blocks type data serverName x y width height frames z locked group style links layout flow grid tiling floating stack",
	"servers localServers name url recipe background-color border border-color border-radius color font-size font-weight",
	"grid-column grid-row max-height max-width min-height min-width opacity order padding text-align --color-accent --color-bg",
	"--color-surface --color-text1 --color-text2",
	// The widgets and their fields.
	"title label value tags src columns content id description subtitle alt cards error info rows source text actions active badge",
	"bar caption children code date down events groups href image items key level line list log message nodes pie primary success",
	"trend unit up values warn action after alert align area audio autoPlay avatar bars before buttons calendar captions carousel",
	"cells center chart chart-rich chat-input col compact css data-table debug default delta diagram diff disabled document done donut",
	"edit emptyMessage end entries expanded fields filters flat form gallery grid-data hemicycle hideResult hideSource highlights html",
	"images interval js js-sandbox json-viewer kanban kv labels lang lat left link lon map max maxDepth md mode month neutral notebook",
	"outline pageSize payload pending people placeholder places points poster previousValue profile progress recipe-browser recipes right",
	"row sankey scatter schema seats slides spec sql stable stacked stat stat-card stats status striped submit target timeline timestamp",
	"totalSeats tree trendDir trombinoscope variant varname vega-lite video view warning",
	// What their data is often called.
	"mark encoding field quantitative nominal ordinal temporal tooltip axis scale aggregate sum count mean number string boolean object",
	"array required properties enum email phone role author city country year price amount quantity total average product category",
	"customer region revenue sales orders users visitors January February March April May June July August September October November",
	"December Monday Tuesday Wednesday Thursday Friday Saturday Sunday Jan Feb Mar Apr Jun Jul Aug Sep Oct Nov Dec EUR USD",
]
	.join(" ")
	.split(" ");
