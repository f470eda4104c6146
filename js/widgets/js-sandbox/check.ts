/** Whether the code of a program can be read. */
import type { JsonObject, WidgetProblem } from "../../types/index.js";
import { programOf } from "./program.js";
import { reader } from "./syntax.js";

export default async function check(data: JsonObject): Promise<WidgetProblem | undefined> {
	const { code } = programOf(data);
	return code.trim() === "" ? undefined : (await reader())(code);
}
