/** A HyperSkill as a file, and out of any of the files that the package makes. */
import { invalid, must } from "../core/arguments.js";
import { takeSkill } from "./check.js";
import { textInPage } from "./page.js";
import { readAs } from "./reading.js";
import type { HyperSkill } from "./types.js";

/** The largest file: a page holds the pictures of its charts as well. */
const MAX_FILE = 50_000_000;
const FILE = must("a text or a file", (value) => typeof value === "string" || value instanceof Blob);

/**
 * A HyperSkill as a file of JSON to download.
 *
 * @returns The file, under a name that every file system takes.
 * @throws {@link WebMcpError} `invalid_argument`
 */
export function toFile(skill: HyperSkill): { blob: Blob; filename: string } {
	const taken = takeSkill("toFile: skill", skill);
	const words = (taken.meta.title ?? "").toLowerCase().split(/[^\p{L}\p{N}]+/u);
	const name = words.filter(Boolean).join("-").slice(0, 80) || "canvas";
	return {
		blob: new Blob([`${JSON.stringify(taken)}\n`], { type: "application/json" }),
		filename: `${name}.hyperskill.json`,
	};
}

/**
 * Reads the HyperSkill of a file: of JSON ({@link toFile}), Markdown ({@link toMarkdown}) or HTML ({@link toPage}). That is all it does:
 * {@link openShared} asks and shows it.
 *
 * @throws {@link WebMcpError} `invalid_argument` where it has none, or more than a canvas may hold.
 */
export async function readSkillFile(file: string | Blob): Promise<HyperSkill> {
	const what = "readSkillFile: file";
	FILE(what, file);
	const size = typeof file === "string" ? file.length : file.size;
	if (size > MAX_FILE) throw invalid(what, `is larger than ${MAX_FILE / 1_000_000} MB`);
	const text = typeof file === "string" ? file : await file.text();
	if (!text.trimStart().startsWith("<")) return readAs(what, text);
	const inside = textInPage(text);
	if (inside === undefined) throw invalid(what, "is a page that no canvas was saved as");
	return readAs(what, inside);
}
