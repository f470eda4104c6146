/** Decides which preset suits a device, by what its browser says of it. */
import { invalid, listOf, must, objectOf, optional, optionsOf } from "../core/arguments.js";
import type { DeviceFacts, ModelPreset, ModelRecommendation, ModelTier } from "../types/index.js";
import { storedModels } from "../worker/store.js";
import { findGpu, MODEL_PRESETS } from "./choice.js";

/**
 * The presets that run without anything else than this package, and answer best for their size. Of 40 wishes that say what to show `qwen-0.5b` has 11
 * right, `gemma-270m` with its adapter 27; of 20 questions 4 and 8; of 14 calls 1 and 5 (`tests/eval/composer`, tuned): it is larger and no better.
 */
export const OWN_ENGINE: readonly string[] = ["gemma-270m", "qwen-1.5b"];
const TIERS: readonly ModelTier[] = ["tiny", "small", "good", "best"];
/** What an engine takes beside the file, about: with Qwen 1.5B in Chromium under 380 MB when it had read ahead, 525 MB after it took that back from the store, when that was still read whole. */
const BESIDE_BYTES = 500e6;
/** A page may take so much of a device's memory. This and what follows is judgement, not measured on devices. */
const PART_OF_MEMORY = 0.5;
/** Where the browser does not say how much memory there is. */
const USUAL_GB = 4;
/** With fewer processors a model of more than a gigabyte is slow. */
const CORES_FOR_LARGE = 2;
/** A file of which the browser takes the whole quota would be thrown away again. */
const PART_OF_STORAGE = 0.9;
/** A larger download is none where traffic is to be saved. */
const SAVING_BYTES = 300e6;

const aPreset = must(
	`one of ${Object.keys(MODEL_PRESETS).join(", ")}`,
	(name) => typeof name === "string" && Object.hasOwn(MODEL_PRESETS, name),
);
const OPTIONS = objectOf({ among: optional(listOf(aPreset)) });

/**
 * Says which model suits this device: it asks the browser for memory, processors, graphics card, connection, storage and which models are
 * stored, computes nothing and fetches nothing.
 *
 * @param options.among - Names of {@link MODEL_PRESETS} to choose from; default `gemma-270m` and `qwen-1.5b`, which run on the
 * package's own engine. With `gemma-e2b` among them it is recommended where there is a graphics card.
 * @returns The best preset that the device has room for; the smallest where it has room for none, which the reason says.
 * @throws {@link WebMcpError} `invalid_argument` for a name that is no preset, or an empty list.
 */
export async function recommendModel(
	options: { among?: readonly string[] } = {},
): Promise<ModelRecommendation> {
	const { among = OWN_ENGINE } = optionsOf("recommendModel: options", options, OPTIONS);
	return recommended(await deviceFacts(), among);
}

/** What the browser says of this device; what it does not say is left out. */
async function deviceFacts(): Promise<DeviceFacts> {
	// The page's types do not know all of it, and Node has no `navigator` before version 21.
	const { deviceMemory, hardwareConcurrency, connection, storage } = (globalThis.navigator ?? {}) as Partial<
		Navigator & { deviceMemory: number; connection: { saveData?: boolean; effectiveType?: string } }
	>;
	const [gpu, estimate, models] = await Promise.all([
		findGpu(),
		storage?.estimate?.().catch(() => undefined),
		storedModels().catch(() => []),
	]);
	const isStored = ({ url }: ModelPreset) => models.some((model) => model.url === url && model.complete);
	const presets = Object.entries(MODEL_PRESETS);
	const { quota, usage = 0 } = estimate ?? {};
	return {
		...(deviceMemory !== undefined && { memoryGb: deviceMemory }),
		...(hardwareConcurrency !== undefined && { cores: hardwareConcurrency }),
		hasGpu: gpu.lack === undefined,
		savesData: connection?.saveData === true || /^(?:slow-2g|2g|3g)$/.test(connection?.effectiveType ?? ""),
		...(quota !== undefined && { freeBytes: Math.max(0, quota - usage) }),
		stored: presets.filter(([, preset]) => isStored(preset)).map(([name]) => name),
	};
}

/** The best of these presets for such a device. */
function recommended(device: DeviceFacts, among: readonly string[]): ModelRecommendation {
	const all = among.flatMap((name) => {
		const preset = MODEL_PRESETS[name];
		return preset ? [{ name, ...preset, tier: preset.tier ?? "tiny" }] : [];
	});
	const rank = ({ tier, bytes }: { tier: ModelTier; bytes: number }) => TIERS.indexOf(tier) * 1e12 + bytes;
	all.sort((one, other) => rank(other) - rank(one));
	const lacking: string[] = [];
	for (const preset of all) {
		const lack = lackOf(preset, device);
		if (lack === undefined) return told(preset, device, lacking);
		lacking.push(`${preset.name} ${lack}`);
	}
	const smallest = all.toSorted((one, other) => one.bytes - other.bytes)[0];
	if (!smallest) throw invalid("recommendModel: options.among", "names no preset");
	return told(smallest, device, [...lacking, "the smallest is the likeliest to run"]);
}

type Named = ModelPreset & { name: string; tier: ModelTier };

/** Why a device has no room for a model; nothing where it has. */
function lackOf(preset: Named, device: DeviceFacts): string | undefined {
	const { memoryGb = USUAL_GB, cores = CORES_FOR_LARGE, hasGpu, savesData, freeBytes } = device;
	const isStored = device.stored.includes(preset.name);
	if (preset.tier === "best" && !hasGpu) return "needs a graphics card";
	const needed = preset.bytes + BESIDE_BYTES;
	if (needed > memoryGb * 1e9 * PART_OF_MEMORY) return `needs ${gb(needed)} of memory, of ${memoryGb} GB`;
	if (preset.bytes > 1e9 && cores < CORES_FOR_LARGE) return `is slow on ${cores} processor`;
	if (!isStored && savesData && preset.bytes > SAVING_BYTES)
		return `is a download of ${gb(preset.bytes)}, and traffic is to be saved`;
	if (!isStored && freeBytes !== undefined && preset.bytes > freeBytes * PART_OF_STORAGE)
		return `needs ${gb(preset.bytes)} of storage, of ${gb(freeBytes)}`;
	return undefined;
}

function told(preset: Named, device: DeviceFacts, lacking: readonly string[]): ModelRecommendation {
	const { name: model, tier, bytes } = preset;
	const isStored = device.stored.includes(model);
	const cost = isStored ? "it is stored already" : `a download of ${gb(bytes)}`;
	const why = lacking.length > 0 ? ` Not a better one: ${lacking.join("; ")}.` : "";
	return {
		model,
		tier,
		downloadBytes: isStored ? 0 : bytes,
		reason: `${model}, ${cost}: the best that this device has room for.${why}`,
		device,
	};
}

const gb = (bytes: number): string =>
	bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
