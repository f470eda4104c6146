/** Whether a document may use tools: the policy-controlled feature `tools`, whose default is the origin of the page. */
import { isOurs, neighbourOf } from "./frames.js";

interface FeaturePolicy {
	features(): string[];
	allowsFeature(feature: string): boolean;
}

/** What a frame's parent does not say within this time it does not allow. */
const PARENT_MS = 1000;

/** The policy of one document. */
export class Policy {
	readonly #window: Window;
	#answer: (allowed: boolean) => void = () => undefined;
	#said: boolean | Promise<boolean> | undefined;

	constructor(window: Window) {
		this.#window = window;
		const { parent } = window;
		if (parent === window || isOurs(parent)) return;
		// Only the parent can read what its frame allows; it says so when it hears of us.
		this.#said = new Promise<boolean>((resolve) => {
			const timer = setTimeout(() => this.answered(false), PARENT_MS);
			this.#answer = (allowed) => {
				clearTimeout(timer);
				resolve(allowed);
			};
		});
	}

	/** Takes what the parent has said, also when it says it late. */
	answered(allowed: boolean): void {
		this.#answer(allowed);
		this.#said = allowed;
	}

	/** Whether tools may be used. A promise while the parent has not said. */
	allowed(): boolean | Promise<boolean> {
		const known = (this.#window.document as Document & { featurePolicy?: FeaturePolicy }).featurePolicy;
		if (known?.features().includes("tools")) return known.allowsFeature("tools");
		if (this.#said !== undefined) return this.#said;
		const { parent } = this.#window;
		if (parent === this.#window) return true;
		const frame = this.#window.frameElement;
		if (!frame || !frameAllows(frame, this.#window.origin, parent.origin)) return false;
		return neighbourOf(parent)?.allowed() ?? true;
	}
}

/**
 * Whether a frame's `allow` lets a document of `origin` use tools (Permissions Policy, "Process permissions policy attributes").
 *
 * @param own - The origin of the document that the frame stands in.
 */
export function frameAllows(frame: Element, origin: string, own: string): boolean {
	for (const directive of (frame.getAttribute("allow") ?? "").split(";")) {
		const [feature, ...values] = directive.trim().split(/\s+/);
		if (feature?.toLowerCase() !== "tools") continue;
		return values.length === 0 ? isSource(frame, origin, own) : values.some((value) => fits(value));
	}
	return origin === own && origin !== "null";

	function fits(value: string): boolean {
		switch (value.toLowerCase()) {
			case "*":
				return true;
			case "'self'":
				return origin === own;
			case "'src'":
				return isSource(frame, origin, own);
			default:
				return URL.canParse(value) && new URL(value).origin === origin;
		}
	}
}

/** Whether a document of `origin` is what the frame names as its source. */
function isSource(frame: Element, origin: string, own: string): boolean {
	// The origin of a sandboxed document is nobody's; it came from there all the same.
	if (origin === "null") return true;
	const source = frame.hasAttribute("srcdoc") ? null : frame.getAttribute("src");
	if (!source) return origin === own;
	return URL.canParse(source, frame.baseURI) && new URL(source, frame.baseURI).origin === origin;
}
