/** The looks of a number as a card. */
export const looks = `
.wm-stat-card { --tone: var(--color-border2); padding-block: 0.2rem; padding-inline-start: 0.9rem; border-inline-start: 4px solid var(--tone); border-radius: 4px; overflow-wrap: anywhere; }
.wm-stat-card-success { --tone: var(--color-teal); } .wm-stat-card-warning { --tone: var(--color-amber); }
.wm-stat-card-error { --tone: #dc2626; } .wm-stat-card-info { --tone: var(--color-accent); }
.wm-stat-card:not(.wm-stat-card-default) .wm-stat-value { color: color-mix(in srgb, var(--tone) 80%, var(--color-text1)); }
.wm-stat-card-unit { font-size: 1.1rem; font-weight: 600; letter-spacing: 0; color: var(--color-text2); }
.wm-stat-card-change { display: flex; flex-wrap: wrap; gap: 0.15rem 0.75rem; margin-top: 0.25rem; font-size: 0.85rem; color: var(--color-text2); }
.wm-stat-card-change:empty { display: none; }
.wm-stat-card-delta { font-weight: 600; }`;
