/** The storage and a canvas, for the tests to fill; what is done in a life that is killed is in `steps.js`. */
import * as kit from "webmcp-auto-ui";
import { openStorage } from "webmcp-auto-ui/storage";
import { boardOf, boardSteps, doOnBoard, doInTalk, talkOf, talkSteps } from "./steps.js";

/** What a call comes to: its value, or the error's code, words and details. */
async function outcome(work) {
	try {
		return { value: await work() };
	} catch (error) {
		return { code: error.code ?? error.name, message: error.message, details: error.details };
	}
}

/** Opens everything that a test works with. */
async function begin(options, session) {
	const storage = await openStorage(options);
	const id = session ?? (await storage.sessions.create("First")).id;
	const kept = await storage.sessions.load(id);
	const canvas = kit.createCanvasVanilla();
	const keeper = await kept.keepCanvas(canvas);
	Object.assign(window, { storage, session: kept, canvas, keeper });
	return id;
}

/** All rows of a database as text, bytes as the letters they would be. */
async function raw(name) {
	const database = await new Promise((resolve, reject) => {
		const request = indexedDB.open(name);
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
	const texts = [];
	for (const store of database.objectStoreNames) {
		const request = database.transaction(store).objectStore(store).getAll();
		const rows = await new Promise((resolve) => {
			request.onsuccess = () => resolve(request.result);
		});
		const shown = (_, value) => {
			if (value instanceof ArrayBuffer) return new TextDecoder("latin1").decode(value);
			return value instanceof Uint8Array ? new TextDecoder("latin1").decode(value) : value;
		};
		texts.push(`${store} ${JSON.stringify(rows, shown)}`);
	}
	database.close();
	return texts.join("\n");
}

/** A burst of work on a canvas and a conversation that goes on until the page is killed; tells each step that was acknowledged. */
async function live(id, seed) {
	await begin({}, id);
	// The page before may have left this moment.
	while (window.session.role !== "writer") await new Promise((resolve) => setTimeout(resolve, 1));
	const [board, talk] = [boardOf(window.canvas.getSnapshot()), talkOf(window.session.messages)];
	console.log(`begun ${JSON.stringify({ board, talk })}`);
	const work = async () => {
		for (const { at, op, waits } of boardSteps(seed, board)) {
			doOnBoard(window.canvas, op);
			if (waits === "turn") await Promise.resolve();
			if (waits !== "stored") continue;
			await window.keeper.settled();
			console.log(`board ${at}`);
		}
	};
	const say = async () => {
		for (const { at, op } of talkSteps(seed, talk)) {
			await doInTalk(window.session, op);
			console.log(`talk ${at}`);
		}
	};
	await Promise.all([work(), say()]);
}

await kit.init();
Object.assign(window, { kit, openStorage, outcome, begin, raw, live, boardOf, talkOf, isReady: true });
