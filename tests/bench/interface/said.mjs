/** What the fake model says, and when: the same words at the same pace to every interface. */

/** Milliseconds from a request to the first word, and from one piece to the next. */
export const FIRST = 100;
export const BETWEEN = 10;

export const WISH = {
	chart: "bar chart of cups of coffee: Anna 3, Ben 5, Carla 2",
	report: "a report on coffee",
};

export const TITLE = "Cups of coffee";
export const BARS = [
	["Anna", 3],
	["Ben", 5],
	["Carla", 2],
];

/** What is said once a chart is shown. */
export const SHOWN = "There it is.";

/** How the long answer ends. */
export const END = "So much for coffee.";

const SECTIONS = 8;
const DELTAS = 200;

const section = (/** @type {number} */ number) => `## ${number}. What was found in week ${number}

In week ${number} the kitchen counted **${100 + number * 7} cups**, of which *a third* was drunk before ten. The machine was
cleaned twice, and \`descale()\` ran once; see [the log](https://example.com/weeks/${number}) for what it said.

- Anna asks for **less noise** in the morning
- Ben would rather have a second mill
	- for beans without caffeine
	- and for those of the season
- Carla brings her own cup

| day | cups | litres |
|---|---:|---:|
| Monday | ${20 + number} | ${(2.5 + number / 10).toFixed(1)} |
| Wednesday | ${24 + number} | ${(2.9 + number / 10).toFixed(1)} |
| Friday | ${17 + number} | ${(2.1 + number / 10).toFixed(1)} |

`;

/** About 4,000 characters of Markdown as models write it, without code blocks: some interfaces load a highlighter for them, some do not. */
export const REPORT = `# Coffee, week by week\n\n${Array.from({ length: SECTIONS }, (_, index) => section(index + 1)).join("")}${END}\n`;

/** A text in that many pieces. @param {string} text @param {number} count */
export function pieces(text, count) {
	const size = Math.ceil(text.length / count);
	return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
		text.slice(index * size, (index + 1) * size),
	);
}

export const REPORT_PIECES = pieces(REPORT, DELTAS);
