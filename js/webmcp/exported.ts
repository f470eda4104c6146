/** The names under which this page's own tools are shown, so that they never come back as somebody else's. */
export const exported = new Set<string>();
