/** Takes off the Markdown fence that models put around code. */

/** What stood in a fence, and the language that the fence named. */
export interface Fenced {
	readonly inner: string;
	/** As it was written; an empty text where the fence names none. */
	readonly lang: string;
}

/** In a fence of one line the first word may be the language or already code. */
const LANGUAGES = /^(?:mermaid|mmd|json|js|javascript|sql|html|css|md|markdown|python|bash)$/i;
const FENCE = /^ {0,8}(`{3,}|~{3,})[ \t]*([\w+#.-]*)(.*)$/;

/**
 * The code within the fence around a text, whose end may be missing; nothing where the text does not begin with one, or goes on behind it.
 *
 * @param isAmong - Also takes the first of the fences that stand among other words.
 */
export function fenced(text: string, isAmong = false): Fenced | undefined {
	if (!/`{3}|~{3}/.test(text)) return undefined;
	const lines = text.split(/\r\n?|\n/);
	const from = lines.findIndex((line) => (isAmong ? FENCE.test(line) : line.trim() !== ""));
	const [, marks = "", lang = "", rest = ""] = FENCE.exec(lines[from] ?? "") ?? [];
	if (marks === "") return undefined;
	if (rest.trimEnd().endsWith(marks)) {
		// All of it stands in one line.
		if (!isAmong && lines.slice(from + 1).some((line) => line.trim() !== "")) return undefined;
		const code = rest.trimEnd().slice(0, -marks.length);
		return LANGUAGES.test(lang) ? { inner: code.trim(), lang } : { inner: `${lang}${code}`.trim(), lang: "" };
	}
	const closes = (line: string, at: number) =>
		at > from && line.trim().length >= marks.length && line.trim().replaceAll(marks[0] ?? "", "") === "";
	const to = lines.findIndex(closes);
	if (to >= 0 && !isAmong && lines.slice(to + 1).some((line) => line.trim() !== "")) return undefined;
	const inner = lines.slice(from + 1, to < 0 ? undefined : to);
	// A diagram may begin behind the name of its language.
	if (/^mermaid$/i.test(lang) && rest.trim() !== "") inner.unshift(rest.trim());
	return { inner: inner.join("\n"), lang };
}

/** The text without the fence around it. */
export function withoutFence(text: string): string {
	return fenced(text)?.inner ?? text;
}

/** The data with these texts changed; what is no text stays. */
export function withTexts<Data extends { readonly [key: string]: unknown }>(
	data: Data,
	names: readonly string[],
	change: (text: string) => string = withoutFence,
): Data {
	const changed = names.flatMap((name) => {
		const text = data[name];
		return typeof text === "string" ? [[name, change(text)]] : [];
	});
	return { ...data, ...Object.fromEntries(changed) };
}

/** Data whose `content` is Markdown, without a fence around all of it that says so. */
export function plainMarkdown<Data extends { readonly [key: string]: unknown }>(data: Data): Data {
	return withTexts(data, ["content"], (text) => {
		const found = fenced(text);
		return found && /^(?:md|markdown)$/i.test(found.lang) ? found.inner : text;
	});
}
