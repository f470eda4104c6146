/** All that a page can call of shared canvases, as `rows.mjs`. */
import * as kit from "../../../pkg/index.js";
import * as share from "../../../pkg/share/index.js";

const url = "https://example.com/v?lang=fr";
const skill = () => ({
	meta: { title: "t", theme: { accent: "#06c" }, tags: ["x"], provenance: { a: 1 } },
	content: {
		blocks: [
			{
				type: "note",
				data: { a: 1 },
				x: 1,
				links: ["1"],
				style: { color: "red" },
				frames: { grid: { x: 1 } },
			},
		],
		layout: "grid",
		servers: [{ url: "https://m.example/mcp", name: "m" }],
		localServers: ["autoui"],
	},
});
const coded = () => share.encodeHyperSkill(skill(), url);
const [link, keys] = [await coded(), await share.generateKeyPair()];
const digest = await share.hash(url, "x");
const versions = [await share.createVersion({ a: 1 }, url)];
const store = () => ({ put: async () => "t", get: async () => JSON.stringify(skill()) });
const root = () => ({ style: { getPropertyValue: () => "", setProperty: () => undefined } });
const IN_A_PAGE = "copies what a page shows: tests/e2e/share.test.mjs";

export const SHARE = {
	"webmcp-auto-ui/share": {
		of: () => share,
		rows: {
			applyTheme: () => ({ element: root(), theme: { accent: "#06c" } }),
			buildShortUrl: () => ({ sourceUrl: url, content: "c" }),
			computeHash: () => ({ sourceUrl: url, value: { a: 1 }, previousHash: digest }),
			createVersion: () => ({ skill: skill(), url, previousHash: digest }),
			decode: () => ({ urlOrParam: link }),
			decodeHyperSkill: () => ({ urlOrParam: link }),
			diff: () => ({ previous: { a: 1 }, next: { a: 2 } }),
			encode: () => ({ sourceUrl: url, content: "c", options: { compress: "gz" } }),
			encodeHyperSkill: () => ({ skill: skill(), sourceUrl: url, options: { short: true, compress: "gz" } }),
			generateKeyPair: () => ({}),
			getHsParam: () => ({ url: link }),
			getShortToken: () => ({ url: "https://example.com/?n=t" }),
			hash: () => ({ sourceUrl: url, content: "c", previousHash: digest }),
			openShared: () => ({
				source: link,
				options: {
					canvas: kit.createCanvasVanilla(),
					servers: [kit.createWebMcpServer("s")],
					ask: () => true,
					connect: () => undefined,
					store: store(),
				},
			}),
			readHyperSkill: () => ({ text: JSON.stringify(skill()) }),
			readShared: () => ({ source: "https://example.com/?n=t", options: { store: store() } }),
			readSkillFile: () => ({ file: JSON.stringify(skill()) }),
			sign: () => ({ hash: digest, privateKey: keys.privateKey }),
			signHyperSkill: () => ({ skill: skill(), keys: { ...keys } }),
			storeHyperSkill: () => ({ skill: skill(), store: store(), sourceUrl: url }),
			themeOf: () => ({ element: root() }),
			toFile: () => ({ skill: skill() }),
			toHyperSkill: () => ({
				canvas: kit.createCanvasVanilla(),
				details: {
					...{ title: "t", description: "d", tags: ["x"], llm: "m", chatSummary: "s", recipe: "# R" },
					...{
						localServers: ["autoui"],
						theme: { accent: "#06c" },
						provenance: { a: 1 },
						created: "2026-01-01",
					},
					servers: [{ url: "https://m.example/mcp", name: "m" }],
				},
			}),
			toMarkdown: () => ({ skill: skill() }),
			toPage: IN_A_PAGE,
			toPicture: IN_A_PAGE,
			toQrCode: () => ({ text: link }),
			verify: () => ({ hash: digest, signature: "AAAA", publicKey: keys.publicKey }),
			verifyChain: () => ({ versions: structuredClone(versions), head: versions[0].hash }),
			verifyHyperSkill: () => ({ skill: skill() }),
		},
	},
};
