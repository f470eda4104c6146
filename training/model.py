"""Gemma 3 in PyTorch, read from the same GGUF file that the page runs, its matrices as they are quantised; and a LoRA beside them."""

import math
import time

import torch
import torch.nn.functional as F
from gguf import GGUFReader
from gguf.quants import dequantize
from torch import nn

# llama.cpp's names of the seven matrices of a layer.
MATRICES = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")
NORMS = ("attn_norm", "attn_q_norm", "attn_k_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm")
# Every sixth layer sees all tokens, the others a window (Gemma 3's pattern; the file does not say it).
GLOBAL_EVERY = 6
LOCAL_THETA = 10_000.0


class Weights:
    """What a GGUF file says: numbers and tensors, dequantised to bfloat16."""

    def __init__(self, path, kept=None):
        self.reader = GGUFReader(path)
        self.known = torch.load(kept, mmap=True, weights_only=True) if kept and kept.exists() else {}
        arch = self.field("general.architecture")
        number = lambda key: self.field(f"{arch}.{key}")
        self.architecture = arch
        self.layers, self.width, self.hidden = number("block_count"), number("embedding_length"), number("feed_forward_length")
        self.heads, self.key_heads = number("attention.head_count"), number("attention.head_count_kv")
        self.head_width = number("attention.key_length")
        self.epsilon = number("attention.layer_norm_rms_epsilon")
        self.window = number("attention.sliding_window")
        self.theta = number("rope.freq_base")
        self.tensors = {tensor.name: tensor for tensor in self.reader.tensors}

    def field(self, name):
        return self.reader.fields[name].contents()

    def tensor(self, name, kind=torch.bfloat16):
        if name not in self.known:
            tensor = self.tensors[name]
            self.known[name] = torch.from_numpy(dequantize(tensor.data, tensor.tensor_type).copy()).to(torch.bfloat16 if tensor.data.ndim > 1 else torch.float32)
        return self.known[name].to(kind)

    def keep(self, path):
        """Keeps what was dequantised, which takes a minute."""
        torch.save(self.known, path)


def tokenizer(gguf, cache):
    """The file's own tokenizer, kept as a file."""
    from tokenizers import Tokenizer

    path = cache / "tokenizer.json"
    if not path.exists():
        from transformers import AutoTokenizer

        found = AutoTokenizer.from_pretrained(str(gguf.parent), gguf_file=gguf.name)
        found.backend_tokenizer.save(str(path))
    made = Tokenizer.from_file(str(path))
    return lambda text: made.encode(text, add_special_tokens=False).ids


class Adapted(nn.Module):
    """A frozen matrix with a low-rank path beside it."""

    def __init__(self, weight, rank, scale):
        super().__init__()
        self.register_buffer("weight", weight.contiguous(), persistent=False)
        self.a = nn.Parameter(torch.randn(rank, weight.shape[1]) / math.sqrt(weight.shape[1]))
        self.b = nn.Parameter(torch.zeros(weight.shape[0], rank))
        self.scale = scale

    def forward(self, x):
        low = F.linear(x, self.a.to(x.dtype))
        return F.linear(x, self.weight) + F.linear(low, (self.b * self.scale).to(x.dtype))


def best_kind(device):
    """The number format in which this machine multiplies fastest: bfloat16 is slow where the processor has none."""
    if device == "cuda":
        return torch.bfloat16
    took = {}
    for kind in (torch.float32, torch.bfloat16):
        x, weight = torch.randn(512, 640, dtype=kind), torch.randn(2048, 640, dtype=kind)
        F.linear(x, weight)
        start = time.perf_counter()
        F.linear(x, weight) @ weight
        took[kind] = time.perf_counter() - start
    return min(took, key=took.get)


def normed(x, weight, epsilon):
    wide = x.float()
    return (wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + epsilon) * weight).to(x.dtype)


def rotated(x, turn):
    cos, sin = turn
    one, two = x.chunk(2, -1)
    return x * cos + torch.cat((-two, one), -1) * sin


class Layer(nn.Module):
    def __init__(self, weights, index, rank, scale, kind):
        super().__init__()
        self.shape = weights.heads, weights.key_heads, weights.head_width, weights.epsilon
        self.is_global = (index + 1) % GLOBAL_EVERY == 0
        for name in MATRICES:
            setattr(self, name, Adapted(weights.tensor(f"blk.{index}.{name}.weight", kind), rank, scale))
        for name in NORMS:
            self.register_buffer(name, weights.tensor(f"blk.{index}.{name}.weight", torch.float32), persistent=False)

    def forward(self, x, turns, mask):
        heads, key_heads, head_width, epsilon = self.shape
        count, length, _ = x.shape
        norm = lambda x, name: normed(x, getattr(self, name), epsilon)
        split = lambda x, heads: x.view(count, length, heads, head_width).transpose(1, 2)
        turn = turns[self.is_global]
        h = norm(x, "attn_norm")
        q = rotated(norm(split(self.attn_q(h), heads), "attn_q_norm"), turn)
        k = rotated(norm(split(self.attn_k(h), key_heads), "attn_k_norm"), turn)
        v = split(self.attn_v(h), key_heads)
        # Heads that share a key as more rows of one product: torch's own attention with a mask takes four times as long on a CPU.
        shared = heads // key_heads
        flat = lambda part: part.reshape(count * key_heads, -1, head_width)
        scores = torch.bmm(flat(q * head_width**-0.5), flat(k).transpose(1, 2)).view(count, heads, length, length)
        weights = F.softmax(scores + mask, -1).view(count * key_heads, shared * length, length)
        seen = torch.bmm(weights, flat(v)).view(count, heads, length, head_width)
        seen = seen.transpose(1, 2).reshape(count, length, heads * head_width)
        x = x + norm(self.attn_output(seen), "post_attention_norm")
        h = norm(x, "ffn_norm")
        h = self.ffn_down(F.gelu(self.ffn_gate(h), approximate="tanh") * self.ffn_up(h))
        return x + norm(h, "post_ffw_norm")


class Gemma(nn.Module):
    """The model; only the low-rank matrices learn."""

    def __init__(self, weights, rank=16, alpha=32, kind=torch.bfloat16):
        super().__init__()
        self.kind = kind
        self.weights, self.rank, self.alpha = weights, rank, alpha
        self.layers = nn.ModuleList(Layer(weights, index, rank, alpha / rank, kind) for index in range(weights.layers))
        self.register_buffer("embedding", weights.tensor("token_embd.weight"), persistent=False)
        self.register_buffer("norm", weights.tensor("output_norm.weight", torch.float32), persistent=False)

    def turn(self, positions, theta):
        width = self.weights.head_width
        angles = positions[..., None].float() / theta ** (torch.arange(0, width, 2, device=positions.device).float() / width)
        angles = torch.cat((angles, angles), -1)[:, None]
        return angles.cos().to(self.kind), angles.sin().to(self.kind)

    def forward(self, ids, positions, mask):
        """The last hidden states, normed. `mask`: True where a token may look."""
        x = F.embedding(ids, self.embedding).to(self.kind) * self.weights.width**0.5
        turns = {False: self.turn(positions, LOCAL_THETA), True: self.turn(positions, self.weights.theta)}
        # Sequences are shorter than the window, so local layers see what global ones do.
        bias = torch.zeros(mask.shape, dtype=x.dtype, device=x.device).masked_fill(~mask, float("-inf"))[:, None]
        for layer in self.layers:
            x = layer(x, turns, bias)
        return normed(x, self.norm, self.weights.epsilon)

    def learned(self):
        return {name: value for name, value in self.state_dict().items() if name.endswith((".a", ".b"))}
