/** What watches a page from within: when things are there, and what kept the main thread. */

/**
 * Runs in the page before anything else of it. Functions come as their sources, for an init script takes only JSON.
 *
 * @param {{[name: string]: string}} sources of functions by what they find
 */
export function watch(sources) {
	/** @typedef {{start: number, ms: number}} Span */
	/** @type {{[mark: string]: number}} */
	const marks = {};
	/** @type {Span[]} */
	const tasks = [];
	/** @type {Span[]} */
	const frames = [];
	/** @type {{[name: string]: any}} */
	const find = {};
	for (const [name, source] of Object.entries(sources)) find[name] = new Function(`return (${source})()`);

	const keep = (/** @type {string} */ type, /** @type {Span[]} */ list) =>
		new PerformanceObserver((all) => {
			for (const { startTime, duration } of all.getEntries()) list.push({ start: startTime, ms: duration });
		}).observe({ type, buffered: true });
	keep("longtask", tasks);
	keep("long-animation-frame", frames);

	/** A field that is there but cannot be written in is none, a canvas without colours shows nothing. */
	const isThere = (/** @type {any} */ found) => {
		if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement)
			return !found.disabled && !found.readOnly && found.getClientRects().length > 0;
		if (found instanceof HTMLCanvasElement) return isColoured(found);
		if (found instanceof SVGGraphicsElement) return found.getBBox().height >= 1;
		return Boolean(found);
	};
	/** Axes and grids are grey. */
	const isColoured = (/** @type {HTMLCanvasElement} */ canvas) => {
		const { width, height } = canvas;
		const pixels = width * height > 0 && canvas.getContext("2d")?.getImageData(0, 0, width, height).data;
		if (!pixels) return false;
		for (let at = 0; at < pixels.length; at += 28) {
			const colours = [pixels[at], pixels[at + 1], pixels[at + 2]];
			if (pixels[at + 3] > 100 && Math.max(...colours) - Math.min(...colours) > 40) return true;
		}
		return false;
	};

	const bench = {
		marks,
		find,
		/** Notes when these are there. @param {string[]} names */
		await: (names) => {
			let left = names;
			const look = () => {
				left = left.filter((name) => {
					if (!isThere(find[name]())) return true;
					marks[name] = performance.now();
					return false;
				});
				if (left.length > 0) requestAnimationFrame(look);
			};
			look();
		},
		/** What was long since then. @param {number} at */
		since: (at) => {
			const after = (/** @type {Span[]} */ list) =>
				list.filter(({ start }) => start >= at).map(({ ms }) => ms);
			return { at: performance.now(), tasks: after(tasks), frames: after(frames) };
		},
		told: () => ({ ...marks, paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime }),
	};
	Object.assign(globalThis, { bench });
	bench.await(["input", "answers"]);
	const sent = () => {
		marks.sent ??= performance.now();
	};
	addEventListener("keydown", ({ key }) => key === "Enter" && sent(), true);
	addEventListener("click", sent, true);
}
