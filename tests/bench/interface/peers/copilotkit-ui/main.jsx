/** The chat of CopilotKit's earlier package for interfaces, with an action that renders a chart. */
import { CopilotKit, useCopilotAction } from "@copilotkit/react-core";
import { CopilotChat } from "@copilotkit/react-ui";
import "@copilotkit/react-ui/styles.css";
import { createRoot } from "react-dom/client";
import { Bars } from "../bars.jsx";

function Chat() {
	useCopilotAction({
		name: "show_chart",
		description: "Shows a bar chart",
		parameters: [
			{ name: "title", type: "string" },
			{ name: "bars", type: "object[]" },
		],
		handler: async () => "shown",
		render: ({ status, args }) => (status === "inProgress" ? "" : <Bars {...args} />),
	});
	return <CopilotChat />;
}

createRoot(document.getElementById("root")).render(
	<CopilotKit runtimeUrl="/copilotkit" enableInspector={false} showDevConsole={false}>
		<Chat />
	</CopilotKit>,
);
