/** Which addresses of servers may leave the page. */

/** Whether an address can be given to others: what stands behind a question mark may be a key. */
export function isOpen(url: string): boolean {
	if (!URL.canParse(url)) return false;
	const { search, username, password } = new URL(url);
	return search === "" && username === "" && password === "";
}
