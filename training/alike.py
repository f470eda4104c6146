"""Teaches which words of wishes mean which names of tables and columns, widgets and tools, in any language: two small matrices over the
vectors of the model's own tokens, by the wishes of this folder and what answers them. `python alike.py MODEL.gguf OUT.pt`, four minutes."""

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
import widgets
from likeness import Likeness, seen
from worlds import World

WIDTH = 128
BATCH = 16
# Worlds of each domain and questions about each.
WORLDS, QUESTIONS = 3, 40
# How much the choice of a table counts beside that of columns.
OF_TABLES = 0.3
# How often each wish for a widget or a tool is read in one pass over the questions, and the share of its words that is passed over: with
# all of them it is learned by heart.
CHOSEN = 2
PASSED_OVER = 0.1


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


def chosen():
    """What is wished of widgets and tools: (of which folder or server, wish, offer, other tools of its server); and all widgets and servers.
    Offers are (name, description)."""
    by_hand, _, _ = examples.written()
    invented = widgets.invented()
    shown = [(f"widget {widget['widget']}" if widget in invented else "", (widget["widget"], widget["description"]), widget["wishes"]) for widget in widgets.taught(by_hand)]
    servers = [(server["server"], [(tool["name"], tool["description"]) for tool in server["tools"]], server["tools"]) for server in examples.tool_servers()]
    wishes = [(of, one["wish"], offer, []) for of, offer, list in shown for one in list]
    wishes += [(of, one["wish"], offer, offers) for of, offers, tools in servers for offer, tool in zip(offers, tools) for one in tool["wishes"]]
    return wishes, [(of, offer) for of, offer, _ in shown], [(of, offers) for of, offers, _ in servers]


def offered(one, shown, servers, draw):
    """What a wish is to be told apart from, as on some page: widgets, and tools of a server or two."""
    _, _, offer, tools = one
    some = draw.sample(shown, min(len(shown), draw.randint(4, 14)))
    others = [tool for list in draw.sample(servers, min(len(servers), draw.choice((0, 1, 1, 2)))) for tool in list]
    return list(dict.fromkeys([*some, *others[:8], *tools[:8], offer]))


class Alike(torch.nn.Module):
    """What is taught. `scores` is `prompts.meant` of it, to be learned by."""

    def __init__(self, width):
        super().__init__()
        self.words = torch.nn.Parameter(torch.nn.init.orthogonal_(torch.empty(WIDTH, width)))
        self.names = torch.nn.Parameter(self.words.detach().clone())
        self.gate = torch.nn.Parameter(torch.zeros(width + 1))
        # How much a choice follows the scores.
        self.sharpness = torch.nn.Parameter(torch.tensor(2.0))
        self.of_offers = torch.nn.Parameter(torch.tensor(1.0))

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


    def fitting(self, said, parts, owners, count):
        """The scores of `prompts.fitting`."""
        found = seen(said, parts, self.words, self.names, self.gate).clamp(0)
        return torch.zeros(len(said), count).scatter_reduce(1, owners.expand(len(said), -1), found, "amax").sum(0)


def loss_of_offers(model, likeness, wish, offers, offer, draw):
    said = prompts.meaningful(wish)[: prompts.MAX_WORDS]
    said = [word for word in said if draw.random() >= PASSED_OVER] or said
    if not said:
        return None
    parts = [(part, owner) for owner, one in enumerate(offers) for part in prompts.of_offer(*one)]
    vectors = lambda words: torch.stack([likeness.vector(word) for word in words])
    scores = model.fitting(vectors(said), vectors([part for part, _ in parts]), torch.tensor([owner for _, owner in parts]), len(offers))
    return -(scores * model.of_offers.exp()).log_softmax(0)[offers.index(offer)]


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


def fitted(likeness, wishes, shown, servers, draw):
    """How often the right offer is the likest, and among those that are told."""
    places = []
    for one in wishes:
        told = prompts.fitting(one[1], offered(one, shown, servers, draw), likeness)
        names = told.removeprefix("\nfits: ").split("; ")
        places.append(names.index(one[2][0]) if one[2][0] in names else len(names))
    share = lambda most: sum(place < most for place in places) / max(len(places), 1)
    return f"offers {share(1):.3f}, among the told {share(prompts.MAX_FITTING):.3f} of {len(places)}"


def main():
    says = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    says.add_argument("gguf", type=pathlib.Path)
    says.add_argument("out", type=pathlib.Path)
    says.add_argument("--epochs", type=int, default=2)
    says.add_argument("--held", type=int, default=0, help="domains that are kept out, and half as many widgets and a third as many servers, to see how well it knows what it was not taught")
    given = says.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    draw = random.Random(1)
    likeness = Likeness.of(given.gguf, given.out.parent)
    asked = list(questions(draw))
    wishes, shown, servers = chosen()
    some = lambda names, count: random.Random(3).sample(sorted(set(names) - {""}), count)
    held = {*some((one[0] for one in asked), given.held), *some((of for of, _ in shown), given.held // 2), *some((of for of, _ in servers), given.held // 3)}
    known_of = lambda list: [one for of, one in list if of not in held]
    taught, tested = ([one for one in asked if (one[0] in held) == is_held] for is_held in (False, True))
    model, known = Alike(likeness.embedding.shape[1]), {}
    learned = [{"params": [model.words, model.names], "lr": 1e-3}, {"params": [model.gate, model.sharpness, model.of_offers], "lr": 5e-3}]
    optimizer = torch.optim.AdamW(learned, weight_decay=0.01)
    held_wishes = [one for one in wishes if one[0] in held]
    report = lambda when: print(when, found(likeness, tested), fitted(likeness, held_wishes, [one for _, one in shown], [one for _, one in servers], random.Random(5)), flush=True)
    if held:
        report("before:")
    offers_of = lambda one: offered(one, known_of(shown), known_of(servers), draw)
    loss_of_one = {
        True: lambda one: loss_of_offers(model, likeness, one[1], offers_of(one), one[2], draw),
        False: lambda one: loss_of(model, likeness, known, one),
    }
    lessons = [(False, one) for one in taught] + [(True, one) for one in wishes if one[0] not in held] * CHOSEN
    for epoch in range(given.epochs):
        draw.shuffle(lessons)
        losses = []
        for at, (is_offer, one) in enumerate(lessons, 1):
            loss = loss_of_one[is_offer](one)
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
        report("after:")
    torch.save(likeness.taught, given.out)


if __name__ == "__main__":
    main()
