/** Moving on by itself, unless somebody is at it or wants no motion. */
import { animated } from "../theme.js";

/** What calls back again and again. */
export interface Clock {
	/** Calls back every so many milliseconds; never without a number. */
	every(milliseconds: number | undefined): void;
	/** Begins the time anew that is waited for, such as when somebody has gone away. */
	restart(): void;
}

/** A clock for what is in `container`. It stands while somebody points at it, is in it by keyboard, or does not see the page. */
export function clockOf(container: HTMLElement, tick: () => void): Clock {
	let timer: ReturnType<typeof setInterval> | undefined;
	let current: number | undefined;
	const work = () => {
		const isBusy = container.matches(":hover, :focus-within");
		if (!isBusy && !document.hidden && animated(1) > 0) tick();
	};
	const restart = () => {
		clearInterval(timer);
		timer = current === undefined ? undefined : setInterval(work, current);
	};
	return {
		every(milliseconds) {
			if (milliseconds === current) return;
			current = milliseconds;
			restart();
		},
		restart,
	};
}
