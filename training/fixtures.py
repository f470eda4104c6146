"""Writes what the project's tests compare the page's lines and grammar with: `python fixtures.py` in this folder."""

import json
import pathlib
import random
import re

import changes
import domains
import examples
import kinds
import prompts
import ways
import widgets
import worlds

OUT = pathlib.Path(__file__).parent.parent / "tests" / "fixtures" / "compose"
ROOT = OUT.parent.parent.parent


def column(one, open_columns=()):
    """A column as the page knows it."""
    values = [str(value) for value in one.values]
    if one.is_text or (one.kind in ("id", "ref") and not all(isinstance(value, int) for value in one.values)):
        found = {"name": one.name, "kind": "text", "values": values}
        return {**found, "complete": False, "values": values[:3]} if one in open_columns else found
    if one.kind in ("date", "time"):
        return {"name": one.name, "kind": "date", "values": [values[0], values[-1]]}
    numbers = sorted(one.values)
    return {"name": one.name, "kind": "number", "values": [str(numbers[0]), str(numbers[-1])]}


def table(one, open_columns=()):
    return {"name": one.name, "columns": [column(part, open_columns) for part in one.columns]}


def by_letters(words, others):
    """A likeness that needs no model: how many letters two words share, of all that they have."""
    return [[len(set(word) & set(other)) / len(set(word) | set(other)) for other in others] for word in words]


def lines():
    tables = []
    for seed, (name, style) in enumerate([("veterinary", "snake"), ("rivers", "title"), ("wines", "camel")]):
        path = next(path for path in sorted(domains.FOLDER.glob("*.json")) if path.stem.startswith(name))
        world = worlds.World(json.loads(path.read_text("utf-8")), random.Random(seed), style, "en", plain=True)
        tables += [{**table(one), "line": world.describe(one)} for one in world.tables]
    found = {"tables": tables, "linked": [], "hinted": [], "schemas": [], "wishes": []}
    visits, owners = 0, 1
    for at, wish in [(visits, "how many visits for dogs and Cats?"), (visits, "what did captain whiskers cost"), (visits, "visits of rabbits, emergencies only"), (owners, "owners in port allen"), (visits, "the fee by species")]:
        one = tables[at]
        columns = [(part["name"], part["values"]) for part in one["columns"] if part["kind"] == "text"]
        names = [one["name"], *(part["name"] for part in one["columns"])]
        known = prompts.linked(wish, columns, names)
        named = prompts.named_columns(wish, names[1:], names[:1])
        hints = prompts.hints(named, known)
        found["linked"].append({"table": one["name"], "wish": wish, "known": known, "hints": hints})
    for wish in ["how expensive are the visits of dogs per town", "Besuche nach Spezies und Gebühr", "the longest rivers", "play a song", "wine of the regien Rioja"]:
        hinted = [(one["name"], [part["name"] for part in one["columns"]], [(part["name"], part["values"]) for part in one["columns"] if part["kind"] == "text"]) for one in tables]
        found["hinted"].append({"wish": wish, "hints": prompts.table_hints(wish, hinted)})
    own = widgets.own(ROOT / "js" / "widgets")
    for widget in own:
        found["schemas"].append({"name": widget["widget"], "description": widget["description"], "schema": widget["schema"], "lines": prompts.schema_lines("show", widget)})
    for wish in ["bars: tea 12", " list:\n- \"milk\"\n\t- eggs – c:\\tmp \n"]:
        found["wishes"].append({"wish": wish, "line": prompts.wish_line(wish)})
    offers = [(one["widget"], one["description"]) for one in own]
    found["fits"] = [{"wish": wish, "fits": prompts.fitting(wish, offers, by_letters)} for wish in ("a pie of my spending: rent 900, food 300", "Zeitleiste: 1990 Gründung", "12", "")]
    errand = {"name": "add_errand", "description": "Adds an errand. Nothing else."}
    of_data = [("compare-species", "How to compare the fee of each species. Read the schema first.")]
    found["there_is"] = prompts.there_is(own[:3], [errand], [(one["name"], [part["name"] for part in one["columns"]]) for one in tables], of_data)
    return found


def queries(each=2):
    """Some questions of every kind, with the tables as the page knows them."""
    draw = random.Random(11)
    all_domains = domains.read()
    tellers = {language: ways.Teller(sections, language, draw) for language, sections in ways.read().items()}
    found = []
    for kind in kinds.KINDS:
        made = 0
        for _ in range(200):
            world = worlds.World(draw.choice(all_domains), draw)
            one = examples.question(world, draw.choice(world.tables), tellers, draw, kind)
            if not one:
                continue
            wish, names, answer = one
            found.append({"kind": kind, **of_question(world, wish, names, answer)})
            made += 1
            if made == each:
                break
    return found


def of_question(world, wish, names, answer):
    tables = [part for name in names for part in world.tables if part.name == name]
    full = lambda owner, part: f"{kinds.name_of(owner.name)}.{kinds.name(part)}"
    on = [[full(owner, part), full(other, key)] for owner, part, other, key in world.joins if owner.name == names[0] and other.name == names[-1]]
    line = prompts.head_of(answer) + prompts.tail_of(answer)
    return {"wish": wish, "tables": [table(part, world.open) for part in tables], "on": on, "answer": line}


def asked(count=300):
    """Some of the questions that were written by hand."""
    draw = random.Random(13)
    every = {domain["stem"]: domain for domain in domains.read()}
    found = []
    for one in draw.sample(examples.written()[2], count):
        world = worlds.World(every[one["world"]], draw, "as written", "en", plain=True)
        answer = {"query": one["query"], "sql": one["sql"], "as": one["as"]}
        # A world is filled by chance: not every value that is asked for is in it, or known to be.
        if not is_known(world, one["sql"]):
            continue
        found.append({"kind": "written", **of_question(world, one["wish"], one["query"], answer)})
    return found


def is_known(world, sql):
    """Whether all texts that are compared with are known values of the world."""
    known = {value for part in world.tables for column in part.columns if column not in world.open for value in map(str, column.values)}
    return all(text in known for text in re.findall(r"'([^'%\d]+)'", sql))


def talked(count=150):
    """Some of the changes that were written by hand."""
    draw = random.Random(14)
    every = {domain["stem"]: domain for domain in domains.read()}
    found = []
    for one in draw.sample([one for one in examples.written()[2] if "then" in one], count):
        world = worlds.World(every[one["world"]], draw, "as written", "en", plain=True)
        tables = [table(part, world.open) for part in world.tables if part.name in one["query"]]
        of = lambda part: {"query": one["query"], "sql": part["sql"], "as": part["as"], **({"title": part["title"]} if "title" in part else {})}
        last = draw.randrange(len(one["then"]))
        before, after = [one, *one["then"]][last : last + 2]
        if len(one["query"]) == 1 and is_known(world, after["sql"]):
            found.append({"earlier": one["wish"], "line": changes.line_of(of(before)), "wish": after["wish"], "tables": tables, "answer": changes.line_of(of(after))})
    return found


def changed(each=120):
    """Some changes of queries, and of widgets' parameters."""
    draw = random.Random(12)
    all_domains = domains.read()
    tellers = {language: ways.Teller(sections, language, draw) for language, sections in ways.read().items()}
    changers = {language: changes.Changer(sections, language, draw) for language, sections in changes.read().items()}
    queries, params = [], []
    while len(queries) < each:
        world = worlds.World(draw.choice(all_domains), draw)
        one = examples.one_change(world, tellers, changers, draw)
        if one:
            earlier, answer, wish, new = one
            tables = [table(part, world.open) for part in world.tables if part.name in answer["query"]]
            queries.append({"earlier": earlier, "line": changes.line_of(answer), "wish": wish, "tables": tables, "answer": changes.line_of(new)})
    by_hand, _, _ = examples.written()
    own = [widget for widget in widgets.own() if by_hand.get(widget["widget"])]
    while len(params) < each:
        widget = draw.choice(own)
        one = draw.choice(by_hand[widget["widget"]])
        before = widgets.ordered(widget["schema"], one["params"])
        try:
            wish, after = changes.of_params(draw.choice(list(changers.values())), widget, before, examples.ITEMS)
        except kinds.Impossible:
            continue
        answer = {"show": widget["widget"], "params": after}
        line = changes.line_of({"show": widget["widget"], "params": before})
        params.append({"earlier": one["wish"], "line": line, "wish": wish, "widget": widget["widget"], "answer": changes.line_of(answer)})
    return {"queries": queries + talked(), "params": params}


def write(name, value):
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / f"{name}.json").write_text(json.dumps(value, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    write("prompts", lines())
    write("queries", queries() + asked())
    write("changes", changed())
