/** The command that the harness starts: our client in Node. */
import * as mcp from "../../pkg/mcp/index.js";
import * as auth from "../../pkg/mcp-auth/index.js";
import { answerOf, asked, report } from "./asked.mjs";
import { act } from "./steps.mjs";

await report(() => act({ ...mcp, ...auth }, asked(), answerOf));
