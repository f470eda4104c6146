/** A canvas in Vue, without single-file components. */
import { createApp, h, onMounted, onUnmounted, ref } from "vue";
import { CanvasView, rendererOf, useCanvas } from "webmcp-auto-ui/vue";
import { add, desk, lives, ready, seen } from "../desk.js";

const Price = {
	props: ["data", "emit", "hear"],
	setup(props) {
		const heard = ref("");
		onUnmounted(
			props.hear((channel, { product }) => {
				heard.value = `${channel} ${product}`;
			}),
		);
		let gone;
		onMounted(() => {
			gone = lives();
		});
		onUnmounted(() => gone());
		return () =>
			h("p", [
				h("b", seen(`widget ${props.data.product}`, `${props.data.product}: ${props.data.price}`)),
				h("button", { type: "button", onClick: () => props.emit("buy", { product: props.data.product }) }, "Buy"),
				h("i", heard.value),
			]);
	},
};

const made = await desk(rendererOf(Price));

const Row = {
	props: ["block"],
	setup(props) {
		return () => {
			const { product, price } = props.block.data;
			return h("li", seen(`row ${product}`, `${product} ${price}`));
		};
	},
};

const App = {
	setup() {
		const which = ref(0);
		const busy = ref(false);
		const canvas = () => made.canvases[which.value];
		const snapshot = useCanvas(canvas);
		const button = (name, onClick, more) => h("button", { type: "button", onClick, ...more }, name);
		return () => [
			h("output", snapshot.value.blocks.length),
			button("Add", () => add(canvas())),
			button("Undo", () => canvas().undo(), { disabled: !snapshot.value.canUndo }),
			button("Other", () => {
				which.value = 1 - which.value;
			}),
			button("Busy", () => {
				busy.value = !busy.value;
			}),
			h("ul", snapshot.value.blocks.map((block) => h(Row, { key: block.id, block }))),
			h(CanvasView, {
				...{ canvas: canvas(), servers: [made.server], bus: made.bus, edit: true },
				...{ id: "canvas", class: ["desk", { busy: busy.value }] },
			}),
		];
	},
};

const app = createApp(App);
app.mount("#app");
ready(made, () => app.unmount());
