/** Flows between nodes. */
import type { WidgetRenderer } from "../../types/index.js";
import { numberText, textOf } from "../dom.js";
import { numberTable } from "../numbers.js";
import { heading, note } from "../parts.js";
import { useStyles } from "../styles.js";
import { type Content, html, repeat, stateful, svg } from "../view.js";
import { flowsOf } from "./flows.js";
import { type Band, type Box, laidOut, type Library } from "./layout.js";
import { looks } from "./styles.js";
import { say } from "../say.js";

/** Pixels of width before anybody knows of how many there are. */
const USUAL_WIDTH = 600;

/** Draws nodes and what flows between them; the library that lays them out loads with the first Sankey. */
const renderSankey: WidgetRenderer = async (container, data, context) =>
	withLibrary(await import("d3-sankey"))(container, data, context);

export default renderSankey;

const withLibrary = (library: Library) =>
	stateful(({ container, emit, redraw, onDispose }) => {
		useStyles(container, looks);
		let width = container.clientWidth || USUAL_WIDTH;
		const size = new ResizeObserver(() => {
			const next = container.clientWidth || USUAL_WIDTH;
			if (next === width) return;
			width = next;
			redraw();
		});
		size.observe(container);
		onDispose(() => size.disconnect());

		const boxView = ({ node, value, x, y, width, height, label, labelX, isLabelLeft }: Box): Content => {
			const tell = () => emit("nodeclick", { id: node.id });
			const press = (event: KeyboardEvent) => {
				if (event.key !== "Enter" && event.key !== " ") return;
				event.preventDefault();
				tell();
			};
			const words = `${node.label}: ${numberText(value)}`;
			return svg`<g class="wm-sankey-node" role="button" tabindex="0" aria-label=${words} data-node=${node.id}
				@click=${tell} @keydown=${press}>
				<title>${words}</title>
				<rect x=${x} y=${y} width=${width} height=${Math.max(height, 1)} fill=${node.color}></rect>
				<text x=${labelX} y=${y + height / 2} dy="0.35em" text-anchor=${isLabelLeft ? "end" : "start"}>${label}</text>
			</g>`;
		};
		const bandView = ({ link, source, target, path, width }: Band): Content =>
			svg`<path d=${path} stroke=${source.color} stroke-width=${width}>
				<title>${source.label} → ${target.label}: ${numberText(link.value)}</title>
			</path>`;

		return (data) => {
			const title = textOf(data.title, 200);
			const flows = flowsOf(data);
			const notes = flows.notes.map(note);
			if (flows.links.length === 0)
				return html`${heading(title)}${note(say("There is no flow to draw."))}${notes}`;
			const { width: across, height, boxes, bands } = laidOut(flows, width, library);
			const nodes = repeat(boxes, ({ node }) => node.id, boxView);
			const rows = bands.map(
				({ source, target, link }) => [`${source.label} → ${target.label}`, link.value] as const,
			);
			// The drawing is as wide as it is shown, so that its words are as large as others.
			return html`${heading(title)}
				<div class="wm-sankey"><svg viewBox="0 0 ${across} ${height}" width=${across > width ? across : "100%"}
					role="group" aria-label=${title || say("Flows")}>
					<g class="wm-sankey-links" aria-hidden="true">${bands.map(bandView)}</g>${nodes}
				</svg></div>${numberTable(title, rows, [say("Amount")])}${notes}`;
		};
	});
