/** What is done in the page of the widgets, as text: each function stands alone, for it is run in a browser. */

/** Hears what goes wrong, and makes what the other functions use. */
export function prepare() {
	const page = /** @type {any} */ (window);
	page.problems = [];
	addEventListener("error", ({ message }) => message && page.problems.push(message));
	addEventListener("unhandledrejection", ({ reason }) => page.problems.push(String(reason)));
	document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
		page.problems.push(`${violatedDirective}: ${blockedURI}`),
	);
	document.body.style.setProperty("background", "var(--color-bg)");
	page.main = document.querySelector("#main");
	page.mount = async (/** @type {string} */ type, /** @type {object} */ data) => {
		page.mounted?.();
		page.mounted = page.kit.mountWidget(page.main, type, data, [page.kit.native]);
		await page.mounted.ready;
	};
	page.failed = () => page.main.querySelector(".wm-error")?.textContent;
}

/**
 * Draws a widget's examples, one in the place of the other.
 *
 * @param {{type: string, examples: object[]}} given
 * @returns {Promise<string[]>} what is wrong
 */
export async function drawExamples({ type, examples }) {
	const page = /** @type {any} */ (window);
	const wrong = [];
	for (const [index, example] of examples.entries()) {
		await page.mount(type, example);
		const { height } = page.main.getBoundingClientRect();
		if (page.failed()) wrong.push(page.failed());
		if (height < 10) wrong.push(`example ${index} is ${height} pixels high`);
		for (const caption of page.main.querySelectorAll("caption")) {
			const { x, y, width, height } = caption.getBoundingClientRect();
			if (document.elementsFromPoint(x + width / 2, y + height / 2).includes(caption))
				wrong.push(`the caption '${caption.textContent}' of a hidden table is seen`);
		}
		const box = page.main.firstElementChild;
		page.mounted.update(examples[(index + 1) % examples.length]);
		await new Promise((done) => setTimeout(done, 20));
		if (page.main.firstElementChild !== box) wrong.push(`example ${index} was drawn anew for an update`);
		if (page.failed()) wrong.push(page.failed());
	}
	return wrong;
}

/**
 * Draws examples with other values in them, of the kinds that break things.
 *
 * @param {{type: string, examples: object[]}} given
 * @returns {Promise<string[]>} what is wrong
 */
export async function drawHostile({ type, examples }) {
	const page = /** @type {any} */ (window);
	const markup = "<img src=x onerror='window.hit=1'><a href='javascript:window.hit=1'>x</a>";
	const texts = [markup, "javascript:window.hit=1", "", "\u202Eשלום عالم 👩‍👩‍👧\u0000", "x".repeat(20_000)];
	const numbers = [Number.NaN, Number.POSITIVE_INFINITY, -1e308, 0];
	const other = (/** @type {any} */ value, /** @type {any} */ text, /** @type {number} */ number) => {
		if (typeof value === "string") return text;
		if (typeof value === "number") return number;
		if (Array.isArray(value)) return value.map((/** @type {any} */ one) => other(one, text, number));
		if (typeof value === "object" && value !== null)
			return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, other(one, text, number)]));
		return value;
	};
	const wrong = [];
	for (const [index, text] of texts.entries()) {
		for (const example of examples) {
			await page.mount(type, other(example, text, numbers[index % numbers.length]));
			if (page.main.getBoundingClientRect().height < 10)
				wrong.push(`nothing is shown for '${text.slice(0, 20)}'`);
		}
	}
	const many = Object.fromEntries(
		Object.entries(examples[0]).map(([key, value]) => [
			key,
			Array.isArray(value) ? Array.from({ length: 100_000 }, (_, row) => value[row % value.length]) : value,
		]),
	);
	await page.mount(type, many);
	for (const empty of [{}, { items: null, rows: 7, title: [] }]) await page.mount(type, empty);
	if (page.hit) wrong.push("something acted");
	return wrong;
}

/** What axe-core finds in the example that is drawn. @param {{type: string, examples: object[]}} given */
export async function examine({ type, examples }) {
	const page = /** @type {any} */ (window);
	await page.mount(type, examples[0]);
	// The page around a widget is the host's; and what stands below an item of a tree is no part of its name.
	const off = ["region", "page-has-heading-one"];
	if (type === "tree") off.push("label-content-name-mismatch");
	const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
	const { violations } = await page.axe.run("#main", { rules });
	return violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
}

/** A press on a row of a table, which the chart hears that is linked with it. @returns what was told, and what the chart points at */
export async function linked() {
	const page = /** @type {any} */ (window);
	page.mounted?.();
	const rows = [
		{ pet: "dog", fee: 5 },
		{ pet: "cat", fee: 7 },
	];
	const canvas = page.kit.stubCanvas([
		{ id: "w_table", type: "data-table", data: { rows } },
		{ id: "w_chart", type: "chart", data: { bars: rows.map(({ pet, fee }) => [pet, fee]) } },
	]);
	const bus = page.kit.createBus();
	const unmount = page.kit.mountCanvas(page.main, canvas, [page.kit.native], { bus });
	bus.link(["w_table", "w_chart"]);
	/** @type {any[]} */
	const told = [];
	bus.subscribe(["*"], (/** @type {any} */ { from, channel }) => told.push([from, channel]));
	const until = async (/** @type {() => unknown} */ holds) => {
		for (let left = 200; left > 0 && !holds(); left--) await new Promise((done) => setTimeout(done, 25));
		return holds();
	};
	// A chart has a table as well, of its numbers.
	const row = () => page.main.querySelector('[data-widget-id="w_table"] tbody tr');
	await until(() => row() && page.main.querySelector("canvas[style]"));
	row().click();
	const pointed = () => page.main.querySelector("canvas").getAttribute("data-pointed");
	await until(() => told.length > 0 && pointed());
	const found = { told: told[0], pointed: pointed() };
	unmount();
	return found;
}

/** A thousand widgets on a canvas, one of which changes. @returns how many there are, and what the one says */
export async function thousand() {
	const page = /** @type {any} */ (window);
	page.mounted?.();
	const widget = (/** @type {number} */ n, /** @type {number} */ value) => ({
		id: `w_${n}`,
		type: "stat",
		data: { label: `number ${n}`, value },
	});
	const first = Array.from({ length: 1000 }, (_, n) => widget(n, n));
	const canvas = page.kit.stubCanvas(first);
	const unmount = page.kit.mountCanvas(page.main, canvas, [page.kit.native]);
	const shown = () => page.main.querySelectorAll(".wm-stat-value").length;
	for (let left = 400; left > 0 && shown() < 1000; left--) await new Promise((done) => setTimeout(done, 25));
	canvas.set(first.with(500, widget(500, 123456)));
	await new Promise((done) => setTimeout(done, 300));
	const said = page.main.querySelector('[data-widget-id="w_500"]').textContent;
	const count = shown();
	unmount();
	return { count, said };
}
