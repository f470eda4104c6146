/** Elements in Vue: properties are set, events are heard by their name. */
import { createApp, h, ref } from "vue";
import { servers, workspace } from "../elements/desk.js";

const App = {
	setup() {
		const [wish, price, isShown] = [ref(""), ref(1), ref(true)];
		return () => [
			h("output", wish.value),
			h("button", { type: "button", onClick: () => price.value++ }, "Dearer"),
			h("button", { type: "button", onClick: () => (isShown.value = !isShown.value) }, "Toggle"),
			h("auto-ui-widget", { type: "price", data: { price: price.value }, servers }),
			h("auto-ui-widget", { type: "list", data: { items: ["tea"] }, onItemclick: ({ detail }) => window.desk.heard.push(detail.item) }),
			h("auto-ui-canvas", { workspace, "no-toolbar": "" }),
			isShown.value ? h("auto-ui-chat", { workspace, "onAuto-ui-wish": ({ detail }) => (wish.value = detail.text) }) : null,
		];
	},
};
createApp(App).mount("#app");
