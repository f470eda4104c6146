"""Writes a checkpoint as an adapter in llama.cpp's form: `python export.py MODEL.gguf CHECKPOINT.pt ALIKE.pt ADAPTER.gguf`.

Each change is rewritten as the sum of its strongest parts (singular values), and of all matrices those parts are kept that matter most
for their bytes, until the file is full. Which words mean which names stands beside them, as numbers of the file's head, which other
readers pass over.
"""

import argparse
import pathlib

import gguf
import numpy
import torch

from model import MATRICES, Weights

MOST_BYTES = 4_950_000
ALPHA = 16.0


def parts_of(a, b, scale):
    """The change `scale * b @ a` as parts, the strongest first: (columns, values, rows)."""
    left, inner = torch.linalg.qr(b.double())
    right, outer = torch.linalg.qr(a.double().T)
    u, values, v = torch.linalg.svd(inner @ outer.T * scale)
    return left @ u, values, v @ right.T


def cost(rows, columns):
    """Bytes of one part: its row in Q8_0, its column in half precision."""
    return columns * 34 / 32 + rows * 2


def of_adapter(path, fresh, scale):
    """An adapter as the LoRA of a model whose own, `fresh`, has as many parts or more."""
    reader = gguf.GGUFReader(str(path))
    alpha = float(reader.fields["adapter.lora.alpha"].contents())
    tensors = {one.name: torch.from_numpy(gguf.quants.dequantize(one.data, one.tensor_type).copy()).float() for one in reader.tensors}
    found = {}
    for name in (name.removesuffix(".lora_a") for name in tensors if name.endswith(".lora_a")):
        down, up = tensors[f"{name}.lora_a"], tensors[f"{name}.lora_b"]
        rank = down.shape[0]
        # The rows as long as those that training begins with, so that it goes on at its pace.
        long = down.norm(dim=1)
        key = name.replace("blk.", "layers.").removesuffix(".weight")
        a, b = fresh[f"{key}.a"].clone(), fresh[f"{key}.b"].clone()
        a[:rank] = down / long[:, None]
        b[:, :rank] = up * long * (alpha / rank / scale)
        found[f"{key}.a"], found[f"{key}.b"] = a, b
    return found


def main():
    says = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    says.add_argument("model")
    says.add_argument("checkpoint")
    says.add_argument("alike", help="which words mean which names (alike.py)")
    says.add_argument("out", type=pathlib.Path)
    says.add_argument("--bytes", type=int, default=MOST_BYTES)
    given = says.parse_args()
    weights = Weights(given.model)
    kept = torch.load(given.checkpoint, map_location="cpu", weights_only=True)
    changes, worth = {}, []
    for index in range(weights.layers):
        for name in MATRICES:
            a, b = (kept["averaged"][f"layers.{index}.{name}.{part}"] for part in "ab")
            columns, values, rows = parts_of(a, b, 2.0)
            key = f"blk.{index}.{name}.weight"
            changes[key] = columns, values, rows
            each = cost(columns.shape[0], rows.shape[1])
            worth += [(float(value**2) / each, key, each, float(value**2)) for value in values]
    worth.sort(reverse=True)
    ranks, full, held = dict.fromkeys(changes, 0), 0.0, 0.0
    alike = torch.load(given.alike, weights_only=True)
    room = given.bytes - len(changes) * 200 - sum(part.numel() for part in alike.values())
    for _, key, each, energy in worth:
        if full + each <= room:
            ranks[key] += 1
            full += each
            held += energy
    writer = gguf.GGUFWriter(str(given.out), weights.architecture)
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", ALPHA)
    writer.add_name("webmcp-auto-ui composer")
    writer.add_string("webmcp.composer", "4")
    for part, kind in (("words", gguf.GGUFValueType.INT8), ("names", gguf.GGUFValueType.INT8), ("gate", gguf.GGUFValueType.FLOAT32)):
        writer.add_key_value(f"webmcp.alike.{part}", alike[part].flatten().tolist(), gguf.GGUFValueType.ARRAY, sub_type=kind)
    for key, (columns, values, rows) in changes.items():
        rank = ranks[key]
        if rank == 0:
            continue
        root = values[:rank].sqrt()
        # A reader takes alpha / rank of the product.
        up = columns[:, :rank] * root * (rank / ALPHA)
        down = (root[:, None] * rows[:rank]).float().numpy()
        kind = gguf.GGMLQuantizationType.Q8_0
        writer.add_tensor(f"{key}.lora_a", gguf.quants.quantize(down, kind), raw_dtype=kind)
        writer.add_tensor(f"{key}.lora_b", up.to(torch.float16).numpy().astype(numpy.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    every = sum(energy for *_, energy in worth)
    print(f"{given.out.stat().st_size} bytes, ranks {min(ranks.values())} to {max(ranks.values())}, {100 * held / every:.1f} % of the change's energy")


if __name__ == "__main__":
    main()
