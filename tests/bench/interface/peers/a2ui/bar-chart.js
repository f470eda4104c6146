/** A chart for A2UI, drawn by Chart.js, which is loaded when the first one is shown. */
import { A2uiLitElement } from "@a2ui/lit/v0_9";
import { CommonSchemas } from "@a2ui/web_core/v0_9";
import { css, html } from "lit";
import { z } from "zod";

const api = {
	name: "BarChart",
	schema: z.object({ title: CommonSchemas.DynamicString, bars: CommonSchemas.DynamicValue }),
};

class BarChartElement extends A2uiLitElement {
	static styles = css`figure { width: 400px; height: 240px; }`;
	api = api;
	#chart;

	render() {
		return html`<figure><figcaption>${this.controller?.props?.title}</figcaption><canvas></canvas></figure>`;
	}

	async updated() {
		const bars = this.controller?.props?.bars;
		if (!Array.isArray(bars)) return;
		const { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } = await import(
			"chart.js"
		);
		Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);
		const data = {
			labels: bars.map(([name]) => name),
			datasets: [{ data: bars.map(([, cups]) => cups), backgroundColor: "#2563eb" }],
		};
		this.#chart?.destroy();
		this.#chart = new Chart(this.shadowRoot.querySelector("canvas"), { type: "bar", data });
	}
}
customElements.define("bench-bar-chart", BarChartElement);

export const BarChart = { ...api, tagName: "bench-bar-chart" };
