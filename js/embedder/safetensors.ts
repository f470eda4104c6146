/** Decides which matrix a `.safetensors` file holds. */

/** A matrix, row by row. */
export interface Matrix {
	rows: number;
	columns: number;
	numbers: Float32Array;
}

interface Tensor {
	dtype: string;
	shape: number[];
	data_offsets: [number, number];
}

const MAX_HEADER_BYTES = 1_000_000;
const BYTES: { [dtype: string]: number } = { F32: 4, F16: 2, BF16: 2 };

/** The only matrix in the file, or the largest of several. Throws an `Error` that says what is wrong. */
export function readMatrix(file: ArrayBuffer): Matrix {
	const refuse = (problem: string): never => {
		throw new Error(`The weights are no usable .safetensors file: ${problem}.`);
	};
	if (file.byteLength < 8) refuse("it is too short");
	const view = new DataView(file);
	const headerBytes = Number(view.getBigUint64(0, true));
	if (headerBytes > Math.min(MAX_HEADER_BYTES, file.byteLength - 8)) refuse("its header is cut off");
	const header = parse(new TextDecoder().decode(new Uint8Array(file, 8, headerBytes)));
	const tensors = Object.values(header).filter(isMatrix);
	const [tensor] = tensors.sort((a, b) => size(b) - size(a));
	if (!tensor) return refuse("it holds no matrix of F32, F16 or BF16");
	const [rows = 0, columns = 0] = tensor.shape;
	const start = 8 + headerBytes + tensor.data_offsets[0];
	const bytes = rows * columns * (BYTES[tensor.dtype] ?? 0);
	if (bytes === 0 || tensor.data_offsets[1] - tensor.data_offsets[0] !== bytes)
		refuse("shape and length differ");
	if (start + bytes > file.byteLength) refuse("it is cut off");
	return { rows, columns, numbers: decode(view, start, rows * columns, tensor.dtype) };
}

function parse(text: string): { [name: string]: unknown } {
	try {
		const header: unknown = JSON.parse(text);
		if (typeof header === "object" && header !== null) return header as { [name: string]: unknown };
	} catch {
		// Said below.
	}
	throw new Error("The weights are no usable .safetensors file: its header is no JSON object.");
}

function isMatrix(value: unknown): value is Tensor {
	if (typeof value !== "object" || value === null) return false;
	const { dtype, shape, data_offsets } = value as Partial<Tensor>;
	const natural = (list: unknown): boolean =>
		Array.isArray(list) && list.length === 2 && list.every((n) => Number.isSafeInteger(n) && n >= 0);
	return typeof dtype === "string" && Object.hasOwn(BYTES, dtype) && natural(shape) && natural(data_offsets);
}

const size = ({ shape }: Tensor): number => (shape[0] ?? 0) * (shape[1] ?? 0);

function decode(view: DataView, start: number, count: number, dtype: string): Float32Array {
	const numbers = new Float32Array(count);
	if (dtype === "F32") {
		for (let i = 0; i < count; i += 1) numbers[i] = view.getFloat32(start + 4 * i, true);
		return numbers;
	}
	const bits = new Uint32Array(numbers.buffer);
	for (let i = 0; i < count; i += 1) {
		const half = view.getUint16(start + 2 * i, true);
		if (dtype === "BF16") bits[i] = half << 16;
		else numbers[i] = fromHalf(half);
	}
	return numbers;
}

/** IEEE 754 binary16. */
function fromHalf(half: number): number {
	const sign = half & 0x8000 ? -1 : 1;
	const exponent = (half >> 10) & 0x1f;
	const fraction = half & 0x3ff;
	if (exponent === 0) return sign * fraction * 2 ** -24;
	if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
	return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
