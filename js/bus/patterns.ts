/** Channels of listeners: names, and beginnings with a star. */

/** Whether all that `inner` stands for is heard by one who listens to `outer`. */
function within(outer: string, inner: string): boolean {
	return outer.endsWith("*") ? inner.startsWith(outer.slice(0, -1)) : outer === inner;
}

/** Whether one of `channels` stands for `channel`. */
export function covers(channels: readonly string[], channel: string): boolean {
	return channels.some((own) => within(own, channel));
}

/** What both hear. */
export function shared(ours: readonly string[], theirs: readonly string[]): string[] {
	const both = theirs.flatMap((their) =>
		covers(ours, their) ? [their] : ours.filter((own) => within(their, own)),
	);
	return [...new Set(both)];
}
