/** Gives the page's client, which the build names, to whoever measures; where the address says what to measure, that is done at once. */
import { open } from "a-client";

Object.assign(globalThis, { openMcp: open });
const task = location.hash.slice(1);
if (task !== "") await import(/* @vite-ignore */ JSON.parse(decodeURIComponent(task)).measuring);
