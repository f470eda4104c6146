/** All elements, made known by this import; each is also a subpath of its own, such as `webmcp-auto-ui/elements/chat`. */
export { AutoUiApp } from "./app.js";
export { AutoUiCanvas } from "./canvas.js";
export { AutoUiChat } from "./chat.js";
export { AutoUiConsole } from "./console.js";
export { AutoUiDoors } from "./doors.js";
export { AutoUiModelLoader } from "./model-loader.js";
export { AutoUiModelSelect } from "./model-select.js";
export { pageWorkspace } from "./page.js";
export { AutoUiRecipes } from "./recipes.js";
export { AutoUiServers } from "./servers.js";
export { AutoUiSessions } from "./sessions.js";
export { AutoUiSettings } from "./settings.js";
export { AutoUiShare } from "./share.js";
export { AutoUiSuggestions } from "./suggestions.js";
export { applyTheme, setTheme, type Theme, themeNow } from "./theme.js";
export { AutoUiTour, type TourStop } from "./tour.js";
export { AutoUiWidget } from "./widget.js";
export { addWords, type Phrase, type WordKey, type Words } from "../words/words.js";
export type { AppsOptions } from "../workspace/apps.js";
export type * from "../workspace/messages.js";
export { Keeper } from "../workspace/keeper.js";
export type { ModelOptions, ModelPhase, ModelState, Progress } from "../workspace/model.js";
export type {
	RecordedCall,
	RecordedEntry,
	RecordedRequest,
	RecordedRun,
	Recording,
} from "../workspace/recording.js";
export { readRecording } from "../workspace/read-recording.js";
export { replayable, replayOf } from "../workspace/replay.js";
export type { ServerEntry } from "../workspace/servers.js";
export { KNOWN_MODELS, type ModelOption } from "../workspace/model-options.js";
export type { AskBefore, ModelKind, Settings } from "../workspace/settings.js";
export type { Status } from "../workspace/status.js";
export { Workspace, type WorkspaceOptions } from "../workspace/workspace.js";
