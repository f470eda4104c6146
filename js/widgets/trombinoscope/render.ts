/** Many people side by side. */
import { numberOf } from "../amount.js";
import { initialsOf, listOf, recordOf, textOf } from "../dom.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { drawn, given, html, titleOf } from "../view.js";
import { colorByName, colorOf } from "../color.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

const MAX_PEOPLE = 300;
const MAX_COLUMNS = 12;

/** Draws a title and a button for each person, with initials on a colour of their own; a press tells who. */
export default drawn((data, { container, emit }) => {
	useStyles(container, looks);
	const all = listOf(data.people);
	const person = (value: unknown, index: number) => {
		const fields = typeof value === "string" ? { name: value } : recordOf(value);
		const told = {
			index,
			name: textOf(fields.name, 120),
			subtitle: textOf(fields.subtitle, 200),
			badge: textOf(fields.badge, 40),
		};
		return card(told, colorOf(fields.color), () => emit("personclick", told));
	};
	const people = all.slice(0, MAX_PEOPLE).map(person);
	const columns = Math.min(Math.max(Math.round(numberOf(data.columns) ?? MAX_COLUMNS), 1), MAX_COLUMNS);
	const more = all.length > MAX_PEOPLE ? say("{n} more are not shown.", { n: all.length - MAX_PEOPLE }) : "";
	// The style goes by the element's object: a page's policy may forbid the attribute.
	return html`${heading(titleOf(data))}
		<ul class="wm-people" .style=${`--columns: ${columns}`}>${people}</ul>
		${note(all.length === 0 ? say("There is nobody to show.") : more)}`;
});

interface Person {
	readonly name: string;
	readonly subtitle: string;
	readonly badge: string;
}

function card({ name, subtitle, badge }: Person, color: string | undefined, press: () => void) {
	const line = (kind: string, text: string) => given(text, () => html`<span class=${kind}>${text}</span>`);
	const own = `--person: ${color ?? colorByName(name)}`;
	return html`<li><button type="button" class="wm-person" @click=${press}>
		<span class="wm-person-initials" aria-hidden="true" .style=${own}>${initialsOf(name) || "?"}</span>
		<span class="wm-person-name">${name || say("Without a name")}</span>
		${line("wm-person-role", subtitle)}${line("wm-person-badge", badge)}
	</button></li>`;
}
