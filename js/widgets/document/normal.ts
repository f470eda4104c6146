/** Markdown that is fenced as a whole, without the fence. */
import { plainMarkdown } from "../fence.js";

export default plainMarkdown;
