/** What a conversation is made of, as values that can be stored. */
import type {
	ApprovalDecision,
	ChatMessage,
	PendingCall,
	SessionState,
	StopReason,
	ToolCall,
} from "../types/index.js";

/** A file that came with a wish. */
export type Attachment =
	| { kind: "picture"; name: string; mediaType: string /** base64 */; data: string }
	/** `text` is what the model reads; of a longer file, which `isCut`, it is the beginning. */
	| { kind: "text"; name: string; text: string; isCut?: true };

/** What becomes of something that was said. */
export type Note = "next" | "read-next" | "not-run" | "not-read";

/** Something that the person said. */
export interface PersonMessage {
	role: "person";
	id: string;
	/** What it follows; nothing at the beginning. */
	parent: string | undefined;
	/** Milliseconds since 1970. */
	at: number;
	text: string;
	attachments?: readonly Attachment[];
	note?: Note;
	/** It was said to a run under way. */
	isRemark?: boolean;
}

/** How an answer stands. `cut`: the page was left while it was made. */
export type AnswerState = "running" | "waiting" | "done" | "stopped" | "failed" | "cut";

/** An answer. */
export interface AgentMessage {
	role: "agent";
	id: string;
	parent: string | undefined;
	at: number;
	text: string;
	/** What the model thought. */
	reasoning?: string;
	/** What the person may want to say next. */
	suggestions?: readonly string[];
	steps: readonly ToolCall[];
	state: AnswerState;
	/** How long it took, the waiting for the person not counted; milliseconds. */
	ms?: number;
	stopReason?: StopReason;
	failure?: string;
	/** Servers that were not reached, whose data is not in the answer. */
	missing?: readonly { name: string; reason: string }[];
	/** Calls that wait for the person, or did. */
	pending?: readonly PendingCall[];
	decisions?: readonly ApprovalDecision[];
	/** What the run goes on from. */
	run?: SessionState;
	/** The widgets that it placed, by id. */
	widgets: readonly string[];
	/** What the model has of it, beside what it has of the answers before; of an answer that `isWhole` all that the model has. */
	history?: readonly ChatMessage[];
	isWhole?: boolean;
}

/** A message of a conversation. */
export type Message = PersonMessage | AgentMessage;
