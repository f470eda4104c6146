/** A canvas whose fields are read by something that follows them. */
import { aFunction, type Check, objectOf } from "../core/arguments.js";
import type { CanvasSnapshot, CanvasVanilla } from "../types/index.js";

/** A canvas of the package. */
export const aCanvas: Check = objectOf({ subscribe: aFunction, getSnapshot: aFunction }, "a canvas");

/** What a canvas tells of itself. */
export const FIELDS = ["blocks", "layout", "selected", "canUndo", "canRedo"] as const;

/** A canvas whose fields are followed by whatever reads them. */
export interface FollowedCanvas extends CanvasVanilla, Omit<CanvasSnapshot, "blocks"> {}
