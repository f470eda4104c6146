/** Groups of peers that belong together. */

/** Groups in the order of their making; each member knows its own. */
export class Links {
	readonly #groups = new Map<string, Set<string>>();
	#next = 1;

	/** Puts `ids` into `group`, or into a new one; returns its name. */
	link(ids: readonly string[], group = this.#freshName()): string {
		const members = this.#groups.get(group) ?? new Set();
		for (const id of ids) members.add(id);
		this.#groups.set(group, members);
		return group;
	}

	/** Takes `id` out of `group`; a group of fewer than two goes. */
	unlink(id: string, group: string): void {
		const members = this.#groups.get(group);
		members?.delete(id);
		if (members && members.size < 2) this.#groups.delete(group);
	}

	groupsOf(id: string): string[] {
		return [...this.#groups].filter(([, members]) => members.has(id)).map(([name]) => name);
	}

	members(group: string): string[] {
		return [...(this.#groups.get(group) ?? [])];
	}

	#freshName(): string {
		while (this.#groups.has(`_grp_${this.#next}`)) this.#next += 1;
		return `_grp_${this.#next++}`;
	}
}
