/** The published components that choose and load a model, by the elements that do it. */
import { type Component, createRawSnippet } from "svelte";
import { toStore } from "svelte/store";
import { report } from "../../core/report.js";
import type { Cleanup } from "../../types/index.js";
import { KNOWN_MODELS, type ModelOption } from "../../workspace/model-options.js";
import type { Workspace } from "../../workspace/workspace.js";

/** Properties of {@link LLMSelector}. */
export interface LLMSelectorProps {
	/** The name of the chosen model, see {@link ModelOption}; `bind:value` follows what the person chooses. */
	value?: string;
	/** What can be chosen. Default: the presets of models in the page, and the aliases of remote ones. */
	models?: readonly (ModelOption | string)[];
	/** The one that the model is chosen for; by default the one that all elements of the page share. */
	workspace?: Workspace;
}

/** Properties of {@link ModelLoader}. */
export interface ModelLoaderProps {
	/** The address or the preset of a model in the page. */
	model?: string;
	/** The one that it is loaded for; by default the one that all elements of the page share. */
	workspace?: Workspace;
}

type Props = { [name: string]: unknown };

/**
 * A component that is one element. Svelte's compiler does not see packages' plain modules; a raw snippet is called as a component is, on
 * servers too.
 */
function elementAs(tag: string, load: () => Promise<unknown>, follow: (props: Props) => Following): unknown {
	const setup = (element: Element, props: Props): Cleanup => {
		const { read, begin } = follow(props);
		const ends = Object.entries(read).map(([name, value]) =>
			toStore(value).subscribe((now) => {
				if (now !== undefined) Reflect.set(element, name, now);
			}),
		);
		if (begin) ends.push(begin(element));
		load().catch(report);
		return () => ends.forEach((end) => void end());
	};
	const render = () => `<${tag}></${tag}>`;
	// A snippet is called with functions that read its arguments; a component with its properties.
	return createRawSnippet<[Props]>((props: unknown) => ({
		render,
		setup: (element) => setup(element, props as Props),
	}));
}

interface Following {
	/** The element's properties, each as it is at present. */
	readonly read: { readonly [name: string]: () => unknown };
	/** Hears the element. */
	readonly begin?: (element: Element) => Cleanup;
}

/** Lets a person choose the model: `<LLMSelector bind:value={selectedModel} />`. */
export const LLMSelector = elementAs(
	"auto-ui-model-select",
	() => import("../../elements/model-select.js"),
	(props) => ({
		read: {
			workspace: () => props.workspace,
			models: () => props.models ?? KNOWN_MODELS,
			value: () => props.value,
		},
		begin: (element) => {
			const changed = () => {
				props.value = Reflect.get(element, "value");
			};
			element.addEventListener("change", changed);
			return () => element.removeEventListener("change", changed);
		},
	}),
) as Component<LLMSelectorProps, Record<string, never>, "value">;

/** Shows how far a model in the page is, and loads it: `<ModelLoader model={selectedModel} />`. */
export const ModelLoader = elementAs(
	"auto-ui-model-loader",
	() => import("../../elements/model-loader.js"),
	(props) => ({ read: { workspace: () => props.workspace, model: () => props.model } }),
) as Component<ModelLoaderProps>;
