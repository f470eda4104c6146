"use strict";
(() => {
	/** Kinds of images that are shown; of others, SVG above all, only the text. */
	const IMAGES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"];
	const COPIED_MS = 1500;
	const root = document.documentElement;
	const byId = (id) => document.getElementById(id);
	const base = location.pathname.replace(/\/$/, "");
	let mayExecute = root.dataset.execute === "true";
	let token = "";
	let last = 0;

	/** An element with attributes and children; texts are texts. */
	const make = (tag, attributes = {}, ...children) => {
		const element = document.createElement(tag);
		for (const [name, value] of Object.entries(attributes)) {
			if (typeof value === "function") element.addEventListener(name, value);
			else if (value !== undefined) element.setAttribute(name, value);
		}
		element.append(...children);
		return element;
	};
	const pretty = (value) => JSON.stringify(value, null, 2);
	const addressOf = (name, what = "") => `${base}/tools/${encodeURIComponent(name)}${what}`;
	const bearer = () => (/^\S+ /.test(token) ? token : `Bearer ${token}`);
	const headers = () => (token ? { authorization: bearer() } : {});

	async function send(address, body) {
		const asked = body === undefined ? {} : { method: "POST", body };
		const response = await fetch(address, {
			...asked,
			headers: { ...headers(), ...(body === undefined ? {} : { "content-type": "application/json" }) },
		});
		const text = await response.text();
		let value;
		try {
			value = JSON.parse(text);
		} catch {
			value = { error: text || `HTTP ${response.status}` };
		}
		return { status: response.status, value };
	}

	/** What must be filled in: each required property with its default, or null. */
	function prefill(schema) {
		const own = (object, key) => (object && Object.hasOwn(object, key) ? object[key] : undefined);
		const properties = own(schema, "properties");
		const required = Array.isArray(own(schema, "required")) ? schema.required : [];
		const entries = required.map((name) => {
			const property = own(properties, name);
			const has = typeof property === "object" && property !== null && Object.hasOwn(property, "default");
			return [name, has ? property.default : null];
		});
		return Object.fromEntries(entries);
	}

	const badges = (annotations = {}) => {
		const is = {
			readOnly: annotations.readOnlyHint === true,
			destructive: annotations.destructiveHint === true,
			idempotent: annotations.idempotentHint === true,
			closedWorld: annotations.openWorldHint === false,
		};
		const names = Object.keys(is).filter((name) => is[name]);
		return names.map((name) => make("span", { class: `badge ${name}` }, name));
	};

	/** A word of a command line that no shell reads anything into. */
	const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
	const curlOf = (name, body) =>
		[
			`curl -X POST ${shell(`${location.origin}${addressOf(name, "/call")}`)}`,
			`-H ${shell("content-type: application/json")}`,
			...(token ? [`-H ${shell(`authorization: ${bearer()}`)}`] : []),
			`-d ${shell(body)}`,
		].join(" \\\n  ");

	function imageOf({ mimeType, data }) {
		if (!IMAGES.includes(mimeType) || typeof data !== "string") return undefined;
		try {
			const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
			const src = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
			return make("img", { src, alt: "Image that the tool returned", load: () => URL.revokeObjectURL(src) });
		} catch {
			return undefined;
		}
	}

	/** One part of a result: texts that are JSON indented, images as such, all else as it came. */
	function partOf(part) {
		const image = part?.type === "image" ? imageOf(part) : undefined;
		if (image) return image;
		if (part?.type !== "text" || typeof part.text !== "string") return make("pre", {}, pretty(part));
		try {
			return make("pre", {}, pretty(JSON.parse(part.text)));
		} catch {
			return make("pre", {}, part.text);
		}
	}

	function tabs(views) {
		const names = Object.keys(views);
		const number = ++last;
		const buttons = names.map((name, at) =>
			make("button", {
				type: "button", role: "tab", id: `tab-${number}-${at}`, "aria-controls": `view-${number}-${at}`,
				click: () => choose(at),
				keydown: ({ key }) => {
					const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
					if (step) choose((at + step + names.length) % names.length, true);
				},
			}, name),
		);
		const panels = names.map((name, at) =>
			make("div", { role: "tabpanel", id: `view-${number}-${at}`, "aria-labelledby": `tab-${number}-${at}` }, ...views[name]),
		);
		const choose = (chosen, focus) => {
			for (const [at, button] of buttons.entries()) {
				button.setAttribute("aria-selected", String(at === chosen));
				button.tabIndex = at === chosen ? 0 : -1;
				panels[at].hidden = at !== chosen;
			}
			if (focus) buttons[chosen].focus();
		};
		choose(0);
		return [make("div", { role: "tablist", class: "row" }, ...buttons), ...panels];
	}

	const DISABLED = "Tool execution is disabled. Launch with --allow-execute to enable.";

	function panelOf(tool, panel) {
		const editor = make("textarea", { rows: "6", spellcheck: "false", "aria-label": `Arguments of ${tool.name}` });
		editor.value = pretty(prefill(tool.inputSchema));
		const out = make("div", { role: "status" });
		const say = (kind, ...lines) =>
			out.replaceChildren(...lines.map((line) => make("p", { class: kind }, line)));
		/** What stands in the editor, if it is JSON. */
		const body = () => {
			try {
				JSON.parse(editor.value);
				return editor.value;
			} catch (error) {
				say("bad", `Invalid JSON: ${error.message}`);
				return undefined;
			}
		};
		const reached = (asked) => asked.catch((error) => say("bad", `The server was not reached: ${error.message}`));

		async function validate() {
			const text = body();
			if (text === undefined) return;
			const { value } = await send(addressOf(tool.name, "/validate"), text);
			if (value.valid) return say("good", "Input is valid.");
			const lines = (value.errors ?? [{ path: "", message: value.error }]).map(({ path, message }) => (path ? `${path}: ${message}` : message));
			return say("bad", ...lines);
		}

		async function execute() {
			const text = body();
			if (text === undefined) return;
			run.disabled = true;
			run.textContent = "Executing...";
			const began = performance.now();
			try {
				const { status, value } = await send(addressOf(tool.name, "/call"), text);
				show(status, value, Math.round(performance.now() - began), text);
			} finally {
				run.disabled = false;
				run.textContent = "Execute";
			}
		}

		function show(status, value, ms, text) {
			if (status === 401) return say("bad", "Unauthorized: put a token into the field Authorization above.");
			if (status === 403 && value.error === "Tool execution is disabled.") {
				mayExecute = false;
				for (const button of document.querySelectorAll(".execute")) button.replaceWith(make("p", {}, DISABLED));
				return say("bad", value.error);
			}
			const parts = Array.isArray(value.content) ? value.content.map(partOf) : [make("pre", {}, pretty(value))];
			const curl = curlOf(tool.name, text);
			const copy = make("button", { type: "button", click: async () => {
				const told = await navigator.clipboard.writeText(curl).then(() => "Copied!", () => "Failed");
				copy.textContent = told;
				setTimeout(() => { copy.textContent = "Copy"; }, COPIED_MS);
			} }, "Copy");
			const isBad = status >= 400 || value.isError === true;
			return out.replaceChildren(
				make("p", { class: isBad ? "bad" : "good" }, `${isBad ? "Error" : "Success"}, ${ms} ms`),
				...tabs({ Result: parts, "Raw MCP": [make("pre", {}, pretty(value))], cURL: [make("pre", {}, curl), copy] }),
			);
		}

		const run = make("button", { type: "button", class: "execute", click: () => reached(execute()) }, "Execute");
		const check = make("button", { type: "button", click: () => reached(validate()) }, "Validate");
		panel.replaceChildren(
			make("h3", {}, "Input schema"), make("pre", {}, pretty(tool.inputSchema)),
			...(tool.annotations ? [make("h3", {}, "Annotations"), make("pre", {}, pretty(tool.annotations))] : []),
			make("h3", {}, "Try it"), editor,
			make("div", { class: "row" }, mayExecute ? run : make("p", {}, DISABLED), check),
			out,
		);
	}

	let opened;
	function rowOf(tool) {
		const id = `panel-${++last}`;
		const panel = make("div", { id, class: "panel" });
		panel.hidden = true;
		let isLoaded = false;
		const close = () => {
			head.setAttribute("aria-expanded", "false");
			panel.hidden = true;
		};
		const open = async () => {
			opened?.();
			opened = close;
			head.setAttribute("aria-expanded", "true");
			panel.hidden = false;
			if (isLoaded) return;
			panel.replaceChildren(make("p", {}, "Loading…"));
			const { status, value } = await send(addressOf(tool.name)).catch((error) => ({ status: 0, value: { error: error.message } }));
			// What failed is asked for again, the next time.
			if (status !== 200) return panel.replaceChildren(make("p", { class: "bad" }, String(value.error)));
			isLoaded = true;
			panelOf(value, panel);
		};
		const head = make("button", { type: "button", class: "head", "aria-expanded": "false", "aria-controls": id,
			click: () => (panel.hidden ? open() : close()) },
			make("b", {}, tool.name), ...badges(tool.annotations), make("span", { class: "about" }, tool.description));
		return { element: make("li", {}, head, panel), words: `${tool.name} ${tool.description}`.toLowerCase() };
	}

	let rows = [];
	function filter() {
		const wanted = byId("filter").value.trim().toLowerCase();
		for (const { element, words } of rows) element.hidden = !words.includes(wanted);
		const shown = rows.filter(({ element }) => !element.hidden).length;
		byId("state").textContent = shown === rows.length ? `${shown} tools` : `${shown} of ${rows.length} tools`;
	}

	async function load() {
		const { status, value } = await send(`${base}/tools`);
		if (status !== 200 || !Array.isArray(value)) throw new Error(String(value.error));
		rows = value.map(rowOf);
		byId("tools").replaceChildren(...rows.map(({ element }) => element));
		filter();
	}

	byId("who").addEventListener("submit", (event) => event.preventDefault());
	byId("token").addEventListener("input", ({ target }) => {
		token = target.value.trim();
		byId("token-state").textContent = token ? "Token set" : "No token";
	});
	byId("filter").addEventListener("input", filter);
	byId("theme").addEventListener("click", () => {
		const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
		root.dataset.theme = isDark ? "light" : "dark";
		try {
			localStorage.setItem("mcp-ui-theme", root.dataset.theme);
		} catch {}
	});
	load().catch((error) => {
		byId("state").textContent = `The tools could not be loaded: ${error.message}`;
	});
})();
