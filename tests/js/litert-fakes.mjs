/** A provider over the package's own Worker code and the fakes that `@litert-lm/core` has for tests. */
import * as runtime from "@litert-lm/core";
import { ConversationFake, EngineFake } from "@litert-lm/core/testing";
import * as kit from "../../pkg/index.js";
import { liteRt } from "../../pkg/litert/index.js";
import { serve } from "../../pkg/litert/serve.js";

/** A conversation that streams word by word, counts, fails and waits as it is told. */
class Conversation extends ConversationFake {
	constructor(script, config) {
		super(config.preface.messages);
		Object.assign(this, { script, config, sent: [], deleted: false, cancelled: 0 });
	}

	sendMessageStreaming(messages) {
		this.sent.push(messages);
		const answer = this.script.answers.shift() ?? { role: "assistant", content: "fine" };
		if (answer.error) return failing(answer.error, answer.after);
		const { hang, ...message } = answer;
		this.queueResponse(message);
		super.sendMessageStreaming(messages);
		const { content = "", tool_calls, ...rest } = message;
		const pieces = content.match(/\S+\s*/g) ?? [];
		return new ReadableStream({
			start: (controller) => {
				if (rest.channels) controller.enqueue({ role: "assistant", channels: rest.channels });
				for (const text of pieces)
					controller.enqueue({ role: "assistant", content: [{ type: "text", text }] });
				if (tool_calls) controller.enqueue({ role: "assistant", tool_calls });
				if (!hang) controller.close();
			},
			cancel: () => {
				this.cancelled += 1;
			},
		});
	}

	async getTokenCount() {
		return this.script.tokens?.(this) ?? super.getTokenCount();
	}

	async getBenchmarkInfo() {
		return { ...(await super.getBenchmarkInfo()), lastPrefillTokenCount: 7, lastDecodeTokenCount: 3 };
	}

	async delete() {
		this.deleted = true;
	}
}

function failing(error, after = []) {
	const pieces = [...after];
	return new ReadableStream({
		pull(controller) {
			const text = pieces.shift();
			if (text === undefined) controller.error(new Error(error));
			else controller.enqueue({ role: "assistant", content: [{ type: "text", text }] });
		},
	});
}

class Engine extends EngineFake {
	async createConversation(config) {
		const made = new Conversation(this.settings.script, config);
		this.settings.script.conversations.push(made);
		return made;
	}
}

/** What happens in the Worker, seen from the test. */
export function newScript(facts = {}) {
	return { answers: [], conversations: [], engines: [], workers: [], ...facts };
}

function runtimeOf(script) {
	return {
		...runtime,
		loadLiteRtLm: async () => ({
			liteRtLmWasm: { preinitializedWebGPUDevice: { lost: script.lost ?? never } },
		}),
		Engine: {
			async create(settings) {
				script.engines.push(settings);
				const bytes = await new Response(settings.model).arrayBuffer().catch((error) => {
					throw script.wrap?.(error) ?? error;
				});
				script.bytes = bytes.byteLength;
				await script.hold;
				const refusal = script.refuse?.(settings);
				if (refusal) throw new Error(refusal);
				return new Engine({ ...settings, script });
			},
		},
	};
}

const never = new Promise(() => undefined);

/** A Worker whose code runs here; messages are cloned as between threads. */
export class FakeWorker extends EventTarget {
	constructor(script) {
		super();
		this.terminated = false;
		const post = (message) => {
			const data = structuredClone(message);
			setTimeout(() => !this.terminated && this.dispatchEvent(new MessageEvent("message", { data })));
		};
		this.take = serve(post, async () => runtimeOf(script));
		script.workers.push(this);
	}

	postMessage(message) {
		const cloned = structuredClone(message);
		setTimeout(() => !this.terminated && this.take(cloned));
	}

	terminate() {
		this.terminated = true;
	}
}

/** Says what GPU there is; nothing means no WebGPU. */
export function setGpu(adapter) {
	const gpu = adapter === undefined ? {} : { gpu: { requestAdapter: async () => adapter } };
	Object.defineProperty(globalThis, "navigator", { value: gpu, configurable: true });
}

/** A graphics card. */
export const REAL_GPU = { info: { isFallbackAdapter: false } };

/** A provider for a small file, and the script of its runtime. */
export function providerOf(script, options = {}, runtimeOptions = {}) {
	return new kit.WasmProvider({
		model: new File(["LITERTLM"], "small.litertlm"),
		runtime: liteRt({ wasm: "https://host/wasm", worker: () => new FakeWorker(script), ...runtimeOptions }),
		...options,
	});
}

export const user = (content) => ({ role: "user", content });

/** A tool with that name. */
export const tool = (name) => ({
	name,
	description: `Does ${name}`,
	input_schema: { type: "object", properties: { city: { type: "string" } } },
});

/** The model's call of a tool. */
export const callOf = (name, args) => ({ type: "function", function: { name, arguments: args } });
