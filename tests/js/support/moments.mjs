/** Time, chance and page as a test wants them, for what tries again. */

export function fakeMoments() {
	/** @type {{ms: number, work: () => void, isOn: boolean}[]} */
	const timers = [];
	/** @type {(() => void) | undefined} */
	let back;
	const self = {
		isThere: true,
		chance: 0.5,
		isWatched: () => back !== undefined,
		/** What is to come, milliseconds. */
		due: () => timers.filter(({ isOn }) => isOn).map(({ ms }) => ms),
		/** Lets the time of all that is to come pass. */
		pass() {
			for (const timer of timers.filter(({ isOn }) => isOn)) {
				timer.isOn = false;
				timer.work();
			}
		},
		/** The page is shown, or online, again. */
		comesBack() {
			self.isThere = true;
			back?.();
		},
		moments: {
			after(/** @type {number} */ ms, /** @type {() => void} */ work) {
				const timer = { ms, work, isOn: true };
				timers.push(timer);
				return () => {
					timer.isOn = false;
				};
			},
			random: () => self.chance,
			isThere: () => self.isThere,
			watch(/** @type {() => void} */ told) {
				back = told;
				return () => {
					back = undefined;
				};
			},
		},
	};
	return self;
}

/** Lets all go on that waits for nothing but its turn. */
export const turns = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
