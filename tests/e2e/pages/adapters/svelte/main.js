/** A canvas in Svelte 5. */
import { mount, unmount } from "svelte";
import { rendererOf } from "webmcp-auto-ui/svelte";
import { desk, ready } from "../desk.js";
import App from "./App.svelte";
import Price from "./Price.svelte";

const made = await desk(rendererOf(Price));
const app = mount(App, { target: document.querySelector("#app"), props: { made } });
ready(made, () => void unmount(app));
