/** Decides where a host lies: on this machine, in a network that is not public, or beyond. All rules about hosts begin here. */

/** Where a host lies, as far as its name or its address says. */
export type HostKind = "loopback" | "unspecified" | "private" | "link-local" | "public";

/** Names for what is inside a network (RFC 6762, RFC 8375, and ICANN's for private use). */
const INSIDE = /(?:^|\.)(?:local|internal|home\.arpa)$/;

/** First address and length of the prefix; a more special one stands before a wider one. */
const V4: readonly (readonly [HostKind, from: string, bits: number])[] = [
	["unspecified", "0.0.0.0", 32],
	["private", "0.0.0.0", 8],
	["loopback", "127.0.0.0", 8],
	["link-local", "169.254.0.0", 16],
	["private", "10.0.0.0", 8],
	["private", "100.64.0.0", 10],
	["private", "172.16.0.0", 12],
	["private", "192.0.0.0", 24],
	["private", "192.168.0.0", 16],
	["private", "198.18.0.0", 15],
	// Multicast, reserved and broadcast: nobody's public server.
	["private", "224.0.0.0", 3],
];

/**
 * Where a host lies. A name is judged as it is written and never looked up, so a public name may still lead into a private network.
 *
 * @param host - An address, or a host as `URL.hostname` or a socket writes it; every spelling that `URL` knows of it counts.
 */
export function hostKind(host: string | URL): HostKind {
	const name = normalised(typeof host === "string" ? host : host.hostname);
	if (name.startsWith("[")) return kindOfV6(name.slice(1, -1));
	const v4 = /^\d+(?:\.\d+){3}$/.test(name);
	return v4 ? kindOfV4(name) : kindOfName(name.toLowerCase().replace(/\.+$/, ""));
}

/**
 * Whether a host is this machine beyond doubt: for rules that allow this machine more than others. An unspecified address (0.0.0.0, `::`)
 * is not: browsers trust none, and some systems connect to nothing there.
 *
 * A name below `localhost` counts, as browsers never look it up (RFC 6761). Programs such as Node do, so there the network's own resolver
 * decides where it leads.
 */
export function isThisMachine(host: string | URL): boolean {
	return hostKind(host) === "loopback";
}

/** Whether a connection may end on this machine: for rules that keep others away from it. An unspecified address does on most systems. */
export function reachesThisMachine(host: string | URL): boolean {
	const kind = hostKind(host);
	return kind === "loopback" || kind === "unspecified";
}

/** Whether a host is one that the public network does not reach: this machine, or one in a network around it. */
export function isInside(host: string | URL): boolean {
	return hostKind(host) !== "public";
}

/** As `URL` writes it; nothing for a text that is more or less than a host. */
function normalised(host: string): string {
	// Sockets name the interface behind a percent sign, and write no brackets.
	const bare = host.replace(/%[^\]]*/, "").replace(/^\[(.*)\]$/, "$1");
	const text = /^[\da-f:.]*:[\da-f:.]*$/i.test(bare) ? `[${bare}]` : host;
	const address = `http://${text}`;
	return /[/\\?#@]/.test(text) || !URL.canParse(address) ? "" : new URL(address).hostname;
}

function kindOfName(name: string): HostKind {
	if (name === "localhost" || name.endsWith(".localhost")) return "loopback";
	return INSIDE.test(name) ? "private" : "public";
}

function kindOfV4(address: string): HostKind {
	const value = numberOf(address);
	const found = V4.find(([, from, bits]) => value >>> (32 - bits) === numberOf(from) >>> (32 - bits));
	return found?.[0] ?? "public";
}

function numberOf(address: string): number {
	return address.split(".").reduce((sum, part) => ((sum << 8) | Number(part)) >>> 0, 0);
}

function kindOfV6(address: string): HostKind {
	const parts = partsOf(address);
	const [first = 0, second = 0] = parts;
	const v4At = (at: number) => {
		const [high = 0, low = 0] = parts.slice(at);
		return [high >> 8, high & 255, low >> 8, low & 255].join(".");
	};
	const leads = (end: number) => parts.slice(0, end).every((part) => part === 0);
	if (leads(7)) {
		if (parts[7] === 0) return "unspecified";
		if (parts[7] === 1) return "loopback";
	}
	if (leads(5) && parts[5] === 0xffff) return kindOfV4(v4At(6));
	if ((first & 0xffc0) === 0xfe80) return "link-local";
	// Unique local, the older site-local, and multicast.
	if ((first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfec0 || (first & 0xff00) === 0xff00)
		return "private";
	// Translated on the way (IPv4-compatible, NAT64, 6to4): where that ends inside is no host's own address, so it is never this machine.
	const isNat64 = first === 0x64 && second === 0xff9b;
	const within = leads(6) || isNat64 ? v4At(6) : first === 0x2002 ? v4At(1) : undefined;
	return within !== undefined && kindOfV4(within) !== "public" ? "private" : "public";
}

/** The eight parts of an address as `URL` writes it. */
function partsOf(address: string): number[] {
	const [before = "", after] = address.split("::");
	const read = (text: string) =>
		text === "" ? [] : text.split(":").map((part) => Number.parseInt(part, 16));
	const [head, tail] = [read(before), read(after ?? "")];
	return after === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill(0), ...tail];
}
