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
# Those that read the same are one product.
TOGETHER = (("attn_q", "attn_k", "attn_v"), ("attn_output",), ("ffn_gate", "ffn_up"), ("ffn_down",))
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
    """What is learned of a matrix: a low-rank change."""

    def __init__(self, rows, columns, rank):
        super().__init__()
        self.a = nn.Parameter(torch.randn(rank, columns) / math.sqrt(columns))
        self.b = nn.Parameter(torch.zeros(rows, rank))


class Product(torch.autograd.Function):
    """x times a matrix with its changes. Where they are merged into it, they cost nothing but the thin products of their gradients."""

    @staticmethod
    def forward(x, weight, scale, is_merged, *changes):
        if is_merged:
            return F.linear(x, weight)
        low = F.linear(x, torch.cat(changes[::2]).to(x.dtype)).split([one.shape[0] for one in changes[::2]], -1)
        return F.linear(x, weight) + scale * torch.cat([F.linear(part, up.to(x.dtype)) for part, up in zip(low, changes[1::2])], -1)

    @staticmethod
    def setup_context(context, inputs, _):
        x, weight, context.scale, context.is_merged, *changes = inputs
        context.save_for_backward(x, weight, *changes)

    @staticmethod
    def backward(context, wanted):
        x, weight, *changes = context.saved_tensors
        ups, ranks = changes[1::2], [down.shape[0] for down in changes[::2]]
        down = torch.cat(changes[::2]).to(x.dtype)
        parts = wanted.split([up.shape[0] for up in ups], -1)
        through = torch.cat([part @ up.to(x.dtype) for part, up in zip(parts, ups)], -1)
        of_downs = (through.T @ x).split(ranks)
        found = []
        for of_down, part, low in zip(of_downs, parts, F.linear(x, down).split(ranks, -1)):
            found += [of_down.float() * context.scale, (part.T @ low).float() * context.scale]
        of_x = None
        if context.needs_input_grad[0]:
            of_x = wanted @ weight if context.is_merged else wanted @ weight + context.scale * through @ down
        return of_x, None, None, None, *found


class Matrices(nn.Module):
    """Frozen matrices that read the same, as one. In full precision the changes that are learned are merged into it; in half they would be
    lost, since less than the last digit of a weight is no change of it."""

    def __init__(self, frozen, scale):
        super().__init__()
        weight = torch.cat(frozen)
        self.rows, self.scale, self.is_merged = [one.shape[0] for one in frozen], scale, weight.dtype == torch.float32
        self.register_buffer("weight", weight, persistent=False)
        self.register_buffer("merged", weight.clone() if self.is_merged else weight, persistent=False)

    @torch.no_grad()
    def merge(self, changes):
        for into, frozen, change in zip(self.merged.split(self.rows), self.weight.split(self.rows), changes):
            if self.is_merged:
                torch.addmm(frozen, change.b, change.a, alpha=self.scale, out=into)

    def forward(self, x, changes):
        return Product.apply(x, self.merged, self.scale, self.is_merged, *(part for change in changes for part in (change.a, change.b)))


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


def added(x, change, weight, epsilon):
    return x + normed(change, weight, epsilon)


def turned(x, weight, epsilon, cos, sin):
    """Normed, and rotated by its place."""
    x = normed(x, weight, epsilon)
    one, two = x.chunk(2, -1)
    return x * cos + torch.cat((-two, one), -1) * sin


def gated(both):
    gate, up = both.chunk(2, -1)
    return F.gelu(gate, approximate="tanh") * up


def seen(q, k, v, segments):
    """What each token sees: its segment up to itself and, all of it, the segment that this one stands behind.

    q, k, v: (length, heads, width); q has more heads. `segments`: lengths, and the number of the one in front or None.
    """
    lengths = [length for length, _ in segments]
    later = torch.full((max(lengths),) * 2, float("-inf"), dtype=q.dtype, device=q.device).triu(1)[:, None]
    shared = q.shape[1] // k.shape[1]
    # Heads that share a key as more rows of one product: torch's own attention with a mask takes four times as long on a CPU.
    found = []
    for q, k, v in zip((q * q.shape[-1] ** -0.5).split(shared, 1), k.unbind(1), v.unbind(1)):
        fronts, of_head = list(zip(k.split(lengths), v.split(lengths))), []
        for own, (keys, values), (length, front) in zip(q.split(lengths), fronts, segments):
            if front is not None:
                keys, values = (torch.cat(pair) for pair in zip(fronts[front], (keys, values)))
            scores = (own.reshape(length * shared, -1) @ keys.T).view(length, shared, -1)
            scores[..., -length:] += later[:length, :, :length]
            of_head.append(F.softmax(scores, -1).view(length * shared, -1) @ values)
        found.append(torch.cat(of_head).view(-1, shared, v.shape[-1]))
    return torch.cat(found, 1)


class Layer(nn.Module):
    def __init__(self, weights, index, rank, scale, kind):
        super().__init__()
        self.shape = weights.heads, weights.key_heads, weights.head_width, weights.epsilon
        self.is_global = (index + 1) % GLOBAL_EVERY == 0
        frozen = {name: weights.tensor(f"blk.{index}.{name}.weight", kind) for name in MATRICES}
        for name in MATRICES:
            setattr(self, name, Adapted(*frozen[name].shape, rank))
        self.products = nn.ModuleDict({"-".join(names): Matrices([frozen[name] for name in names], scale) for names in TOGETHER})
        for name in NORMS:
            self.register_buffer(name, weights.tensor(f"blk.{index}.{name}.weight", torch.float32), persistent=False)

    def merge(self):
        for names in TOGETHER:
            self.products["-".join(names)].merge([getattr(self, name) for name in names])

    def product(self, x, names):
        return self.products["-".join(names)](x, [getattr(self, name) for name in names])

    def forward(self, x, turns, segments):
        """x: (length, width)."""
        heads, key_heads, width, epsilon = self.shape
        split = lambda x, count: x.unflatten(-1, (count, width))
        turn = turns[self.is_global]
        qkv, output, gate_up, down = TOGETHER
        q, k, v = self.product(normed(x, self.attn_norm, epsilon), qkv).split([heads * width, key_heads * width, key_heads * width], -1)
        q = turned(split(q, heads), self.attn_q_norm, epsilon, *turn)
        k = turned(split(k, key_heads), self.attn_k_norm, epsilon, *turn)
        h = seen(q, k, split(v, key_heads), segments).flatten(1)
        x = added(x, self.product(h, output), self.post_attention_norm, epsilon)
        h = gated(self.product(normed(x, self.ffn_norm, epsilon), gate_up))
        return added(x, self.product(h, down), self.post_ffw_norm, epsilon)


class Gemma(nn.Module):
    """The model; only the low-rank matrices learn. `merge` after they have changed."""

    def __init__(self, weights, rank=16, alpha=32, kind=torch.bfloat16):
        super().__init__()
        self.kind = kind
        self.weights, self.rank, self.alpha = weights, rank, alpha
        self.layers = nn.ModuleList(Layer(weights, index, rank, alpha / rank, kind) for index in range(weights.layers))
        self.register_buffer("embedding", weights.tensor("token_embd.weight"), persistent=False)
        self.register_buffer("norm", weights.tensor("output_norm.weight", torch.float32), persistent=False)

    def merge(self):
        for layer in self.layers:
            layer.merge()

    def turn(self, positions, theta):
        width = self.weights.head_width
        angles = positions[:, None].float() / theta ** (torch.arange(0, width, 2, device=positions.device).float() / width)
        angles = torch.cat((angles, angles), -1)[:, None]
        return angles.cos().to(self.kind), angles.sin().to(self.kind)

    def forward(self, ids, positions, segments):
        """The last hidden states, normed: (length, width). `segments` as in `seen`."""
        x = F.embedding(ids, self.embedding).to(self.kind) * self.weights.width**0.5
        turns = {False: self.turn(positions, LOCAL_THETA), True: self.turn(positions, self.weights.theta)}
        # Sequences are shorter than the window, so local layers see what global ones do.
        for layer in self.layers:
            x = layer(x, turns, segments)
        return normed(x, self.norm, self.weights.epsilon)

    def learned(self):
        return {name: value for name, value in self.state_dict().items() if name.endswith((".a", ".b"))}
