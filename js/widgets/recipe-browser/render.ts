/** Recipes to look through. */
import { note, pills } from "../parts.js";
import { useStyles } from "../styles.js";
import { type Content, given, html, nothing, stateful } from "../view.js";
import { filtersOf, grouped, matching, type Recipe, recipesOf } from "./recipes.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** Recipes that are drawn at once, and come with each press for more. */
const AT_ONCE = 100;
/** Groups that get a button of their own; recipes of more are found by words. */
const MAX_BUTTONS = 30;

/** Draws a search field, a button for each group, and the recipes that are found. */
export default stateful(({ container, emit, redraw }) => {
	useStyles(container, looks);
	let known = "";
	let filters = filtersOf(undefined);
	let shown = AT_ONCE;

	const look = (change: Partial<typeof filters>) => {
		filters = { ...filters, ...change };
		shown = AT_ONCE;
		redraw();
	};
	const typed = ({ currentTarget }: Event) => look({ q: (currentTarget as HTMLInputElement).value });
	const toggle = (text: string, isOn: boolean, change: Partial<typeof filters>): Content =>
		html`<button type="button" aria-pressed=${isOn} @click=${() => look(change)}><bdi>${text}</bdi></button>`;

	const entry = ({ name, description, tags }: Recipe): Content =>
		html`<li>
			<button type="button" class="wm-recipes-name" @click=${() => emit("recipeclick", { name })}><bdi>${name}</bdi></button>
			${given(description, (text) => html`<div class="wm-recipes-words"><bdi>${text}</bdi></div>`)}${pills(tags)}
		</li>`;

	return (data) => {
		const { recipes, leftOut } = recipesOf(data.recipes);
		const first = filtersOf(data.filters);
		// Other recipes leave what a person looks for.
		if (JSON.stringify(first) !== known) [filters, shown] = [first, AT_ONCE];
		known = JSON.stringify(first);
		const found = matching(recipes, filters);
		const names = grouped(recipes).map(([group]) => group);
		const groups = names.filter((group) => group !== "").slice(0, MAX_BUTTONS);
		const isOf = (group: string) => filters.group === group;
		const groupButtons = groups.map((group) =>
			toggle(group, isOf(group), { group: isOf(group) ? "" : group }),
		);
		const isOther = filters.group !== "" && !groups.includes(filters.group);
		const otherButton = isOther ? toggle(filters.group, true, { group: "" }) : nothing;
		const tagButtons = filters.tags.map((tag) =>
			toggle(`# ${tag}`, true, { tags: filters.tags.filter((one) => one !== tag) }),
		);
		const list = ([group, inside]: [string, Recipe[]]) => html`<section>
			${names.length > 1 ? html`<h4><bdi>${group || say("Other")}</bdi></h4>` : nothing}
			<ul class=${data.layout === "grid" ? "wm-recipes-grid" : "wm-recipes-list"}>${inside.map(entry)}</ul>
		</section>`;
		const more = () => {
			shown += AT_ONCE;
			redraw();
		};
		const rest = found.length - shown;
		const moreButton = html`<button type="button" class="wm-recipes-more" @click=${more}>${say("Show {n} more", { n: Math.min(rest, AT_ONCE) })}</button>`;
		const count = say("{found} of {n} recipes", { found: found.length, n: recipes.length });
		const why =
			recipes.length === 0 ? say("There are no recipes.") : found.length === 0 ? say("None is found.") : "";
		return html`<div class="wm-recipes">
			<div class="wm-recipes-search" role="search">
				<input type="search" aria-label=${say("Search recipes")} placeholder=${say("Search")} maxlength="200" dir="auto" .value=${filters.q} @input=${typed} />
				<span role="status" dir="auto">${count}</span>
			</div>
			<div class="wm-recipes-filters" role="group" aria-label=${say("Groups and tags")}>${groupButtons}${otherButton}${tagButtons}</div>
			${grouped(found.slice(0, shown)).map(list)}${rest > 0 ? moreButton : nothing}
		</div>${note(why)}${note(leftOut > 0 ? say("{n} further recipes are not shown.", { n: leftOut }) : "")}`;
	};
});
