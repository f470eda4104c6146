/** Decides whether what came from elsewhere may be told: how deep and how large it is, and what it is called. */

const MAX_DEPTH = 100;

/** What is wrong with a value of JSON or of a structured clone, in words that follow its name; nothing where it is sound. */
export function unsound(value: unknown, maxSize: number): string | undefined {
	if (typeof value !== "object" && typeof value !== "string") return undefined;
	const seen = new Set<object>();
	let size = 0;
	let level: unknown[] = [value];
	for (let depth = 0; level.length > 0; depth += 1) {
		if (depth > MAX_DEPTH) return `is more than ${MAX_DEPTH} levels deep`;
		const next: unknown[] = [];
		for (const item of level) {
			size += sizeOf(item);
			if (size > maxSize) return `is larger than ${maxSize} characters`;
			if (typeof item !== "object" || item === null || seen.has(item)) continue;
			seen.add(item);
			// Whoever copies its fields one by one would get another prototype.
			if (Object.hasOwn(item, "__proto__")) return "has a field '__proto__'";
			for (const inner of within(item)) next.push(inner);
		}
		level = next;
	}
	return undefined;
}

function sizeOf(item: unknown): number {
	if (typeof item === "string") return item.length;
	if (item instanceof ArrayBuffer || ArrayBuffer.isView(item)) return item.byteLength;
	return 8;
}

function within(item: object): Iterable<unknown> {
	if (item instanceof ArrayBuffer || ArrayBuffer.isView(item)) return [];
	if (item instanceof Map) return [...item.keys(), ...item.values()];
	if (item instanceof Set) return item;
	return Object.values(item);
}
