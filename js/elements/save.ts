/** A file that a person takes along. */

/** Offers it for download. */
export function saveFile(name: string, content: string | Blob, type?: string): void {
	const blob = typeof content === "string" ? new Blob([content], type ? { type } : {}) : content;
	const url = URL.createObjectURL(blob);
	Object.assign(document.createElement("a"), { href: url, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(url));
}
