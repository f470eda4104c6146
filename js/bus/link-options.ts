/** What every link between buses takes. */
import { aFunction, aText, type Check, listOf, number, objectOf, optional } from "../core/arguments.js";

/** Options of a link between buses. */
export interface LinkOptions {
	/** The channels that cross, with a star at the end as for listeners. Default `["*"]`, all of them. */
	channels?: readonly string[];
	/** What the link is called, in messages' `origin.link` and in what is reported; a number is added where the bus has one of that name. */
	name?: string;
	/** After so many milliseconds without a word another side is taken to be gone; default 150,000, for hidden pages speak once a minute. */
	silenceMs?: number;
}

/** A bus, as links need it. */
export const A_BUS: Check = objectOf(
	{ subscribe: aFunction, deliver: aFunction, watchPeers: aFunction, listPeers: aFunction },
	"a bus",
);
/** What every link takes. */
export const LINK_OPTIONS: { readonly [option: string]: Check } = {
	channels: optional(listOf(aText, "a list of names")),
	name: optional(aText),
	silenceMs: optional(number("milliseconds from 100", (value) => value >= 100)),
};
export const SILENCE_MS = 150_000;
