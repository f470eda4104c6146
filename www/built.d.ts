/** What Vite says of the build. */
interface ImportMeta {
	readonly env: { readonly PROD: boolean };
}
