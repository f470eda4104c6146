/** Measures the client of the page in which it runs, and tells the server. The address says where that is, and of which era. */
const { url, era, calls, atOnce, warmUps, connects } = JSON.parse(decodeURIComponent(location.hash.slice(1)));

/** Milliseconds of each. */
async function time(count, work) {
	const begin = performance.now();
	await work(count);
	return (performance.now() - begin) / count;
}

async function measure() {
	const client = openMcp(url, era);
	await client.connect();
	await client.list();
	await client.call("small", {});
	// Since the page was asked for.
	const first = performance.now();
	const oneByOne = (name) => async (count) => {
		for (let n = 0; n < count; n += 1) await client.call(name, { n });
	};
	const together = (name) => async (count) => {
		for (let n = 0; n < count; n += atOnce)
			await Promise.all(Array.from({ length: atOnce }, (_, of) => client.call(name, { n: n + of })));
	};
	const handshakes = async (count) => {
		for (let n = 0; n < count; n += 1) {
			const other = openMcp(url, era);
			await other.connect();
			await other.close();
		}
	};
	for (const name of ["small", "large", "table"]) await oneByOne(name)(warmUps);
	const times = {
		"from the address to the first result": first,
		"connect, and disconnect": await time(connects, handshakes),
		"small, one by one": await time(calls, oneByOne("small")),
		[`small, ${atOnce} at once`]: await time(calls, together("small")),
		"100 kB, one by one": await time(calls, oneByOne("large")),
		[`100 kB, ${atOnce} at once`]: await time(calls, together("large")),
		"validated, one by one": await time(calls, oneByOne("table")),
	};
	await client.close();
	return times;
}

const told = await measure().catch((error) => ({ problem: String(error?.stack ?? error) }));
await fetch(new URL("/measured", url), { method: "POST", body: JSON.stringify(told) });
