/** `<auto-ui-settings>`: what holds for the whole interface. */
import type { AskBefore } from "../workspace/settings.js";
import type { Workspace } from "../workspace/workspace.js";
import { AutoUiElement, define, html } from "./base.js";
import { setTheme, THEMES, type Theme, themeNow } from "./theme.js";

/**
 * Light or dark, and which calls ask the person first. The default slot stands below, for a page's own settings.
 *
 * Parts: `theme-choice`, `ask`.
 */
export class AutoUiSettings extends AutoUiElement {
	protected override opened(workspace: Workspace): void {
		this.follow(workspace);
	}

	protected override view() {
		const { workspace, t } = this;
		const asks: readonly AskBefore[] = ["never", "destructive", "always"];
		const ask = ({ currentTarget }: Event) =>
			void workspace.change({ ask: (currentTarget as HTMLSelectElement).value as AskBefore });
		const theme = ({ currentTarget }: Event) => setTheme((currentTarget as HTMLSelectElement).value as Theme);
		return html`<div class="fields">
			<label class="field"><span>${t("theme")}</span><select part="theme-choice" @change=${theme}>${THEMES.map(
				(name) => html`<option value=${name} .selected=${name === themeNow()}>${t(`theme-${name}`)}</option>`,
			)}</select></label>
			<label class="field"><span>${t("ask-before")}</span><select part="ask" @change=${ask}>${asks.map(
				(name) =>
					html`<option value=${name} .selected=${name === workspace.settings.ask}>${t(`ask-${name}`)}</option>`,
			)}</select></label><slot></slot></div>`;
	}
}

define("auto-ui-settings", AutoUiSettings);
