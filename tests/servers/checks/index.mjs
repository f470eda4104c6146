/** What is checked of each server, in order. */
import { dual } from "./dual.mjs";
import { everything } from "./everything.mjs";
import { pythonModern } from "./python-modern.mjs";
import { python } from "./python.mjs";

/** @type {{[kind: string]: import("../talk.mjs").Checks}} */
export const CHECKS = {
	everything: everything(false),
	"everything-sse": everything(true),
	dual,
	python,
	"python-modern": pythonModern,
};
