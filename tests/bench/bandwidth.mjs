/** How fast one thread of WebAssembly reads memory: the ceiling of decoding, which reads every weight once per token. */
import binaryen from "binaryen";
import { median } from "./measure.mjs";

const PAGES = 5_000;
const BYTES = 285e6;
const ROUNDS = 15;

/** Adds up `bytes` bytes from address 0, 64 at a time. */
const WAT = `(module
	(memory (export "memory") ${PAGES})
	(func (export "sum") (param $end i32) (result i32)
		(local $at i32) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
		(loop $more
			(local.set $a (i32x4.add (local.get $a) (v128.load (local.get $at))))
			(local.set $b (i32x4.add (local.get $b) (v128.load offset=16 (local.get $at))))
			(local.set $c (i32x4.add (local.get $c) (v128.load offset=32 (local.get $at))))
			(local.set $d (i32x4.add (local.get $d) (v128.load offset=48 (local.get $at))))
			(local.set $at (i32.add (local.get $at) (i32.const 64)))
			(br_if $more (i32.lt_u (local.get $at) (local.get $end))))
		(i32x4.extract_lane 0 (i32x4.add (i32x4.add (local.get $a) (local.get $b))
			(i32x4.add (local.get $c) (local.get $d))))))`;

/**
 * @param {import("playwright-core").Page} page
 * @returns {Promise<number>} gigabytes per second, the median
 */
export async function bandwidth(page) {
	const module = binaryen.parseText(WAT);
	module.setFeatures(binaryen.Features.SIMD128);
	const bytes = [...module.emitBinary()];
	const rates = await page.evaluate(
		async ({ bytes, count, rounds }) => {
			const { instance } = await WebAssembly.instantiate(new Uint8Array(bytes));
			const { memory, sum } = instance.exports;
			// Memory that was never written is not really there.
			new Uint8Array(memory.buffer).fill(1);
			const rates = [];
			for (let round = 0; round < rounds; round += 1) {
				const start = performance.now();
				sum(count);
				rates.push(count / 1e6 / (performance.now() - start));
			}
			return rates;
		},
		{ bytes, count: BYTES, rounds: ROUNDS },
	);
	return median(rates);
}
