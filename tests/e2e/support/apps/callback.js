/** Where the authorization server sends the person back to. */
import { finishMcpSignIn } from "/pkg/mcp-auth/index.js";

await finishMcpSignIn();
