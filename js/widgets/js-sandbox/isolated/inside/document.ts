/** The document that code inside sees. */
import { Elem } from "./element.js";
import { type Target, withHandlers } from "./events.js";
import { Fragment, Parent, type TreeNode, Words } from "./tree.js";

/** A document; its root, head and body are known to the page from the start. */
class Doc extends Parent {
	readonly nodeType = 9;
	readonly nodeName = "#document";
	readonly documentElement = new Elem("html");
	readonly head = new Elem("head");
	readonly body = new Elem("body");
	readonly defaultView = globalThis;
	readyState = "loading";
	title = "";
	readonly #window: Target;

	constructor(window: Target) {
		super();
		this.#window = window;
		this.documentElement.append(this.head, this.body);
		this.append(this.documentElement);
		[this.body.number, this.documentElement.number, this.head.number] = [1, 2, 3];
	}

	override above(): Target {
		return this.#window;
	}
	get activeElement(): Elem {
		return this.body;
	}
	createElement(name: unknown): Elem {
		return new Elem(String(name).toLowerCase());
	}
	createElementNS(space: unknown, name: unknown): Elem {
		return new Elem(String(name), String(space).endsWith("/svg"));
	}
	createTextNode(text: unknown): Words {
		return new Words(text);
	}
	createDocumentFragment(): Fragment {
		return new Fragment();
	}
	getElementById(id: unknown): Elem | null {
		const wanted = String(id);
		for (const element of this.elements()) if (element.id === wanted) return element;
		return null;
	}
	cloneNode(): Doc {
		throw new TypeError("There is one document.");
	}
	publish(): void {
		// The page has it.
	}
}

/** A document, and how a node is found that the page names by its number. */
export function documentOf(window: Target) {
	const document = new Doc(window);
	withHandlers(document, () => document);
	const nodeOf = (number: number): TreeNode | undefined => {
		for (const element of document.elements()) if (element.number === number) return element;
		return undefined;
	};
	return { document, body: document.body, nodeOf };
}
