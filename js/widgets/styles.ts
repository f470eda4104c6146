/** The widgets' looks. A constructed style sheet needs no `style-src` exception in a page's CSP. */
import { ICON_LOOKS } from "./icons.js";

/** Defaults of the eleven colour tokens; any rule of the page outweighs them. */
const TOKENS = `
:where(:root) {
	color-scheme: light;
	--color-bg: #f5f6fa; --color-surface: #ffffff; --color-surface2: #eef0f6;
	--color-border: #e2e5ee; --color-border2: #c9cedd;
	--color-accent: #4f5bd5; --color-accent2: #c02672; --color-amber: #b45309; --color-teal: #0f766e;
	--color-text1: #171a26; --color-text2: #5b6275;
}
:where(:root[data-theme="dark"]) {
	color-scheme: dark;
	--color-bg: #0e1017; --color-surface: #171a24; --color-surface2: #212532;
	--color-border: #2a2f3e; --color-border2: #414860;
	--color-accent: #8f9aff; --color-accent2: #f472b6; --color-amber: #fbbf24; --color-teal: #2dd4bf;
	--color-text1: #eceef6; --color-text2: #9aa2b8;
}
@media (prefers-color-scheme: dark) {
	:where(:root:not([data-theme="light"])) {
		color-scheme: dark;
		--color-bg: #0e1017; --color-surface: #171a24; --color-surface2: #212532;
		--color-border: #2a2f3e; --color-border2: #414860;
		--color-accent: #8f9aff; --color-accent2: #f472b6; --color-amber: #fbbf24; --color-teal: #2dd4bf;
		--color-text1: #eceef6; --color-text2: #9aa2b8;
	}
}`;

const WIDGETS = `${ICON_LOOKS}
.wm-title { margin: 0 0 0.75rem; font-size: 0.95rem; font-weight: 600; color: var(--color-text1); }
.wm-note { margin: 0.5rem 0 0; font-size: 0.8rem; color: var(--color-text2); }
.wm-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.wm-left { text-align: left; } .wm-center { text-align: center; } .wm-right { text-align: right; }
.wm-stat-label { font-size: 0.85rem; color: var(--color-text2); }
.wm-stat-value { font-size: 2.25rem; line-height: 1.2; font-weight: 700; letter-spacing: -0.02em; overflow-wrap: anywhere; }
.wm-stat-trend { margin-top: 0.25rem; font-size: 0.85rem; font-weight: 600; color: var(--color-text2); }
.wm-up { color: var(--color-teal); } .wm-down { color: var(--color-accent2); }
.wm-list { margin: 0; padding: 0; padding-inline-start: 1.1rem; display: grid; gap: 0.35rem; }
.wm-list li::marker { color: var(--color-accent); }
.wm-alert { display: flex; gap: 0.75rem; padding: 0.75rem 0.9rem; border-radius: 8px; --tone: var(--color-amber);
	border-inline-start: 4px solid var(--tone); background: color-mix(in srgb, var(--tone) 10%, transparent); }
.wm-alert p { margin: 0.25rem 0 0; color: var(--color-text2); }
.wm-alert-icon { color: var(--tone); font-weight: 700; }
.wm-alert-error { --tone: #dc2626; } .wm-alert-info { --tone: var(--color-accent); } .wm-alert-success { --tone: var(--color-teal); }
.wm-chart canvas:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 2px; }
.wm-chart { position: relative; height: 260px; min-width: 0; }
.wm-map { height: 320px; min-width: 0; border: 1px solid var(--color-border); border-radius: 8px; background: var(--color-bg); }
.wm-map path.wm-map-mark { stroke: var(--color-text1); stroke-width: 2px; }
.wm-map .leaflet-tooltip { border: 1px solid var(--color-border2); background: var(--color-surface); color: var(--color-text1); }
.wm-map .leaflet-tooltip::before { display: none; }
.wm-map .leaflet-bar a { border-color: var(--color-border2); background: var(--color-surface); color: var(--color-text1); }
.wm-map .leaflet-bar a.leaflet-disabled { background: var(--color-surface2); color: var(--color-text2); }
.wm-map:focus-visible, .wm-map .leaflet-bar a:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-table { overflow: auto; max-height: 360px; border: 1px solid var(--color-border); border-radius: 8px; }
.wm-table:focus-visible, .wm-sort:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-table table { width: 100%; border-collapse: collapse; font-size: 0.85rem; font-variant-numeric: tabular-nums; }
.wm-table th { position: sticky; top: 0; padding: 0; background: var(--color-surface2); }
.wm-table td { padding: 0.4rem 0.7rem; border-top: 1px solid var(--color-border); }
.wm-table tbody tr:hover { background: color-mix(in srgb, var(--color-accent) 7%, transparent); }
.wm-sort { all: unset; box-sizing: border-box; width: 100%; padding: 0.5rem 0.7rem; cursor: pointer; font-weight: 600; color: var(--color-text2); }
[aria-sort="ascending"] .wm-sort::after { content: " ↑"; } [aria-sort="descending"] .wm-sort::after { content: " ↓"; }
.wm-text { overflow-wrap: anywhere; line-height: 1.6; }
.wm-text > :first-child { margin-top: 0; } .wm-text > :last-child { margin-bottom: 0; }
.wm-text a { color: var(--color-accent); } .wm-text pre { overflow: auto; padding: 0.75rem; border-radius: 8px; background: var(--color-surface2); }
.wm-text table { border-collapse: collapse; } .wm-text :is(td, th) { padding: 0.3rem 0.6rem; border: 1px solid var(--color-border); }
.wm-kv { margin: 0; display: grid; font-size: 0.9rem; }
.wm-kv > div { display: grid; grid-template-columns: minmax(6rem, 2fr) 3fr; gap: 0.75rem; padding: 0.35rem 0; border-top: 1px solid var(--color-border); }
.wm-kv > div:first-child { border-top: 0; }
.wm-kv dt { color: var(--color-text2); overflow-wrap: anywhere; } .wm-kv dd { margin: 0; overflow-wrap: anywhere; }
.wm-tags-label { margin-bottom: 0.5rem; font-size: 0.85rem; color: var(--color-text2); }
.wm-tags { margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.4rem; list-style: none; }
.wm-tags li { padding: 0.15rem 0.65rem; border: 1px solid var(--color-border2); border-radius: 99px; font-size: 0.8rem; overflow-wrap: anywhere; }
.wm-tags .wm-active { border-color: var(--color-accent); color: var(--color-accent); font-weight: 600; }
/* The dots jut out of the line by so much: a frame cuts off what juts out of it. */
.wm-timeline { margin: 0; margin-inline-start: 4px; padding: 0; padding-inline-start: 1rem; list-style: none; border-inline-start: 2px solid var(--color-border2); display: grid; gap: 0.8rem; }
.wm-timeline > li { position: relative; overflow-wrap: anywhere; --dot: var(--color-accent); }
.wm-timeline > li::before { content: ""; position: absolute; inset-inline-start: calc(-1rem - 6px); top: 0.35rem; width: 10px; height: 10px; box-sizing: border-box;
	border: 2px solid var(--dot); border-radius: 50%; background: var(--color-surface); }
.wm-timeline .wm-event-done { --dot: var(--color-teal); } .wm-timeline .wm-event-active { --dot: var(--color-amber); } .wm-timeline .wm-event-pending { --dot: var(--color-border2); }
.wm-timeline .wm-event-done::before { background: var(--dot); }
.wm-event-date { font-size: 0.8rem; font-weight: 600; color: var(--color-text2); }
.wm-profile { display: flex; align-items: center; gap: 0.9rem; }
.wm-profile + .wm-kv { margin-top: 0.75rem; }
.wm-profile-initials { flex: none; width: 3rem; height: 3rem; display: grid; place-items: center; border-radius: 50%; font-weight: 700;
	color: var(--color-accent); background: color-mix(in srgb, var(--color-accent) 10%, transparent); }
.wm-profile-name { font-size: 1.05rem; font-weight: 700; overflow-wrap: anywhere; } .wm-profile-role { font-size: 0.85rem; color: var(--color-text2); overflow-wrap: anywhere; }
.wm-code-bar { display: flex; justify-content: space-between; align-items: center; min-height: 1.8rem; font-size: 0.8rem; color: var(--color-text2); }
.wm-code-copy { padding: 0.15rem 0.6rem; border: 1px solid var(--color-border2); border-radius: 6px; background: transparent; color: inherit; font: inherit; cursor: pointer; }
.wm-code, .wm-log { margin: 0.35rem 0 0; padding: 0.75rem; max-height: 360px; overflow: auto; border-radius: 8px; background: var(--color-surface2);
	font: 0.8rem/1.5 ui-monospace, monospace; }
.wm-code:focus-visible, .wm-log:focus-visible, .wm-code-copy:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 1px; }
.wm-cards { margin: 0; padding: 0; list-style: none; display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fill, minmax(min(10rem, 100%), 1fr)); }
.wm-cards > li { padding: 0.75rem 0.9rem; border: 1px solid var(--color-border); border-radius: 10px; background: var(--color-surface2); overflow-wrap: anywhere; }
.wm-card-title { font-weight: 600; } .wm-card-subtitle { font-size: 0.8rem; color: var(--color-text2); } .wm-card-words { margin-top: 0.35rem; font-size: 0.85rem; }
:is(.wm-cards, .wm-timeline) .wm-tags { margin-top: 0.5rem; }
.wm-link { color: color-mix(in srgb, var(--color-accent) 80%, var(--color-text1)); overflow-wrap: anywhere; }
.wm-link:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 2px; border-radius: 2px; }
.wm-entry { display: inline-block; max-width: 100%; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: inherit; vertical-align: top;
	white-space: inherit; overflow-wrap: anywhere; user-select: text; cursor: pointer; }
.wm-entry:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 2px; border-radius: 2px; }
.wm-entries > li { cursor: pointer; } .wm-entries:is(.wm-cards, .wm-tags) > li:hover { border-color: var(--color-accent); }
.wm-entries > li:hover .wm-entry { color: var(--color-accent); }
.wm-entries > .wm-told { outline: 1px solid var(--color-accent); outline-offset: 2px; border-radius: 4px; background: color-mix(in srgb, var(--color-accent) 10%, var(--color-surface)); }
.wm-entries.wm-cards > .wm-told { border-radius: 10px; background: color-mix(in srgb, var(--color-accent) 10%, var(--color-surface2)); }
.wm-log ol { margin: 0; padding: 0; list-style: none; white-space: pre-wrap; overflow-wrap: anywhere; }
.wm-log span { color: var(--color-text2); }
/* Code and logs have a background of their own, which asks for more contrast than the tokens have. */
:is(.wm-log-error, .wm-log-error span) { color: color-mix(in srgb, var(--color-accent2) 80%, var(--color-text1)); }
:is(.wm-log-warn, .wm-log-warn span) { color: color-mix(in srgb, var(--color-amber) 80%, var(--color-text1)); }
.wm-token-comment { color: var(--color-text2); font-style: italic; }
:is(.wm-token-keyword, .wm-token-deleted) { color: color-mix(in srgb, var(--color-accent2) 80%, var(--color-text1)); }
:is(.wm-token-string, .wm-token-string-expression, .wm-token-inserted) { color: color-mix(in srgb, var(--color-teal) 80%, var(--color-text1)); }
:is(.wm-token-constant, .wm-token-changed) { color: color-mix(in srgb, var(--color-amber) 80%, var(--color-text1)); }
:is(.wm-token-function, .wm-token-link) { color: color-mix(in srgb, var(--color-accent) 80%, var(--color-text1)); }
.wm-error { padding: 0.75rem; border: 1px dashed #dc2626; border-radius: 8px; color: var(--color-text2); font-size: 0.85rem; overflow-wrap: anywhere; }
/* What loads at once shows no word of it. */
.wm-loading:empty::before { content: attr(data-says); font-size: 0.8rem; color: var(--color-text2); visibility: hidden; animation: wm-appear 0s 300ms forwards; }
@keyframes wm-appear { to { visibility: visible; } }
.wm-unknown { color: var(--color-text2); font-family: ui-monospace, monospace; }
@media (forced-colors: active) {
	:is(.wm-form button, .wm-run, .wm-chat button, .wm-action.wm-action-primary, [aria-current="date"] .wm-calendar-number) {
		border: 1px solid ButtonText; background: ButtonFace; color: ButtonText; }
	/* What only a background sets apart. */
	:is(.wm-code, .wm-log, .wm-text pre, .wm-profile-initials, .wm-person-initials) { border: 1px solid CanvasText; }
}
.wm-frame { position: relative; min-width: 0; padding: 1rem 1.1rem; border: 1px solid var(--color-border); border-radius: 14px;
	background: var(--color-surface); color: var(--color-text1); box-shadow: 0 1px 2px rgb(0 0 0 / 5%), 0 8px 24px -16px rgb(0 0 0 / 25%); }`;

const sheets = new Map<string, CSSStyleSheet>();

/** Makes the styles known to the tree that `node` is in, and `more` of a library's own; once for each tree. */
export function useStyles(node: Node, more?: string): void {
	const tree = node.getRootNode();
	if (!(tree instanceof Document || tree instanceof ShadowRoot)) return;
	// The tokens hold for a whole document: in a shadow tree `:root` is nothing.
	if (tree instanceof ShadowRoot && more === undefined) useStyles(tree.host);
	const text = more ?? TOKENS + WIDGETS;
	let sheet = sheets.get(text);
	if (!sheet) {
		sheet = new CSSStyleSheet();
		sheet.replaceSync(text);
		sheets.set(text, sheet);
	}
	if (tree.adoptedStyleSheets.includes(sheet)) return;
	// Ours come last: they outweigh a library's.
	tree.adoptedStyleSheets = more ? [sheet, ...tree.adoptedStyleSheets] : [...tree.adoptedStyleSheets, sheet];
}
