/** Elements in Svelte: properties are set, events are heard by `on` and their name. */
import { mount } from "svelte";
import App from "./App.svelte";

mount(App, { target: document.querySelector("#app") });
