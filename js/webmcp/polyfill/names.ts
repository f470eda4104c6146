/** What a tool may be called (WebMCP, `registerTool`). */
export const NAME = /^[\w.-]{1,128}$/;
