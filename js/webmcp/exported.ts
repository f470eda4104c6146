/** The names under which this page's own tools are shown, so that they never come back as somebody else's. */
const shown = new Map<string, number>();

/** Says that a tool of ours has this name outside; each caller takes it back once. */
export function addExported(name: string): () => void {
	shown.set(name, (shown.get(name) ?? 0) + 1);
	let isThere = true;
	return () => {
		if (!isThere) return;
		isThere = false;
		const left = (shown.get(name) ?? 1) - 1;
		if (left > 0) shown.set(name, left);
		else shown.delete(name);
	};
}

/** Whether a tool of this page that is called so is ours. */
export const isExported = (name: string): boolean => shown.has(name);
