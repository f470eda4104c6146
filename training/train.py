"""Teaches the model: a LoRA on the quantised weights, resumable. `python train.py --help` says how."""

import argparse
import itertools
import json
import os
import pathlib
import random
import signal
import time

import torch
import torch.nn.functional as F

import model as gemma
from export import of_adapter
from model import Gemma, Weights, best_kind, tokenizer

BOS = 2
# A sequence is one context and as many wishes behind it as fit; each wish sees the context and itself only.
LENGTH = 768
WARM_UP = 20
LEAST_RATE = 0.05
# Where something is new, so much of what is not about it stays, to be remembered.
REMEMBERED = 0.12
# The rate falls in so much of the run. Before, the average of the last hundred steps or so is what is worth trying.
FALL = 0.8
AVERAGED = 0.99


def sequences(groups, encode):
    """Groups as sequences: (ids, positions, segments, targets). Segment 0 is the context; -100 is no target."""
    for group in groups:
        context = [BOS, *encode(group["context"])]
        if len(context) > LENGTH - 60:
            continue
        start = lambda: (list(context), list(range(len(context))), [0] * len(context), [-100] * len(context))
        ids, positions, segments, targets = start()
        number = 0
        for prompt, answer in group["branches"]:
            asked, said = encode(prompt), encode(answer)
            if len(context) + len(asked) + len(said) > LENGTH:
                continue
            if len(ids) + len(asked) + len(said) > LENGTH:
                yield ids, positions, segments, targets
                ids, positions, segments, targets = start()
                number = 0
            number += 1
            ids += asked + said
            positions += range(len(context), len(context) + len(asked) + len(said))
            segments += [number] * (len(asked) + len(said))
            # The last token of the prompt predicts the first of the answer.
            targets += [-100] * (len(asked) - 1) + said + [-100]
        if number:
            yield ids, positions, segments, targets


def about(groups, names):
    """The groups that have one of these widgets before them, and some of the others."""
    draw = random.Random(1)
    heads = tuple(f"show {name}:" for name in names)
    return [one for one in groups if any(line.startswith(heads) for line in one["context"].split("\n")) or draw.random() < REMEMBERED]


def batches(made, size, draw):
    """Shuffled, those of about one length together, so that little is padding."""
    draw.shuffle(made)
    for begin in range(0, len(made), size * 16):
        part = sorted(made[begin : begin + size * 16], key=lambda one: len(one[0]))
        groups = [part[at : at + size] for at in range(0, len(part), size)]
        draw.shuffle(groups)
        yield from groups


def tensors(batch):
    """Sequences behind one another: ids, positions, targets, and their segments as `model.seen` takes them."""
    ids, positions, targets = (torch.tensor([value for one in batch for value in one[index]]) for index in (0, 1, 3))
    segments = []
    for one in batch:
        front = len(segments)
        lengths = [len(list(same)) for _, same in itertools.groupby(one[2])]
        segments += [(lengths[0], None), *((length, front) for length in lengths[1:])]
    return ids, positions, targets, segments


def begun(path, model, device):
    """What was learned before, as the LoRA of `model`."""
    if path.suffix == ".gguf":
        return of_adapter(path, model.state_dict(), 2.0)
    return torch.load(path, map_location=device, weights_only=True)["averaged"]


def main():
    says = argparse.ArgumentParser(description=__doc__)
    says.add_argument("gguf", type=pathlib.Path)
    says.add_argument("data", type=pathlib.Path, help="groups as JSON lines (examples.py)")
    says.add_argument("out", type=pathlib.Path, help="folder of the checkpoint; one that is there is gone on with")
    says.add_argument("--rank", type=int, default=16)
    says.add_argument("--rate", type=float, help="1e-3, or 2.5e-4 where it goes on from an adapter: more unlearns what that knows")
    says.add_argument("--batch", type=int, default=4, help="sequences in a step")
    says.add_argument("--epochs", type=float, default=1)
    says.add_argument("--minutes", type=float, default=1e9, help="stop after so many, to be gone on with")
    says.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), help="PyTorch takes one for two that share a core, which is half as fast here")
    says.add_argument("--begin", type=pathlib.Path, help="an adapter (export.py) or a checkpoint to begin with")
    says.add_argument("--new", default="", help="widgets that the adapter to begin with was not taught, with commas between: most is then about these")
    says.add_argument("--compiled", action="store_true", help="what goes number by number as C++ of its own, which needs a compiler: faster on a CPU")
    given = says.parse_args()
    given.rate = given.rate or (2.5e-4 if given.begin else 1e-3)
    if given.compiled:
        for name in ("normed", "added", "turned", "gated"):
            setattr(gemma, name, torch.compile(getattr(gemma, name), dynamic=True))
    torch.set_num_threads(given.threads)
    torch.manual_seed(1)
    given.out.mkdir(parents=True, exist_ok=True)
    cuda = torch.cuda.is_available()
    device = "cuda" if cuda else "cpu"
    encode = tokenizer(given.gguf, given.out)
    kept = given.out.parent / "weights.pt"
    weights = Weights(str(given.gguf), kept)
    kind = best_kind(device)
    model = Gemma(weights, rank=given.rank, alpha=2 * given.rank, kind=kind).to(device)
    if not kept.exists():
        weights.keep(kept)
    groups = [json.loads(line) for line in given.data.open(encoding="utf-8")]
    if given.new:
        groups = about(groups, given.new.split(","))
    made = list(sequences(groups, encode))
    # Only tokens that occur can be written, so only they are told apart: a third of the work less.
    used = sorted({token for one in made for token in one[0]} | set(range(4096)))
    place = torch.full((model.embedding.shape[0],), -100)
    place[torch.tensor(used)] = torch.arange(len(used))
    rows = model.embedding[torch.tensor(used, device=device)].to(kind).contiguous()
    learned = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(learned, lr=given.rate, weight_decay=0.0, betas=(0.9, 0.95))
    per_epoch = -(-len(made) // given.batch)
    total = max(int(per_epoch * given.epochs), 1)
    checkpoint = given.out / "checkpoint.pt"
    step, averaged = 0, None
    if checkpoint.exists():
        kept = torch.load(checkpoint, map_location=device, weights_only=True)
        model.load_state_dict(kept["model"], strict=False)
        optimizer.load_state_dict(kept["optimizer"])
        step = kept["step"]
        averaged = kept["averaged"]
    elif given.begin:
        model.load_state_dict(begun(given.begin, model, device), strict=False)
    model.merge()
    print(f"{len(groups)} groups, {len(made)} sequences, {len(used)} tokens known, step {step} of {total}, {device}, {kind}", flush=True)

    names = [name for name, parameter in model.named_parameters() if parameter.requires_grad]
    average = [averaged[name].clone() if averaged else parameter.detach().clone() for name, parameter in zip(names, learned)]

    def keep():
        new = checkpoint.with_suffix(".new")
        means = dict(zip(names, average))
        torch.save({"model": model.learned(), "averaged": means, "optimizer": optimizer.state_dict(), "step": step, "rank": given.rank}, new)
        new.replace(checkpoint)

    # Whoever stops it keeps what it has learned.
    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    start, tokens, smooth, log = time.time(), 0, None, (given.out / "loss.txt").open("a")
    while step < total:
        epoch = step // per_epoch
        all_batches = list(batches(list(made), given.batch, random.Random(epoch)))
        for batch in all_batches[step % per_epoch :]:
            if step >= total or stopped or time.time() - start > given.minutes * 60:
                keep()
                return
            rate = given.rate * min(1, (step + 1) / WARM_UP, max(LEAST_RATE, (total - step) / (FALL * total)))
            for group in optimizer.param_groups:
                group["lr"] = rate
            answers = sum(target != -100 for one in batch for target in one[3])
            loss = 0.0
            for part in [batch] if cuda else [[one] for one in batch]:
                *placed, segments = tensors(part)
                ids, positions, targets = (one.to(device) for one in placed)
                hidden = model(ids, positions, segments)
                wanted = targets != -100
                known = place.to(device)[targets[wanted]]
                share = F.cross_entropy(F.linear(hidden[wanted], rows).float(), known, reduction="sum") / answers
                share.backward()
                loss += share.item()
            torch.nn.utils.clip_grad_norm_(learned, 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            model.merge()
            step += 1
            with torch.no_grad():
                for mean, parameter in zip(average, learned):
                    mean.lerp_(parameter, 1 - min(AVERAGED, step / (step + 9)))
            tokens += sum(len(one[0]) for one in batch)
            smooth = loss if smooth is None else 0.97 * smooth + 0.03 * loss
            if step % 10 == 0 or step == 3:
                speed = tokens / (time.time() - start)
                print(f"step {step} of {total}, loss {smooth:.4f}, {speed:.0f} tokens/s", flush=True)
                log.write(f"{step} {smooth:.5f}\n")
                log.flush()
            if step % 50 == 0:
                keep()
    keep()


if __name__ == "__main__":
    main()
