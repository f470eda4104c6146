/** What a person says, by the browser's own speech recognition, where it has one. */

/** As far as it is used here; TypeScript does not know it. */
interface Recognition extends EventTarget {
	lang: string;
	interimResults: boolean;
	continuous: boolean;
	start(): void;
	stop(): void;
}

interface Heard extends Event {
	readonly results: Iterable<ArrayLike<{ readonly transcript: string }>>;
}

type Maker = new () => Recognition;

function maker(): Maker | undefined {
	const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
		SpeechRecognition?: Maker;
		webkitSpeechRecognition?: Maker;
	};
	return SpeechRecognition ?? webkitSpeechRecognition;
}

/** Whether this browser has it. */
export function canListen(): boolean {
	return maker() !== undefined;
}

/**
 * Listens until the person is silent.
 *
 * @param near - Whose language is spoken.
 * @returns Stops.
 */
export function listen(
	near: HTMLElement,
	{ heard, ended }: { heard(text: string): void; ended(problem?: string): void },
): () => void {
	const Made = maker();
	if (!Made) return () => undefined;
	const recognition = new Made();
	let problem: string | undefined;
	recognition.lang = near.closest("[lang]")?.getAttribute("lang") ?? navigator.language;
	recognition.interimResults = true;
	recognition.continuous = false;
	recognition.addEventListener("result", (event) => {
		heard([...(event as Heard).results].map((result) => result[0]?.transcript ?? "").join(" "));
	});
	recognition.addEventListener("error", (event) => {
		problem = (event as Event & { error?: string }).error;
	});
	recognition.addEventListener("end", () => ended(problem));
	recognition.start();
	return () => recognition.stop();
}
