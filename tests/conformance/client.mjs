/** The command that the harness starts: our client in Node. */
import * as webmcp from "../../pkg/index.js";
import { asked, report } from "./asked.mjs";
import { act } from "./steps.mjs";

await report(() => act(webmcp, asked()));
