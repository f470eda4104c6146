/** A canvas in React, in its strict mode. */
import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Canvas, rendererOf, useCanvas } from "webmcp-auto-ui/react";
import { add, desk, lives, ready, seen } from "../desk.js";

function Price({ data, emit, hear }) {
	const [heard, setHeard] = useState("");
	useEffect(() => hear((channel, { product }) => setHeard(`${channel} ${product}`)), [hear]);
	useEffect(lives, []);
	return (
		<p>
			<b>{seen(`widget ${data.product}`, `${data.product}: ${data.price}`)}</b>
			<button type="button" onClick={() => emit("buy", { product: data.product })}>Buy</button>
			<i>{heard}</i>
		</p>
	);
}

const made = await desk(rendererOf(Price));

function Row({ canvas, id }) {
	const block = useCanvas(canvas, ({ blocks }) => blocks.find((one) => one.id === id));
	return block ? <li>{seen(`row ${block.data.product}`, `${block.data.product} ${block.data.price}`)}</li> : null;
}

const same = (one, other) => one.join() === other.join();

function Rows({ canvas }) {
	const ids = useCanvas(canvas, ({ blocks }) => blocks.map(({ id }) => id), same);
	seen("rows");
	return <ul>{ids.map((id) => <Row key={id} canvas={canvas} id={id} />)}</ul>;
}

function App() {
	const [which, setWhich] = useState(0);
	const [busy, setBusy] = useState(false);
	const canvas = made.canvases[which];
	const count = useCanvas(canvas, ({ blocks }) => blocks.length);
	const layout = useCanvas(canvas, (snapshot) => snapshot.layout);
	const canUndo = useCanvas(canvas, (snapshot) => snapshot.canUndo);
	return (
		<>
			<output>{count}</output>
			<small>{seen("layout", layout)}</small>
			<button type="button" onClick={() => add(canvas)}>Add</button>
			<button type="button" disabled={!canUndo} onClick={() => canvas.undo()}>Undo</button>
			<button type="button" onClick={() => setWhich(1 - which)}>Other</button>
			<button type="button" onClick={() => setBusy(!busy)}>Busy</button>
			<Rows canvas={canvas} />
			<Canvas canvas={canvas} servers={[made.server]} bus={made.bus} edit id="canvas" className={busy ? "desk busy" : "desk"} />
		</>
	);
}

const root = createRoot(document.querySelector("#app"));
root.render(<StrictMode><App /></StrictMode>);
ready(made, () => root.unmount());
