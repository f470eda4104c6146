/** A chart of the library on a canvas, in the page's colours also when these change. */
import type { ChartConfiguration } from "chart.js";
import type { Cleanup } from "../../types.js";
import { onThemeChange } from "../theme.js";

/** Draws what `configured` says, which is asked again when the colours change; the library loads with the first chart. */
export async function draw(
	canvas: HTMLCanvasElement,
	configured: (canvas: HTMLElement) => ChartConfiguration,
): Promise<Cleanup> {
	const { Chart, registerables } = await import("chart.js");
	Chart.register(...registerables);
	let chart = new Chart(canvas, configured(canvas));
	const unfollow = onThemeChange(() => {
		chart.destroy();
		chart = new Chart(canvas, configured(canvas));
	});
	return () => {
		unfollow();
		chart.destroy();
	};
}
