/** The languages whose code is coloured: each grammar loads when code of it is first shown. */
import type { LanguageInput } from "shiki/core";

const GRAMMARS = {
	bash: () => import("shiki/langs/bash.mjs"),
	c: () => import("shiki/langs/c.mjs"),
	cpp: () => import("shiki/langs/cpp.mjs"),
	csharp: () => import("shiki/langs/csharp.mjs"),
	css: () => import("shiki/langs/css.mjs"),
	diff: () => import("shiki/langs/diff.mjs"),
	docker: () => import("shiki/langs/docker.mjs"),
	go: () => import("shiki/langs/go.mjs"),
	html: () => import("shiki/langs/html.mjs"),
	java: () => import("shiki/langs/java.mjs"),
	javascript: () => import("shiki/langs/javascript.mjs"),
	json: () => import("shiki/langs/json.mjs"),
	jsx: () => import("shiki/langs/jsx.mjs"),
	kotlin: () => import("shiki/langs/kotlin.mjs"),
	lua: () => import("shiki/langs/lua.mjs"),
	markdown: () => import("shiki/langs/markdown.mjs"),
	php: () => import("shiki/langs/php.mjs"),
	python: () => import("shiki/langs/python.mjs"),
	r: () => import("shiki/langs/r.mjs"),
	ruby: () => import("shiki/langs/ruby.mjs"),
	rust: () => import("shiki/langs/rust.mjs"),
	sql: () => import("shiki/langs/sql.mjs"),
	swift: () => import("shiki/langs/swift.mjs"),
	toml: () => import("shiki/langs/toml.mjs"),
	tsx: () => import("shiki/langs/tsx.mjs"),
	typescript: () => import("shiki/langs/typescript.mjs"),
	xml: () => import("shiki/langs/xml.mjs"),
	yaml: () => import("shiki/langs/yaml.mjs"),
} satisfies Record<string, LanguageInput>;

/** A language whose grammar there is. */
export type Language = keyof typeof GRAMMARS;

/** What people write for them. */
const SHORT: Record<string, Language> = {
	"c#": "csharp",
	"c++": "cpp",
	cs: "csharp",
	dockerfile: "docker",
	golang: "go",
	js: "javascript",
	kt: "kotlin",
	md: "markdown",
	mjs: "javascript",
	node: "javascript",
	patch: "diff",
	postgresql: "sql",
	py: "python",
	rb: "ruby",
	rs: "rust",
	sh: "bash",
	shell: "bash",
	sqlite: "sql",
	svg: "xml",
	ts: "typescript",
	yml: "yaml",
	zsh: "bash",
};

/** The language of a name, however it is written. */
export function languageOf(name: string): Language | undefined {
	const plain = name.trim().toLowerCase();
	if (Object.hasOwn(GRAMMARS, plain)) return plain as Language;
	return Object.hasOwn(SHORT, plain) ? SHORT[plain] : undefined;
}

export const grammarOf = (language: Language): LanguageInput => GRAMMARS[language];
