/** A canvas in Solid. */
import { createSignal, For, onCleanup } from "solid-js";
import { render } from "solid-js/web";
import { createCanvas, rendererOf, showCanvas } from "webmcp-auto-ui/solid";
import { add, desk, lives, ready, seen } from "../desk.js";

function Price(props) {
	const [heard, setHeard] = createSignal("");
	onCleanup(props.hear((channel, { product }) => setHeard(`${channel} ${product}`)));
	onCleanup(lives());
	return (
		<p>
			<b>{seen(`widget ${props.data.product}`, `${props.data.product}: ${props.data.price}`)}</b>
			<button type="button" onClick={() => props.emit("buy", { product: props.data.product })}>Buy</button>
			<i>{heard()}</i>
		</p>
	);
}

const made = await desk(rendererOf(Price));

function App() {
	const [which, setWhich] = createSignal(0);
	const [busy, setBusy] = createSignal(false);
	const canvases = made.canvases.map((canvas) => createCanvas(canvas));
	made.read = busy;
	const canvas = () => canvases[which()];
	const row = ({ data }) => <li>{seen(`row ${data.product}`, `${data.product} ${data.price}`)}</li>;
	return (
		<>
			<output>{canvas().blockCount}</output>
			<small>{seen("layout", canvas().layout)}</small>
			<button type="button" onClick={() => add(canvas())}>Add</button>
			<button type="button" disabled={!canvas().canUndo} onClick={() => canvas().undo()}>Undo</button>
			<button type="button" onClick={() => setWhich(1 - which())}>Other</button>
			<button type="button" onClick={() => setBusy(!busy())}>Busy</button>
			<ul><For each={canvas().blocks}>{row}</For></ul>
			<div id="canvas" class="desk" classList={{ busy: busy() }}
				ref={(main) => showCanvas(main, () => ({ canvas: canvas(), servers: [made.server], bus: made.bus, edit: true }))} />
		</>
	);
}

const close = render(() => <App />, document.querySelector("#app"));
ready(made, close);
