/** The page at the end of a sign-in in a window of its own. */
import { finishMcpSignIn } from "/pkg/mcp-auth/index.js";

const isTaken = await finishMcpSignIn();
document.querySelector("[role=status]").textContent = isTaken ? "taken" : "nobody waits";
