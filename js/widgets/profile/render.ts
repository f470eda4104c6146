/** Who somebody is. */
import type { WidgetRenderer } from "../../types.js";
import { element, listOf, recordOf, textOf } from "../dom.js";

/** Draws initials, name, role and fields. */
export const renderProfile: WidgetRenderer = (container, data) => {
	const name = textOf(data.name, 120);
	const role = textOf(data.subtitle, 200);
	const fields = listOf(data.fields)
		.map(recordOf)
		.map(({ label, value }) =>
			element("div", {}, element("dt", {}, textOf(label, 80)), element("dd", {}, textOf(value, 300))),
		);
	const words = [
		element("div", { class: "wm-profile-name" }, name),
		...(role === "" ? [] : [element("div", { class: "wm-profile-role" }, role)]),
	];
	const initials = element("div", { class: "wm-profile-initials", "aria-hidden": "true" }, initialsOf(name));
	container.append(element("div", { class: "wm-profile" }, initials, element("div", {}, ...words)));
	if (fields.length > 0) container.append(element("dl", { class: "wm-kv" }, ...fields));
};

/** The first letters of the first and the last name. */
function initialsOf(name: string): string {
	const names = name.split(/\s+/).filter((part) => part !== "");
	const chosen = names.length > 1 ? [names[0], names.at(-1)] : names;
	return chosen.map((part) => Array.from(part ?? "")[0]?.toLocaleUpperCase() ?? "").join("");
}
