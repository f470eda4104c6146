/** What the tests of apps have in common: where the module lies, and a window that is none. */

/** Where the module lies in the package; `WEBMCP_APPS` names another place while it is worked on. */
export const APPS = new URL(process.env.WEBMCP_APPS ?? "../../../pkg/apps/", import.meta.url);

/** A file of it. @param {string} name */
export const load = (name) => import(new URL(name, APPS).href);

export const SANDBOX = "https://sandbox.example";

/** A message as a window gets it. */
export function said(data, { source, origin = SANDBOX }) {
	return Object.assign(new Event("message"), { data, source, origin });
}

/**
 * A host's window and a frame's. What the host sends lies in `sent`, and `hear` has the frame say something.
 *
 * @returns {{here: EventTarget, frame: object, sent: any[], ends: object, hear: (data: unknown, more?: object) => void}}
 */
export function windows() {
	const here = new EventTarget();
	const sent = [];
	const frame = {
		postMessage(data, origin) {
			if (origin !== SANDBOX) throw new Error(`It was sent to ${origin}.`);
			sent.push(structuredClone(data));
		},
	};
	return {
		here,
		frame,
		sent,
		ends: { here, there: () => frame, origin: SANDBOX },
		hear: (data, more) => void here.dispatchEvent(said(data, { source: frame, ...more })),
	};
}

/** What waits is done. */
export const settled = () => new Promise((done) => setImmediate(done));
