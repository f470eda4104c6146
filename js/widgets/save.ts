/** Takes what a widget shows away from the page. */

/** Offers `content` as a file. */
export function save(name: string, type: string, content: string | Blob): void {
	const address = URL.createObjectURL(new Blob([content], { type }));
	const link = document.createElement("a");
	link.href = address;
	link.download = fileName(name);
	link.click();
	// The browser reads it once the click is over.
	setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A title as a file's name: no marks that file systems keep for themselves. */
function fileName(name: string): string {
	const [, base = "", ending = ""] = /^(.*?)(\.\w+)?$/s.exec(name) ?? [];
	const plain = base
		.replace(/[^\p{L}\p{N}_-]+/gu, " ")
		.trim()
		.slice(0, 80);
	return `${plain || "table"}${ending}`;
}
