"""Teaches which words of wishes mean which names of tables and columns, in any language: two small matrices over the vectors of the model's
own tokens, by the questions of this folder and the columns that answer them. `python alike.py MODEL.gguf OUT.pt`, two minutes."""

import argparse
import pathlib
import random
import re

import torch
import torch.nn.functional as F

import domains
import examples
import prompts
import ways
from likeness import Likeness, seen
from worlds import World

WIDTH = 128
BATCH = 16
# Worlds of each domain and questions about each.
WORLDS, QUESTIONS = 3, 40
# How much the choice of a table counts beside that of columns.
OF_TABLES = 0.3


def names_in(sql, names):
    """Which of some names a query has."""
    found = re.findall(r"`([^`]*)`|('(?:[^']|'')*')|([^\W\d]\w*)", sql)
    return {one or other for one, text, other in found if not text and (one or other) in names}


def questions(draw):
    """What is asked of which tables, and the columns that answer it: (domain, wish, tables, names of tables, columns)."""
    every = {domain["stem"]: domain for domain in domains.read()}
    tellers = {language: ways.Teller(found, language, draw) for language, found in ways.read().items()}
    for one in examples.written()[2]:
        world = World(every[one["world"]], random.Random(1), "as written", "en", plain=True)
        tables = examples.traits(world, world.tables)
        known = {column for _, columns in tables for column, _, _ in columns}
        before = set()
        for step in [one, *one.get("then", [])]:
            columns = names_in(step["sql"], known)
            yield one["world"], step["wish"], tables, set(one["query"]), columns - before
            before |= columns
    for stem, domain in every.items():
        for _ in range(WORLDS):
            world = World(domain, draw)
            tables = examples.traits(world, world.tables)
            known = {column for _, columns in tables for column, _, _ in columns}
            for _ in range(QUESTIONS):
                asked = examples.question(world, draw.choice(world.tables), tellers, draw)
                if asked:
                    yield stem, asked[0], tables, set(asked[1]), names_in(asked[2]["sql"], known)


class Alike(torch.nn.Module):
    """What is taught. `scores` is `prompts.meant` of it, to be learned by."""

    def __init__(self, width):
        super().__init__()
        self.words = torch.nn.Parameter(torch.nn.init.orthogonal_(torch.empty(WIDTH, width)))
        self.names = torch.nn.Parameter(self.words.detach().clone())
        self.gate = torch.nn.Parameter(torch.zeros(width + 1))
        # How much a choice follows the scores.
        self.sharpness = torch.nn.Parameter(torch.tensor(2.0))

    def scores(self, given):
        said, parts, owners, roles, letters, same, count = given
        found = seen(said, parts, self.words, self.names, self.gate)
        best = torch.where(same, 1.0, found).max(0).values.clamp(0)
        by_name = roles == 0
        share = lambda values: torch.zeros(count).index_add(0, owners[by_name], values)
        scores = share((best * letters)[by_name]) / share(letters[by_name]).clamp(1e-6)
        for role, worth in ((1, prompts.OF_KIND), (2, prompts.OF_VALUES)):
            of_role = roles == role
            scores = scores + worth * torch.zeros(count).scatter_reduce(0, owners[of_role], best[of_role], "amax")
        return scores


def given_of(likeness, wish, tables):
    """What the scores of a wish are made of, or nothing."""
    names = [(table, None, ()) for table, _ in tables] + [column for _, columns in tables for column in columns]
    parts = []
    for owner, (name, kind, values) in enumerate(names):
        parts += [(part, owner, 0) for part in prompts.meaningful(prompts.parted(name))]
        parts += [(kind, owner, 1)] if kind else []
        parts += [(part, owner, 2) for part in prompts.meaningful(" ".join(values))]
    said = prompts.meaningful(wish)[: prompts.MAX_WORDS]
    if not said:
        return None
    is_same = lambda part, role, word: role != 1 and (prompts.alike(part, word) or prompts.close(part, word))
    return (
        torch.stack([likeness.vector(word) for word in said]),
        torch.stack([likeness.vector(part) for part, _, _ in parts]),
        *(torch.tensor(list) for list in zip(*((owner, role) for _, owner, role in parts))),
        torch.tensor([float(len(part)) for part, _, _ in parts]),
        torch.tensor([[is_same(part, role, word) for part, _, role in parts] for word in said]),
        len(names),
    )


def loss_of(model, likeness, known, one):
    _, wish, tables, wanted, columns = one
    key = wish, id(tables)
    if key not in known:
        known[key] = given_of(likeness, wish, tables)
    if known[key] is None or not columns:
        return None
    scores = model.scores(known[key]) * model.sharpness.exp()
    of_tables, of_columns = scores[: len(tables)], scores[len(tables) :]
    right = torch.tensor([column in columns and table in wanted for table, list in tables for column, _, _ in list])
    if not right.any():
        return None
    loss = -of_columns.log_softmax(0)[right].mean()
    if len(tables) > 1:
        loss = loss - OF_TABLES * of_tables.log_softmax(0)[torch.tensor([table in wanted for table, _ in tables])].mean()
    return loss


def found(likeness, asked, most=4):
    """Of the columns that answers need how many are among the likest of their table, and how often the likest table is the right one."""
    columns, tables = [], []
    for _, wish, all_tables, wanted, needed in asked:
        if len(wanted) != 1:
            continue
        scores = prompts.meant(wish, all_tables, likeness)
        own = next([name for name, _, _ in list] for table, list in all_tables if table in wanted)
        (table,) = wanted
        likest = sorted(own, key=lambda column: -scores[table, column])[:most]
        columns += [column in likest for column in needed & set(own)]
        if len(all_tables) > 1:
            of_table = lambda one: prompts.OF_TABLE_NAME * scores[one[0], None] + sum(sorted((scores[one[0], name] for name, _, _ in one[1]), reverse=True)[:3])
            tables.append(max(all_tables, key=of_table)[0] == table)
    share = lambda list: sum(list) / max(len(list), 1)
    return f"columns {share(columns):.3f} of {len(columns)}, tables {share(tables):.3f} of {len(tables)}"


def main():
    says = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    says.add_argument("gguf", type=pathlib.Path)
    says.add_argument("out", type=pathlib.Path)
    says.add_argument("--epochs", type=int, default=2)
    says.add_argument("--held", type=int, default=0, help="domains that are kept out, to see how well it knows what it was not taught")
    given = says.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    draw = random.Random(1)
    likeness = Likeness.of(given.gguf, given.out.parent)
    asked = list(questions(draw))
    held = set(random.Random(3).sample(sorted({one[0] for one in asked}), given.held))
    taught, tested = ([one for one in asked if (one[0] in held) == is_held] for is_held in (False, True))
    model, known = Alike(likeness.embedding.shape[1]), {}
    learned = [{"params": [model.words, model.names], "lr": 1e-3}, {"params": [model.gate, model.sharpness], "lr": 5e-3}]
    optimizer = torch.optim.AdamW(learned, weight_decay=0.01)
    if held:
        print("before:", found(likeness, tested))
    for epoch in range(given.epochs):
        draw.shuffle(taught)
        losses = []
        for at, one in enumerate(taught, 1):
            loss = loss_of(model, likeness, known, one)
            if loss is not None:
                (loss / BATCH).backward()
                losses.append(loss.item())
            if at % BATCH == 0:
                optimizer.step()
                optimizer.zero_grad()
        print(f"epoch {epoch + 1}: loss {sum(losses) / len(losses):.3f}", flush=True)
    # A cosine is the same whatever the size of a matrix: whole numbers of a byte hold it.
    small = lambda matrix: (matrix / matrix.abs().max() * 127).round().to(torch.int8)
    likeness.taught = {"words": small(model.words.detach()), "names": small(model.names.detach()), "gate": model.gate.detach()}
    if held:
        print("after:", found(likeness, tested))
    torch.save(likeness.taught, given.out)


if __name__ == "__main__":
    main()
