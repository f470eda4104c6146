/** Where authorization servers send people back to: the answer goes to the page that has opened this window. */
import { finishMcpSignIn } from "webmcp-auto-ui/mcp/auth";

const WORDS: {
	readonly [language: string]: { readonly waits: string; readonly done: string; readonly lost: string };
} = {
	en: {
		waits: "Signing in …",
		done: "You are signed in. This window can be closed.",
		lost: "Nobody waits for this sign-in any more. Go back to the page where it began and try again.",
	},
	fr: {
		waits: "Connexion en cours …",
		done: "Vous êtes connecté. Vous pouvez fermer cette fenêtre.",
		lost: "Plus personne n’attend cette connexion. Retournez à la page où elle a commencé et réessayez.",
	},
	de: {
		waits: "Anmeldung läuft …",
		done: "Die Anmeldung ist geschehen. Dieses Fenster kann geschlossen werden.",
		lost: "Auf diese Anmeldung wartet niemand mehr. Gehen Sie zu der Seite zurück, wo sie begann, und versuchen Sie es noch einmal.",
	},
};

async function finish(): Promise<void> {
	const state = document.querySelector("[role=status]");
	const language = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in WORDS) ?? "en";
	const words = WORDS[language];
	if (!state || !words) return;
	document.documentElement.lang = language;
	state.textContent = words.waits;
	const isTaken = await finishMcpSignIn();
	state.textContent = isTaken ? words.done : words.lost;
	// An answer that nobody has taken is nothing to be kept in the history.
	history.replaceState(null, "", location.pathname);
}

void finish();
