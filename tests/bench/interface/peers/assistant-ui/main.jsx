/** A thread of assistant-ui's primitives on the AI SDK, as its README sets it up, with a tool that shows a chart. */
import { useChatRuntime } from "@assistant-ui/ai-sdk";
import {
	AssistantRuntimeProvider,
	AuiConfig,
	ComposerPrimitive,
	MessagePrimitive,
	ThreadPrimitive,
	Tools,
	useToolArgsStatus,
} from "@assistant-ui/react";
import { MarkdownTextPrimitive } from "@assistant-ui/react-markdown";
import { lastAssistantMessageIsCompleteWithToolCalls } from "ai";
import { memo } from "react";
import { createRoot } from "react-dom/client";
import remarkGfm from "remark-gfm";
import { Bars } from "../bars.jsx";

function Shown({ args }) {
	const { argsStatus } = useToolArgsStatus();
	return argsStatus === "complete" && <Bars {...args} />;
}

const toolkit = {
	show_chart: {
		type: "frontend",
		description: "Shows a bar chart",
		parameters: {
			type: "object",
			properties: { title: { type: "string" }, bars: { type: "array" } },
			required: ["bars"],
		},
		execute: async () => "shown",
		render: Shown,
	},
};
const config = AuiConfig({ tools: Tools({ toolkit }) });

const MarkdownText = memo(() => <MarkdownTextPrimitive remarkPlugins={[remarkGfm]} />);

const UserMessage = () => (
	<MessagePrimitive.Root>
		<MessagePrimitive.Parts />
	</MessagePrimitive.Root>
);

const AssistantMessage = () => (
	<MessagePrimitive.Root>
		<MessagePrimitive.Parts components={{ Text: MarkdownText }} />
	</MessagePrimitive.Root>
);

function Chat() {
	const runtime = useChatRuntime({ sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls });
	return (
		<AssistantRuntimeProvider runtime={runtime} config={config}>
			<ThreadPrimitive.Root style={{ display: "flex", flexDirection: "column", height: "100%" }}>
				<ThreadPrimitive.Viewport style={{ flex: 1, overflow: "auto" }}>
					<ThreadPrimitive.Messages components={{ UserMessage, AssistantMessage }} />
				</ThreadPrimitive.Viewport>
				<ComposerPrimitive.Root>
					<ComposerPrimitive.Input placeholder="Send a message" />
					<ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
				</ComposerPrimitive.Root>
			</ThreadPrimitive.Root>
		</AssistantRuntimeProvider>
	);
}

createRoot(document.getElementById("root")).render(<Chat />);
