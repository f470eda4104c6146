/** The chat's looks. */
import { CHIP_LOOKS } from "../chips.js";

/** Of the cards that ask before a call runs. */
export const CARD_LOOKS = `
.approvals { display: grid; gap: 0.6rem; margin-top: 0.6rem; }
.approval { display: grid; gap: 0.55rem; padding: 0.75rem 0.85rem; border: 1px solid var(--color-border2); border-inline-start: 4px solid var(--color-amber); border-radius: 10px; background: var(--color-surface); }
.approval.decided { display: flex; flex-wrap: wrap; gap: 0.2rem 0.6rem; padding: 0; border: 0; background: transparent; font-size: 0.8rem; }
.approval :is(p, dl, dd, pre) { margin: 0; } .approval .title code { font-weight: 600; color: var(--color-accent); } .approval .outcome { color: var(--color-text2); }
.done summary { font-size: 0.8rem; color: var(--color-text2); } .done .approval { margin: 0.3rem 0 0; margin-inline-start: 0.9rem; }
.arguments { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.3rem 0.7rem; font-size: 0.8rem; } .arguments dt { color: var(--color-text2); }
.folded summary { font-family: ui-monospace, monospace; font-size: 0.75rem; }
.approval input.grow { flex-basis: 10rem; }
.end { justify-content: flex-end; }
`;

export const CHAT_LOOKS = `${CARD_LOOKS}${CHIP_LOOKS}
:host { display: flex; flex-direction: column; min-height: 0; background: var(--color-surface); }
.scroll { flex: 1; min-height: 0; overflow: auto; overflow-anchor: none; padding: 1.1rem; }
.log { display: flex; flex-direction: column; gap: 0.8rem; }
.earlier { display: block; margin: 0 auto 0.8rem; }
.message { max-width: 92%; padding: 0.6rem 0.85rem; border-radius: var(--radius); overflow-wrap: anywhere; animation: appear 0.2s ease-out; }
@keyframes appear { from { opacity: 0; translate: 0 6px; } }
.mine { align-self: flex-end; border-end-end-radius: 4px; background: var(--color-accent); color: var(--color-surface); }
.mine :is(button.quiet, small) { color: inherit; } .mine button.quiet:hover { background: color-mix(in srgb, currentColor 15%, transparent); }
.mine button.quiet:disabled { opacity: 0.6; } .mine :focus-visible { outline-color: currentColor; }
.theirs { align-self: flex-start; border-end-start-radius: 4px; background: var(--color-surface2); }
.theirs:has(form.approval) { width: 92%; }
.wished { white-space: pre-wrap; }
.said > :first-child { margin-top: 0; } .said > :last-child { margin-bottom: 0; }
.said :is(p, ul, ol, pre, table) { margin: 0.5rem 0; } .said table { display: block; max-width: 100%; overflow: auto; border-collapse: collapse; }
.said :is(td, th) { padding: 0.25rem 0.5rem; border: 1px solid var(--color-border2); } .said a { color: color-mix(in srgb, var(--color-accent) 80%, var(--color-text1)); }
.said-done { margin: 0; }
.chips { margin: 0.5rem 0; }
.dots { color: var(--color-text2); }
.note { display: block; } .note:empty, .told:empty { display: none; }
.acts { margin-top: 0.15rem; margin-inline-start: -0.5rem; gap: 0.15rem; } .acts button { min-height: 1.6rem; padding: 0.1rem 0.5rem; font-size: 0.8rem; }
.editor { display: grid; gap: 0.5rem; min-width: min(24rem, 60vw); } .editor button { color: var(--color-text1); } .editor button.primary { border-color: var(--color-surface); color: var(--color-surface); }
.files { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0; padding: 0; list-style: none; font-size: 0.8rem; }
.files li { padding: 0.1rem 0.5rem; border: 1px solid currentColor; border-radius: 99px; } .files button { min-height: 0; padding: 0 0.2rem; }
.readings summary { cursor: pointer; list-style: none; } .readings .change { color: var(--color-accent); text-decoration: underline; }
.readings .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.4rem; margin: 0.4rem 0; font-size: 0.8rem; }
.thoughts { margin-bottom: 0.4rem; font-size: 0.85rem; color: var(--color-text2); } .thoughts p { margin: 0.3rem 0 0; white-space: pre-wrap; }
.steps { margin-top: 0.4rem; font-size: 0.8rem; } .steps > summary { color: var(--color-text2); }
.steps ol { margin: 0.4rem 0 0; padding-inline-start: 1.2rem; } .steps .bad code { color: var(--danger); } .steps pre { max-height: 140px; }
.fixes { color: color-mix(in srgb, var(--color-amber) 80%, var(--color-text1)); } .fixes ul { margin: 0; padding-inline-start: 1.1rem; }
.missing { margin-top: 0.35rem; }
.foot { padding: 0 1.1rem 1rem; }
.status { min-height: 1.5em; margin: 0.35rem 0; color: var(--color-text2); font-size: 0.82rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.composer { display: grid; gap: 0.5rem; padding: 0.6rem; border: 1px solid var(--color-border2); border-radius: var(--radius); background: var(--color-bg); }
.composer:focus-within { border-color: var(--color-accent); box-shadow: 0 0 0 3px color-mix(in srgb, var(--color-accent) 18%, transparent); }
.composer textarea { padding: 0.2rem 0.3rem; border: 0; outline: 0; resize: none; background: transparent; field-sizing: content; min-height: 3rem; max-height: 12rem; }
.composer textarea:focus-visible { outline: 0; }
.to-end { position: absolute; inset-block-end: 0.5rem; inset-inline-end: 1rem; border-radius: 99px; }
.scrolled { position: relative; display: flex; flex-direction: column; flex: 1; min-height: 0; }
:host([dropping]) .composer { border-style: dashed; border-color: var(--color-accent); }
@media (max-width: 480px) { .status { white-space: normal; } }
@media (forced-colors: active) { .message { border: 1px solid CanvasText; } .composer textarea:focus { outline: 2px solid Highlight; } }
`;
