/** How a WebAssembly file is read that lies beside its module. */

/** Node cannot fetch `file:` addresses: there the bytes are read. Undefined where fetch will do. */
export async function fileBytes(url: URL): Promise<BufferSource | undefined> {
	if (url.protocol !== "file:") return undefined;
	const module = "node:fs/promises";
	const { readFile } = (await import(/* @vite-ignore */ module)) as {
		readFile(url: URL): Promise<Uint8Array<ArrayBuffer>>;
	};
	return readFile(url);
}
