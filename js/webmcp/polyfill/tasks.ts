/** A task source: what is queued runs in order, each in a task of its own, without the delay that timers have. */

/** Queues a task. */
export type Queue = (task: () => void) => void;

/** A task source of this window. */
export function taskSource(): Queue {
	const { port1, port2 } = new MessageChannel();
	const waiting: (() => void)[] = [];
	let next = 0;
	port1.onmessage = () => {
		const task = waiting[next];
		next += 1;
		if (next === waiting.length) {
			waiting.length = 0;
			next = 0;
		}
		task?.();
	};
	return (task) => {
		waiting.push(task);
		port2.postMessage(null);
	};
}
