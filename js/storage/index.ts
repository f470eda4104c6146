/** `webmcp-auto-ui/storage`: sessions, canvases and settings in IndexedDB. */
export { openStorage } from "./open.js";
export type {
	KeptBlocks,
	KeptCanvas,
	KeptMessage,
	KeptSession,
	KeptSessions,
	KeptSettings,
	KeptStorage,
	SavedSession,
	SessionHead,
	SessionRole,
	StorageChange,
	StorageExport,
	StorageOptions,
	StorageRoom,
} from "./types.js";
