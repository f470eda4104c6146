/** The model of a workspace: whose it is, and what the person is asked before one is fetched. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as kit from "../../pkg/index.js";
import { Model } from "../../pkg/workspace/model.js";
import { DEFAULT_SETTINGS } from "../../pkg/workspace/settings.js";
import { say, scripted } from "./support/talk.mjs";

/** Chooses as a page that begins does, and resolves at the first phase of `phases`. */
function begun(model, ...phases) {
	return new Promise((resolve) => {
		const stop = model.subscribe(() => {
			if (!phases.includes(model.state.phase)) return;
			stop();
			resolve(model.state);
		});
		void model.choose(DEFAULT_SETTINGS);
	});
}

test("of a preset the person is asked, with its size and licence, also where the page has chosen it", async () => {
	const model = new Model({ source: "gemma-270m" });
	const { url, bytes, license } = kit.MODEL_PRESETS["gemma-270m"];
	assert.equal(model.address, url);
	assert.deepEqual((await begun(model, "asking", "error")).download, { url, bytes, license });
	const refused = new Promise((resolve) => model.subscribe(() => model.state.phase === "error" && resolve()));
	model.consent(false);
	await refused;
	assert.match(model.state.reason, /refused; nothing was fetched/);
});

test("a provider of the page's own answers until something else is chosen, and again after it", async () => {
	const provider = scripted([say("mine")]);
	const model = new Model({ provider, source: "gemma-270m" });
	assert.equal(model.isGiven, true);
	assert.equal((await begun(model, "ready", "asking", "error")).phase, "ready");
	assert.equal(model.provider, provider);
	assert.deepEqual([model.canAnswer, model.isSmall], [true, false]);
	await model.choose({ ...DEFAULT_SETTINGS, kind: "local", localModel: "qwen3:8b" });
	assert.equal(model.provider.name, "local");
	await model.choose(DEFAULT_SETTINGS);
	assert.equal(model.provider, provider);
});

test("a model of the page's own in this browser is as small as one that the workspace loads", () => {
	const provider = new kit.WasmProvider({ model: "/a.gguf" });
	const model = new Model({ provider });
	void model.choose(DEFAULT_SETTINGS);
	assert.equal(model.isSmall, true);
});
