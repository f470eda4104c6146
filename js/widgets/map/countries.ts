/** Which country a name means, in the languages that browsers know. */
import { world } from "./world.js";

/** Languages that names are known in, beside the page's and the person's. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl"];
/** What people write and no list of names has. */
const SHORT: { readonly [name: string]: string } = {
	usa: "US",
	uk: "GB",
	"great britain": "GB",
	england: "GB",
	holland: "NL",
	uae: "AE",
	"ivory coast": "CI",
	"czech republic": "CZ",
	"dr congo": "CD",
	"democratic republic of the congo": "CD",
	congo: "CG",
	"republic of the congo": "CG",
	"east timor": "TL",
	burma: "MM",
	swaziland: "SZ",
	macedonia: "MK",
};

/** A name as it is compared: small letters without accents, marks and articles. */
function plain(name: string): string {
	const letters = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
	return letters
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim()
		.replace(/^(the|die|der|das|la|le|les|el|los|las|il|lo|gli|de|het|os|as) (?=.)/u, "");
}

let known: Map<string, string> | undefined;

function names(): Map<string, string> {
	const found = new Map<string, string>();
	// Names are also read where there is no page.
	const own = typeof document === "undefined" ? [] : [document.documentElement.lang, ...navigator.languages];
	const languages = [...own, ...LANGUAGES];
	for (const language of new Set(languages.filter((one) => one !== ""))) {
		const said = displayNames(language);
		for (const { code } of world) {
			const name = code === "" ? undefined : said?.of(code);
			if (name) found.set(plain(name), code);
		}
	}
	for (const { code, name } of world) if (code !== "") found.set(plain(name), code);
	for (const [name, code] of Object.entries(SHORT)) found.set(name, code);
	return found;
}

function displayNames(language: string): Intl.DisplayNames | undefined {
	try {
		return new Intl.DisplayNames(language, { type: "region" });
	} catch {
		// What the page says its language is need not be one.
		return undefined;
	}
}

/** The code of the country that `name` means, by its name or its code of two letters; nothing for any other place. */
export function countryOf(name: string): string | undefined {
	if (/^[A-Z]{2}$/.test(name) && world.some(({ code }) => code === name)) return name;
	known ??= names();
	return known.get(plain(name));
}
