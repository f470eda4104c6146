/** Elements in React 19: properties are set, events are heard by `on` and their name. */
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { servers, workspace } from "../elements/desk.js";

function App() {
	const [wish, setWish] = useState("");
	const [price, setPrice] = useState(1);
	const [isShown, show] = useState(true);
	return (
		<>
			<output>{wish}</output>
			<button type="button" onClick={() => setPrice(price + 1)}>
				Dearer
			</button>
			<button type="button" onClick={() => show(!isShown)}>
				Toggle
			</button>
			<auto-ui-widget type="price" data={{ price }} servers={servers} />
			<auto-ui-widget type="list" data={{ items: ["tea"] }} onitemclick={({ detail }) => window.desk.heard.push(detail.item)} />
			<auto-ui-canvas workspace={workspace} no-toolbar />
			{isShown && <auto-ui-chat workspace={workspace} voice={false} onauto-ui-wish={({ detail }) => setWish(detail.text)} />}
		</>
	);
}

createRoot(document.querySelector("#app")).render(
	<StrictMode>
		<App />
	</StrictMode>,
);
