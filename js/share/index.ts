/** Canvases that are shared: as links, files and pictures, `webmcp-auto-ui/share`. */
export { type ShareDetails, toHyperSkill } from "./canvas.js";
export {
	type ChainVerdict,
	computeHash,
	createVersion,
	diff,
	hash,
	type SkillVersion,
	verifyChain,
} from "./chain.js";
export { readSkillFile, toFile } from "./file.js";
export {
	type DecodedHyperSkill,
	decodeHyperSkill,
	type EncodeHyperSkillOptions,
	encodeHyperSkill,
} from "./hyperskill.js";
export { type DecodedLink, decode, encode, getHsParam } from "./link.js";
export {
	type OpenedShared,
	type OpenSharedOptions,
	openShared,
	readShared,
	type SharedCanvas,
} from "./opening.js";
export type { Compression } from "./packed.js";
export { toPage } from "./page.js";
export { toPicture } from "./picture.js";
export { toQrCode } from "./qr.js";
export type { SharedQuestion } from "./question.js";
export { readHyperSkill } from "./reading.js";
export { toMarkdown } from "./recipe.js";
export {
	generateKeyPair,
	type SignatureState,
	sign,
	signHyperSkill,
	verify,
	verifyHyperSkill,
} from "./signing.js";
export { buildShortUrl, getShortToken, type SkillStore, storeHyperSkill } from "./store.js";
export { applyTheme, themeOf } from "./theme.js";
export type {
	HyperSkill,
	SharedServer,
	SharedWidget,
	SkillContent,
	SkillMeta,
	SkillSignature,
} from "./types.js";
