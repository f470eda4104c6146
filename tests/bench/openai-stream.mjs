/** Streams of an OpenAI-compatible server, and a `fetch` that plays them in pieces of the network. */

const CHUNK_BYTES = 1400;

/**
 * One event of a reply.
 *
 * @param {object} delta
 * @param {string | null} finish
 */
export const event = (delta, finish = null) =>
	`data: ${JSON.stringify({
		id: "chatcmpl-123456789",
		object: "chat.completion.chunk",
		created: 1_700_000_000,
		model: "gpt-bench",
		choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
	})}\n\n`;

/** What ends a stream. */
export const DONE = "data: [DONE]\n\n";

/**
 * A response that brings `bytes` in pieces of 1.4 KB.
 *
 * @param {Uint8Array} bytes
 */
export function streamed(bytes) {
	let from = 0;
	const body = new ReadableStream({
		pull(controller) {
			if (from >= bytes.length) return controller.close();
			controller.enqueue(bytes.slice(from, from + CHUNK_BYTES));
			from += CHUNK_BYTES;
		},
	});
	return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/**
 * Tells the first choice's delta of each event of a response: the least that does the job in JavaScript.
 *
 * @param {Response} response
 * @param {(delta: any) => void} hear
 */
export async function byHand(response, hear) {
	const decoder = new TextDecoder();
	let rest = "";
	for await (const bytes of response.body ?? []) {
		rest += decoder.decode(bytes, { stream: true });
		const lines = rest.split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) {
			if (line.startsWith("data: ") && line !== "data: [DONE]") {
				hear(JSON.parse(line.slice(6)).choices[0].delta);
			}
		}
	}
}
