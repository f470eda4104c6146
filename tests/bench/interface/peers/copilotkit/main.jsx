/** CopilotKit's chat as its present guide sets it up, on a runtime of the page's host, with a component that an agent may show. */
import { CopilotChat, CopilotKit, useComponent } from "@copilotkit/react-core/v2";
import "@copilotkit/react-core/v2/styles.css";
import { createRoot } from "react-dom/client";
import { z } from "zod";
import { Bars } from "../bars.jsx";

const parameters = z.object({ title: z.string(), bars: z.array(z.tuple([z.string(), z.number()])) });

function Chat() {
	useComponent({ name: "show_chart", description: "Shows a bar chart", parameters, render: Bars });
	return <CopilotChat />;
}

createRoot(document.getElementById("root")).render(
	<CopilotKit runtimeUrl="/copilotkit" enableInspector={false} showDevConsole={false}>
		<Chat />
	</CopilotKit>,
);
