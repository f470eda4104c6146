/** The bars with Recharts, loaded when the first ones are shown. */
import { lazy, Suspense } from "react";

const Drawn = lazy(() => import("./bars-drawn.jsx"));

/** @param {{title?: string, bars?: [string, number][]}} props */
export function Bars({ title, bars }) {
	if (!bars) return null;
	return (
		<figure>
			<figcaption>{title}</figcaption>
			<Suspense fallback={null}>
				<Drawn bars={bars} />
			</Suspense>
		</figure>
	);
}
