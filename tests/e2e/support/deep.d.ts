/** What pages under test have: see `deep` in chromium.mjs. */
declare function deepAll(query: string): HTMLElement[];
declare function deepFocus(): HTMLElement | null;

/** As much of the app as tests' helpers look at. */
interface HTMLElementTagNameMap {
	"auto-ui-app": HTMLElement & {
		readonly workspace?: {
			readonly conversation: {
				readonly isRunning: boolean;
				readonly thread: {
					readonly last?: {
						readonly state?: string;
						readonly pending?: readonly { readonly id: string; readonly name: string }[];
						readonly decisions?: readonly { readonly id: string }[];
					};
					readonly path: readonly { readonly role: string; readonly text: string }[];
				};
			};
		};
	};
}
