/** Kept from the start: a document that was taken out of its frame has no globals any more. */
export const DOMException = globalThis.DOMException;
