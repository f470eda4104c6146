/** A WebAssembly of its own, which only pages that need it load. */
import { WebMcpError } from "./errors.js";
import { fileBytes } from "./file-bytes.js";

/** What wasm-bindgen writes beside each. */
interface Bound {
	default(options: { module_or_path: BufferSource | URL }): Promise<unknown>;
}

/**
 * Loads it once; a failed load can be tried again, and is a {@link WebMcpError} `unsupported`.
 *
 * @param name - In words, to begin a sentence with.
 * @param folder - Where it lies beside the package's modules.
 */
export function wasmModule<M extends Bound>(
	name: string,
	folder: string,
	load: () => Promise<M>,
	file: () => URL,
): () => Promise<M> {
	let loading: Promise<M> | undefined;
	const loaded = async () => {
		try {
			const [module, url] = [await load(), file()];
			await module.default({ module_or_path: (await fileBytes(url)) ?? url });
			return module;
		} catch (cause) {
			loading = undefined;
			const reason = cause instanceof Error ? cause.message : String(cause);
			throw new WebMcpError(
				"unsupported",
				`${name} could not be loaded (${reason}); serve the folder ${folder} beside the package.`,
			);
		}
	};
	return () => {
		loading ??= loaded();
		return loading;
	};
}
