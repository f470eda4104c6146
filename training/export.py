"""Writes a checkpoint as an adapter in llama.cpp's form: `python export.py MODEL.gguf CHECKPOINT.pt ADAPTER.gguf`."""

import sys

import gguf
import torch

from model import MATRICES, Weights


def main(model, checkpoint, out):
    weights = Weights(model)
    kept = torch.load(checkpoint, map_location="cpu", weights_only=True)
    rank = kept["rank"]
    writer = gguf.GGUFWriter(out, weights.architecture)
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", 2.0 * rank)
    writer.add_name("webmcp-auto-ui composer")
    writer.add_string("webmcp.composer", "1")
    for index in range(weights.layers):
        for name in MATRICES:
            for part in ("a", "b"):
                # Half precision holds all that training found: what is added is small beside the weights' own steps.
                value = kept["averaged"][f"layers.{index}.{name}.{part}"].to(torch.float16).numpy()
                writer.add_tensor(f"blk.{index}.{name}.weight.lora_{part}", value)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main(*sys.argv[1:4])
