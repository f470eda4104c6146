/** Tools that answer at once or take their time, and ask nobody. */
import { tell } from "../watched.mjs";
import { z } from "zod";
import { promised, said } from "./schema.mjs";

const header = (schema, name) => schema.meta({ "x-mcp-header": name });

/** @param {import("@modelcontextprotocol/server").McpServer} server */
export function registerTools(server, world) {
	server.registerTool("echo", { inputSchema: z.object({ message: z.string() }) }, ({ message }) =>
		said(`Echo: ${message}`),
	);
	server.registerTool(
		"sum",
		{
			inputSchema: z.object({ a: z.number(), b: z.number() }),
			outputSchema: z.object({ sum: z.number() }),
			annotations: { readOnlyHint: true },
		},
		({ a, b }) => said(String(a + b), { structuredContent: { sum: a + b } }),
	);
	server.registerTool(
		"scores",
		{ outputSchema: z.array(z.object({ name: z.string(), points: z.int() })) },
		() =>
			said("two", {
				structuredContent: [
					{ name: "Ada", points: 3 },
					{ name: "Bo", points: 5 },
				],
			}),
	);
	server.registerTool(
		"lie",
		{
			outputSchema: promised({ type: "object", properties: { sum: { type: "number" } }, required: ["sum"] }),
		},
		() => said("not a number", { structuredContent: { sum: "many" } }),
	);
	server.registerTool("fail", {}, () => said("It is broken.", { isError: true }));
	registerMirrored(server, world);
	registerSlow(server);
	registerChanging(server, world);
}

/** What stands in headers too (2026-07-28, "x-mcp-header"); the SDK refuses a call whose headers differ. */
function registerMirrored(server, world) {
	server.registerTool(
		"mirror",
		{
			inputSchema: z.object({
				region: header(z.string(), world.isRenamed ? "Area" : "Region"),
				count: header(z.int(), "Count"),
				dry: header(z.boolean(), "Dry-Run"),
				note: header(z.string().optional(), "Note"),
				place: z.object({ zone: header(z.string(), "Zone") }),
				plain: z.string(),
			}),
		},
		(args, { http }) => {
			const headers = [...(http?.req?.headers ?? [])].filter(([name]) => name.startsWith("mcp-"));
			return said(JSON.stringify({ args, headers: Object.fromEntries(headers) }));
		},
	);
	// Who has listed the tools before sends the wrong headers, without having been told.
	server.registerTool("rename", {}, () => {
		world.isRenamed = !world.isRenamed;
		return said(world.isRenamed ? "Area" : "Region");
	});
	// Against the rules, which want these tools left out: numbers that are no integers, and what is in lists.
	server.registerTool("bad-number", { inputSchema: z.object({ x: header(z.number(), "X") }) }, () =>
		said(""),
	);
	server.registerTool(
		"bad-place",
		{ inputSchema: z.object({ all: z.array(z.object({ y: header(z.string(), "Y") })) }) },
		() => said(""),
	);
}

/** How far it is, and whether somebody still waits. */
function registerSlow(server) {
	const slow = async ({ steps, ms }, { mcpReq }) => {
		tell({ what: "noticed", event: "begun" });
		for (let step = 1; step <= steps; step += 1) {
			await new Promise((resolve) => {
				const timer = setTimeout(resolve, ms);
				mcpReq.signal.addEventListener("abort", () => {
					clearTimeout(timer);
					resolve(undefined);
				});
			});
			if (mcpReq.signal.aborted) {
				tell({ what: "noticed", event: "cancelled" });
				return said("in vain");
			}
			const progressToken = mcpReq._meta?.progressToken;
			const params = { progressToken, progress: step, total: steps, message: `step ${step}` };
			if (progressToken !== undefined) await mcpReq.notify({ method: "notifications/progress", params });
		}
		tell({ what: "noticed", event: "done" });
		return said(`${steps} steps`);
	};
	const inputSchema = z.object({ steps: z.int().min(1), ms: z.int().min(1) });
	server.registerTool("work", { inputSchema }, slow);
	server.registerTool("look", { inputSchema, annotations: { readOnlyHint: true } }, slow);
}

/** What makes the server tell something. */
function registerChanging(server, world) {
	server.registerTool("grow", {}, () => {
		world.grown += 1;
		world.notify.toolsChanged();
		world.notify.promptsChanged();
		world.notify.resourcesChanged();
		return said(`grown-${world.grown}`);
	});
	for (let at = 1; at <= world.grown; at += 1)
		server.registerTool(`grown-${at}`, {}, () => said(`I am ${at}`));
	server.registerTool("touch", {}, () => {
		world.version += 1;
		world.notify.resourceUpdated("dual://clock");
		return said(`version ${world.version}`);
	});
	server.registerTool("log", {}, async ({ mcpReq }) => {
		for (const level of ["debug", "warning", "error"]) await mcpReq.log(level, `a ${level}`, "dual");
		return said("logged");
	});
}
