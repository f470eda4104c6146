/** A bar chart as Recharts' own guide begins: axes, a grid, a tooltip. */
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from "recharts";

/** @param {{bars: [string, number][]}} props */
export default function BarsDrawn({ bars }) {
	const data = bars.map(([name, cups]) => ({ name, cups }));
	return (
		<BarChart width={400} height={240} data={data}>
			<CartesianGrid strokeDasharray="3 3" />
			<XAxis dataKey="name" />
			<YAxis />
			<Tooltip />
			<Bar dataKey="cups" fill="#2563eb" />
		</BarChart>
	);
}
