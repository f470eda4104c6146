/** Which model is recommended for a device, by what its browser says of it. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { MODEL_PRESETS, recommendModel } from "../../pkg/index.js";

const own = Object.getOwnPropertyDescriptor(globalThis, "navigator");
afterEach(() => {
	if (own) Object.defineProperty(globalThis, "navigator", own);
	else delete globalThis.navigator;
});

/** What is recommended where the browser says this of its device. */
function on({ memory, cores = 8, gpu, connection, quota = 1e11, usage = 0 }, options) {
	const navigator = {
		hardwareConcurrency: cores,
		...(memory !== undefined && { deviceMemory: memory }),
		...(gpu && {
			gpu: { requestAdapter: async () => ({ info: { isFallbackAdapter: gpu === "emulated" } }) },
		}),
		...(connection && { connection }),
		storage: { estimate: async () => ({ quota, usage }) },
	};
	Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
	return recommendModel(options);
}

test("the best model that there is memory, storage and traffic for is recommended, and it is said why no better one", async () => {
	const all = { among: Object.keys(MODEL_PRESETS) };
	for (const [device, options, model, why] of [
		[
			{ memory: 8 },
			undefined,
			"qwen-1.5b",
			/^qwen-1\.5b, a download of 1\.1 GB: the best that this device has room for\.$/,
		],
		[{}, undefined, "qwen-1.5b", /1\.1 GB/],
		[{ memory: 2 }, undefined, "gemma-270m", /qwen-1\.5b needs 1\.6 GB of memory, of 2 GB/],
		[{ memory: 1 }, undefined, "gemma-270m", /the smallest is the likeliest to run/],
		[{ memory: 8, cores: 1 }, undefined, "gemma-270m", /is slow on 1 processor/],
		[{ memory: 8, connection: { saveData: true } }, undefined, "gemma-270m", /traffic is to be saved/],
		[{ memory: 8, connection: { effectiveType: "3g" } }, undefined, "gemma-270m", /traffic is to be saved/],
		[{ memory: 8, connection: { effectiveType: "4g" } }, undefined, "qwen-1.5b", /./],
		[{ memory: 8, quota: 1e9, usage: 2e8 }, undefined, "gemma-270m", /needs 1\.1 GB of storage, of 800 MB/],
		[{ memory: 8, gpu: "real" }, undefined, "qwen-1.5b", /./],
		[{ memory: 8, gpu: "real" }, all, "gemma-e4b", /3\.0 GB/],
		[{ memory: 6, gpu: "real" }, all, "gemma-e2b", /gemma-e4b needs 3\.5 GB of memory/],
		[{ memory: 8, gpu: "emulated" }, all, "qwen-1.5b", /gemma-e2b needs a graphics card/],
		[{ memory: 8 }, { among: ["gemma-270m"] }, "gemma-270m", /253 MB/],
	]) {
		const found = await on(device, options);
		const of = JSON.stringify([device, found]);
		assert.equal(found.model, model, of);
		assert.match(found.reason, why, of);
		assert.equal(found.tier, MODEL_PRESETS[model].tier);
		assert.equal(found.downloadBytes, MODEL_PRESETS[model].bytes);
	}
});

test("what the browser says is told, and what it does not say is left out", async () => {
	const { device } = await on({ memory: 4, cores: 2, gpu: "real", quota: 10, usage: 20 });
	assert.deepEqual(device, {
		memoryGb: 4,
		cores: 2,
		hasGpu: true,
		savesData: false,
		freeBytes: 0,
		stored: [],
	});
	Object.defineProperty(globalThis, "navigator", { value: undefined, configurable: true });
	const bare = await recommendModel();
	assert.deepEqual(bare.device, { hasGpu: false, savesData: false, stored: [] });
});

test("a name that is no preset is refused", async () => {
	for (const among of [["gemma-1b"], [], "qwen-1.5b", [3], ["toString"]])
		await assert.rejects(recommendModel({ among }), { code: "invalid_argument" }, JSON.stringify(among));
});
