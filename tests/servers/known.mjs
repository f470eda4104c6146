/**
 * Checks that are known to fail, why, and with which words. One that holds all the same, or fails otherwise, is a failure as well: what is
 * mended is to be taken out of here.
 *
 * @type {{[kind: string]: {[check: string]: {why: string, says: RegExp}}}}
 */
export const KNOWN = {};
