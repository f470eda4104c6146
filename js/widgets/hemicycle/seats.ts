/** Where the seats of a parliament are. */

/** A seat's middle; 1 is the radius of the outermost ring, whose middle is at 0, 0, and up is negative. */
export interface Seat {
	readonly x: number;
	readonly y: number;
}

/** All seats from left to right, and their radius. */
export interface Seating {
	readonly seats: readonly Seat[];
	readonly radius: number;
}

const [FEWEST_ROWS, MOST_ROWS] = [3, 12];
/** So many seats fill the fewest rings. */
const FOR_ROWS = 14;
/** What is free in the middle, at least. */
const INNER = 0.4;
/** How much of its room a dot takes. */
const FILL = 0.42;
const MAX_RADIUS = 0.16;

/** Rings for so many seats: with more of them seats lie about as far from the next one as from the next ring; a few need one or two. */
export function rowsFor(count: number): number {
	if (count < FOR_ROWS) return count < FOR_ROWS / 2 ? 1 : 2;
	const even = Math.round(0.5 + Math.sqrt((count * (1 - INNER) * 2) / (Math.PI * (1 + INNER))));
	return Math.min(Math.max(even, FEWEST_ROWS), MOST_ROWS);
}

/** The rings' radii, from within; thin rings at the edge where seats are many. */
function radiiOf(count: number, rows: number): number[] {
	const spacing = (Math.PI * rows) / (count + (Math.PI * rows * (rows - 1)) / 2);
	const gap = Math.min(spacing, (1 - INNER) / Math.max(rows - 1, 1));
	return Array.from({ length: rows }, (_, row) => 1 - (rows - 1 - row) * gap);
}

/** As many seats in each ring as its length has of all lengths; what is left by rounding goes to those that lost most. */
function shared(count: number, radii: readonly number[]): number[] {
	const length = radii.reduce((sum, radius) => sum + radius, 0);
	const exact = radii.map((radius) => (count * radius) / length);
	const whole = exact.map(Math.floor);
	const left = count - whole.reduce((sum, seats) => sum + seats, 0);
	const order = exact.map((seats, row) => ({ row, lost: seats % 1 })).sort((a, b) => b.lost - a.lost);
	const lucky = new Set(order.slice(0, left).map(({ row }) => row));
	return whole.map((seats, row) => seats + (lucky.has(row) ? 1 : 0));
}

/** Seats in rings, ordered by their angle: what follows one another is a wedge. */
export function seatingOf(count: number): Seating {
	const radii = radiiOf(count, rowsFor(count));
	const counts = shared(count, radii);
	let room = radii.length > 1 ? (radii[1] ?? 1) - (radii[0] ?? 0) : 1;
	const placed = radii.flatMap((radius, row) => {
		const seats = counts[row] ?? 0;
		if (seats > 1) room = Math.min(room, 2 * radius * Math.sin(Math.PI / (seats - 1) / 2));
		return Array.from({ length: seats }, (_, at) => {
			// From the left end of a ring, which is half a turn, to its right end; one alone is at the top.
			const angle = seats === 1 ? Math.PI / 2 : Math.PI * (1 - at / (seats - 1));
			return { angle, radius };
		});
	});
	placed.sort((one, other) => other.angle - one.angle || one.radius - other.radius);
	const seats = placed.map(({ angle, radius }) => ({
		x: radius * Math.cos(angle),
		y: -radius * Math.sin(angle),
	}));
	return { seats, radius: Math.min(room * FILL, MAX_RADIUS) };
}
