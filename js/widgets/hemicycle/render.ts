/** A parliament: a dot for each seat, a wedge for each group. */
import { numberText, textOf } from "../dom.js";
import { numberTable, someOf } from "../numbers.js";
import { heading, note, spoken } from "../parts.js";
import { useStyles } from "../styles.js";
import { type Content, html, nothing, repeat, stateful, svg } from "../view.js";
import { type Group, houseOf, type House } from "./groups.js";
import { type Seat, seatingOf } from "./seats.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** The drawing's own measure: the radius of the outermost ring. */
const RADIUS = 300;

/** Draws the seats and a list of the groups; a group under the pointer or the focus stands out. */
export default stateful(({ container, emit, redraw }) => {
	useStyles(container, looks);
	let marked: number | undefined;
	let seating = seatingOf(1);

	const mark = (at: number | undefined) => () => {
		marked = at;
		redraw();
	};
	const faint = (at: number) => (marked !== undefined && marked !== at ? "wm-hemicycle-faint" : "");

	const wedge = (group: Group, at: number, seats: readonly Seat[]): Content =>
		svg`<g class="wm-hemicycle-group ${faint(at)}" fill=${group.color} data-group=${group.id}
			@click=${() => emit("groupclick", { id: group.id })} @pointerenter=${mark(at)} @pointerleave=${mark(undefined)}>
			<title>${told(group)}</title>${dots(seats)}
		</g>`;
	const dots = (seats: readonly Seat[]) =>
		seats.map(({ x, y }) => svg`<circle cx=${px(x)} cy=${px(y)} r=${px(seating.radius)}></circle>`);
	const entry = (group: Group, at: number, { seats }: House): Content =>
		html`<li class=${faint(at)}>
			<button type="button" @click=${() => emit("groupclick", { id: group.id })} @focus=${mark(at)} @blur=${mark(undefined)}
				@pointerenter=${mark(at)} @pointerleave=${mark(undefined)}>
				<svg viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="4.5" fill=${group.color}></circle></svg>
				<bdi>${group.label}</bdi>${spoken(group.colorName === "" ? "" : ` (${group.colorName})`)}
				<span>${numberText(group.seats)}</span> <span class="wm-hemicycle-share">${share(group.seats, seats)}</span>
			</button>
		</li>`;

	return (data) => {
		const title = textOf(data.title, 200);
		const house = houseOf(data);
		const { groups, vacant, vacantDots } = house;
		if (marked !== undefined && marked >= groups.length) marked = undefined;
		const count = groups.reduce((sum, group) => sum + group.dots, 0) + vacantDots;
		if (seating.seats.length !== count) seating = seatingOf(count);
		let next = 0;
		const take = (many: number) => {
			next += many;
			return seating.seats.slice(next - many, next);
		};
		const total = numberText(house.seats);
		const label = `${title === "" ? "" : `${title}: `}${say("{total} seats.", { total })} ${someOf(groups.map(told))}`;
		const wedges = repeat(
			groups.map((group) => ({ group, seats: take(group.dots) })),
			(_, at) => at,
			({ group, seats }, at) => wedge(group, at, seats),
		);
		const empty = take(vacantDots);
		const picture = html`<svg class="wm-hemicycle" viewBox=${viewBox(seating.radius)} role="img" aria-label=${label}>
			${wedges}${empty.length > 0 ? svg`<g class="wm-hemicycle-vacant">${dots(empty)}</g>` : nothing}
			<text y="-14" font-size=${Math.min(60, 360 / total.length)} aria-hidden="true">${total}</text>
		</svg>`;
		const rows = groups.map((group) => [group.label, group.seats] as const);
		const table = numberTable(title, vacant > 0 ? [...rows, [say("Vacant"), vacant]] : rows, [say("Seats")]);
		const legend = html`<ul class="wm-hemicycle-legend">${groups.map((group, at) => entry(group, at, house))}</ul>`;
		const shown =
			groups.length > 0 ? html`${picture}${legend}${table}` : note(say("There are no seats to show."));
		return html`${heading(title)}${shown}${notesOf(house).map(note)}`;
	};
});

function notesOf({ vacant, scale, without, leftOut }: House): string[] {
	return [
		vacant > 0 ? say("Of no group: {n}", { n: numberText(vacant) }) : "",
		scale > 1 ? say("Each dot stands for up to {n} seats.", { n: numberText(scale) }) : "",
		without.length > 0 ? say("Without seats: {some}", { some: someOf(without) }) : "",
		leftOut > 0 ? say("{n} further groups are not shown.", { n: leftOut }) : "",
	];
}

function told({ label, seats }: Group): string {
	return `${label} ${numberText(seats)}`;
}

function share(seats: number, all: number): string {
	return (seats / all).toLocaleString(undefined, { style: "percent", maximumFractionDigits: 1 });
}

/** The half circle with its outermost dots, whole. */
function viewBox(radius: number): string {
	const edge = px(1 + radius) + 2;
	return `${-edge} ${-edge} ${2 * edge} ${edge + Math.max(px(radius) + 2, 4)}`;
}

function px(share: number): number {
	return Math.round(share * RADIUS * 100) / 100;
}
