/** What code has changed in its document, kept until the page asks. */
import { type Command, EVENTS, MAX_COMMANDS, MAX_NODES } from "../messages.js";

// Code may replace what it finds; this goes on with what there was.
const { stringify } = JSON;

let commands: Command[] = [];
let numbers = 3;
let shown = 0;
const heard = new Set<string>();
/** Also what no person does, such as messages. */
const wanted = new Set<string>();

/** Notes a change. */
export function tell(command: Command): void {
	if (commands.length >= MAX_COMMANDS) throw new RangeError("More is drawn at once than the page takes.");
	commands.push(command);
}

/** All changes since the last call, as JSON. */
export function told(): string {
	if (commands.length === 0) return "";
	const text = stringify(commands);
	commands = [];
	return text;
}

/** A number for a node that comes to be seen. */
export function numbered(): number {
	if (shown >= MAX_NODES) throw new RangeError(`At most ${MAX_NODES} elements and texts can be shown.`);
	shown += 1;
	numbers += 1;
	return numbers;
}

/** A node is no longer seen. */
export function unnumbered(): void {
	shown -= 1;
}

/** Has the page tell of such events. */
export function listenTo(type: string): void {
	if (heard.has(type) || !EVENTS.includes(type)) return;
	heard.add(type);
	tell(["listen", type]);
}

/** Code wants to hear of such events. */
export function want(type: string): void {
	if (type !== "load" && type !== "DOMContentLoaded") wanted.add(type);
	listenTo(type);
}

/** What code wants to hear of. */
export const listened = () => [...wanted].join(" ");
