/** The servers of the tasks: a database with recipes, one whose tools have odd names, files, and a map in the form of published servers. */
import { readFileSync } from "node:fs";
import { openDatabase } from "../../../www/server/database.mjs";
import { startDataServer } from "../../../www/server/server.mjs";
import { startMcp } from "../../e2e/support/mcp.mjs";

const read = (/** @type {string} */ path) =>
	JSON.parse(readFileSync(new URL(`../composer/${path}.json`, import.meta.url), "utf8"));

const texts = (/** @type {Record<string, string>} */ described) => ({
	type: "object",
	properties: Object.fromEntries(
		Object.entries(described).map(([name, description]) => [name, { type: "string", description }]),
	),
	required: Object.keys(described),
});

/** Without recipes, and named as a tool is that was never meant for a model. */
async function startOdd() {
	const database = await openDatabase(read("databases/coffee").tables);
	const tools = [
		{
			name: "q_run",
			description: "Executes q (SQLite dialect, SELECT) and yields rows.",
			inputSchema: texts({ q: "" }),
		},
		{
			name: "obj_ls",
			description: "Yields the objects of the store.",
			inputSchema: { type: "object", properties: {} },
		},
		{
			name: "obj_desc",
			description: "Yields fields of an object with a sample.",
			inputSchema: texts({ obj: "" }),
		},
	];
	const call = async (/** @type {string} */ tool, /** @type {any} */ args) => {
		if (tool === "obj_ls") return JSON.stringify(database.tables().map(({ name }) => name));
		const sql = tool === "q_run" ? args.q : `SELECT * FROM "${args.obj.replaceAll('"', '""')}" LIMIT 1`;
		try {
			return JSON.stringify((await database.query(sql)).rows);
		} catch (error) {
			return {
				content: [{ type: "text", text: String(/** @type {Error} */ (error).message) }],
				isError: true,
			};
		}
	};
	return startMcp({ name: "x7", tools, call });
}

/** @type {Record<string, string>} */
const FILES = JSON.parse(readFileSync(new URL("files.json", import.meta.url), "utf8"));

const failed = (/** @type {string} */ text) => ({ content: [{ type: "text", text }], isError: true });

/** Named as in the published server for files. */
function startFiles() {
	const folder = (/** @type {string} */ path) => `/${path.split("/").filter(Boolean).join("/")}`;
	const tools = [
		{
			name: "list_directory",
			description: "Get a listing of the files and folders in a path. The root is /.",
			inputSchema: texts({ path: "" }),
		},
		{
			name: "read_text_file",
			description: "Read the whole contents of a file as text.",
			inputSchema: texts({ path: "" }),
		},
		{
			name: "search_files",
			description: "Search files whose contents contain a text, in all folders below a path.",
			inputSchema: texts({ path: "", pattern: "The text" }),
		},
	];
	return startMcp({
		name: "files",
		tools,
		call: (tool, /** @type {any} */ args) => {
			const path = folder(String(args.path));
			const within = Object.keys(FILES).filter((file) => path === "/" || file.startsWith(`${path}/`));
			if (tool === "read_text_file") return FILES[path] ?? failed(`ENOENT: no such file '${args.path}'`);
			if (within.length === 0) return failed(`ENOENT: no such directory '${args.path}'`);
			if (tool === "search_files") {
				const wanted = String(args.pattern).toLowerCase();
				const found = within.filter((file) => `${file}\n${FILES[file]}`.toLowerCase().includes(wanted));
				return found.join("\n") || "No matches found";
			}
			const depth = path === "/" ? 1 : path.split("/").length;
			const entries = within.map((file) => {
				const [, ...parts] = file.split("/");
				return parts.length > depth ? `[DIR] ${parts[depth - 1]}` : `[FILE] ${parts[depth - 1]}`;
			});
			return [...new Set(entries)].join("\n");
		},
	});
}

const PLACES = [
	{ name: "Harbour Museum", address: "1 Quay Road", lat: 53.545, lng: 9.97, kind: "museum", rating: 4.6 },
	{
		name: "Old Customs House",
		address: "40 Tallow Lane",
		lat: 53.551,
		lng: 9.988,
		kind: "venue",
		rating: 4.4,
	},
	{
		name: "Central Station",
		address: "Station Square",
		lat: 53.553,
		lng: 10.006,
		kind: "station",
		rating: 3.9,
	},
	{ name: "North Depot", address: "210 Mill Street", lat: 53.61, lng: 9.95, kind: "depot", rating: 3.1 },
	{ name: "Fennel & Co", address: "7 Rope Walk", lat: 53.548, lng: 9.962, kind: "restaurant", rating: 4.7 },
	{
		name: "The Brass Kettle",
		address: "18 Quay Road",
		lat: 53.546,
		lng: 9.973,
		kind: "restaurant",
		rating: 4.1,
	},
	{ name: "Pepper Yard", address: "3 Dock Street", lat: 53.544, lng: 9.966, kind: "restaurant", rating: 4.3 },
	{ name: "Lantern Hotel", address: "22 Tallow Lane", lat: 53.552, lng: 9.986, kind: "hotel", rating: 4.5 },
	{ name: "Seamen's Rest", address: "9 Dock Street", lat: 53.543, lng: 9.964, kind: "hotel", rating: 3.6 },
];

/** Kilometres an hour, by the modes of the published tool. */
const SPEEDS = { driving: 30, walking: 5, bicycling: 15, transit: 20 };

export const placeOf = (/** @type {string} */ said) => {
	const wanted = said.toLowerCase();
	return PLACES.find(({ name, address, lat, lng }) =>
		[name.toLowerCase(), address.toLowerCase()].some((part) => wanted.includes(part))
			? true
			: wanted.replaceAll(" ", "") === `${lat},${lng}`,
	);
};

/** @param {(typeof PLACES)[number]} from @param {(typeof PLACES)[number]} to @param {keyof typeof SPEEDS} mode */
export function way(from, to, mode = "driving") {
	const x = (to.lng - from.lng) * 66.1;
	const y = (to.lat - from.lat) * 111.2;
	const km = Math.round(13 * Math.hypot(x, y)) / 10;
	return { km, minutes: Math.max(1, Math.round((60 * km) / SPEEDS[mode])) };
}

/** Tools as two published servers of maps and of search describe them. */
function startMap() {
	const names = ["maps_geocode", "maps_reverse_geocode", "maps_directions", "brave_local_search"];
	const tools = read("tools/trip").tools.filter((/** @type {{name: string}} */ { name }) =>
		names.includes(name),
	);
	return startMcp({
		name: "map",
		tools,
		call: (tool, /** @type {any} */ args) => {
			if (tool === "brave_local_search") {
				const wanted = String(args.query).toLowerCase();
				const found = PLACES.filter(
					({ kind, name }) => wanted.includes(kind) || wanted.includes(name.toLowerCase()),
				);
				return JSON.stringify(
					found.map(({ name, address, rating, kind }) => ({ name, address, rating, kind })),
				);
			}
			if (tool === "maps_directions") {
				const [from, to] = [placeOf(String(args.origin)), placeOf(String(args.destination))];
				if (!from || !to) return failed(`NOT_FOUND: ${from ? args.destination : args.origin}`);
				const { km, minutes } = way(from, to, args.mode);
				return JSON.stringify({
					origin: from.name,
					destination: to.name,
					distance_km: km,
					duration_minutes: minutes,
				});
			}
			const place = placeOf(
				tool === "maps_geocode" ? String(args.address) : `${args.latitude},${args.longitude}`,
			);
			if (!place) return failed("ZERO_RESULTS");
			const { name, address, lat, lng } = place;
			return JSON.stringify({ name, formatted_address: address, location: { lat, lng } });
		},
	});
}

/** All of them. @returns {Promise<{urls: string[], sql(query: string): Promise<Record<string, unknown>[]>, close(): Promise<void>}>} */
export async function startServers() {
	const museum = read("databases/museum").tables;
	const servers = [
		await startDataServer({ name: "museum", tables: museum }),
		await startOdd(),
		await startFiles(),
		await startMap(),
	];
	const database = await openDatabase([...museum, ...read("databases/coffee").tables]);
	return {
		urls: servers.map(({ url }) => url),
		sql: async (query) => (await database.query(query)).rows,
		close: async () => {
			database.close();
			await Promise.all(servers.map((server) => server.close()));
		},
	};
}
