/** Rows of what is walked. */

/**
 * A row for a function whose mistakes may show later.
 *
 * @param args - Sound arguments by the names of the parameters, in their order, made anew for each call.
 * @param use - What is done with what the function made.
 * @param fails - With which code it fails although all is sound: it needs what Node does not have.
 */
export const used = (args, use, fails) => Object.assign(() => args(), { use, fails });
