/** Points as pairs of two numbers, however they were written. */
import type { Json, JsonObject } from "../../types/index.js";
import { amount, isRecord } from "../written.js";

function point(given: Json): Json {
	if (Array.isArray(given)) return given.map(amount);
	if (!isRecord(given)) return given;
	const { x, y, ...rest } = given;
	if (x !== undefined && y !== undefined) return [amount(x), amount(y)];
	const numbers = Object.values(rest).map(amount);
	return numbers.length === 2 && x === undefined && y === undefined ? numbers : given;
}

export default (data: JsonObject): JsonObject =>
	Array.isArray(data.points) ? { ...data, points: data.points.map(point) } : data;
