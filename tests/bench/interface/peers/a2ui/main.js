/**
 * A surface of A2UI's basic catalogue: a field, a button, the answer as Markdown, and a place for what is shown. The catalogue has no chart
 * and no chat; the chart is a component of a catalogue of the page's own, the documented way to add one.
 */
import { basicCatalog, Context } from "@a2ui/lit/v0_9";
import { renderMarkdown } from "@a2ui/markdown-it";
import { Catalog, MessageProcessor } from "@a2ui/web_core/v0_9";
import { ContextProvider } from "@lit/context";
import { BarChart } from "./bar-chart.js";

const catalog = new Catalog(
	"bench",
	[...basicCatalog.components.values(), BarChart],
	[...basicCatalog.functions.values()],
);
const processor = new MessageProcessor([catalog], ({ context }) => void ask(context.wish));

const root = document.getElementById("root");
new ContextProvider(root, { context: Context.markdown, initialValue: renderMarkdown });

processor.onSurfaceCreated((surface) => {
	root.append(Object.assign(document.createElement("a2ui-surface"), { surface }));
});

const surfaceId = "main";
const path = (path) => ({ path });
processor.processMessages([
	{ version: "v0.9", createSurface: { surfaceId, catalogId: "bench" } },
	{
		version: "v0.9",
		updateComponents: {
			surfaceId,
			components: [
				{ id: "root", component: "Column", children: ["shown", "answer", "wish", "send"] },
				{ id: "shown", component: "Column", children: [] },
				{ id: "answer", component: "Text", text: path("/answer") },
				{ id: "wish", component: "TextField", label: "Wish", value: path("/wish") },
				{ id: "send-label", component: "Text", text: "Send" },
				{
					id: "send",
					component: "Button",
					child: "send-label",
					action: { event: { name: "wish", context: { wish: path("/wish") } } },
				},
			],
		},
	},
	{ version: "v0.9", updateDataModel: { surfaceId, path: "/", value: { wish: "", answer: "" } } },
]);

async function ask(wish) {
	const response = await fetch("/a2ui", { method: "POST", body: JSON.stringify({ wish }) });
	const decoder = new TextDecoderStream();
	let rest = "";
	for await (const text of response.body.pipeThrough(decoder)) {
		const lines = (rest + text).split("\n\n");
		rest = lines.pop();
		const messages = lines
			.filter((line) => line.startsWith("data: "))
			.map((line) => JSON.parse(line.slice(6)));
		if (messages.length > 0) processor.processMessages(messages);
	}
}
