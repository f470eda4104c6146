"""What the model is taught: worlds, wishes and answers as groups of (context, wishes behind it), `python examples.py OUT`."""

import argparse
import json
import pathlib
import random
import re

import domains
import ways
import widgets
from kinds import KINDS, Ask, Impossible
from prompts import head_of, hints, linked, named_columns, query_lines, schema_lines, table_hints, tail_of, there_is, wish_line
from worlds import World

DATA = pathlib.Path(__file__).parent / "data"
# How often a question is in each language.
LANGUAGE_SHARE = {"en": 0.44, "de": 0.16, "fr": 0.16, "es": 0.13, "it": 0.11}
# Questions for each table of a world, and wishes behind one list of all that there is.
QUESTIONS = 14
CHOICES = 12
SHOWN_AS = {"bar": ("pie", "line", "table"), "pie": ("bar", "table"), "line": ("bar", "table"), "table": ("list",), "scatter": (), "stat": (), "kv": (), "list": ("table",), "map": ("table",)}
# Values of one column that a page knows.
MOST_VALUES = 100


def known_columns(world, tables):
    return [(column.name, column.values) for table in tables for column in table.columns if column.is_text and column not in world.open and len(column.values) <= MOST_VALUES]


def question(world, table, tellers, draw, kind=None):
    """One question about a table: (wish, names of the tables, answer), or nothing."""
    kind = kind or draw.choice(list(KINDS))
    language = draw.choices(list(LANGUAGE_SHARE), LANGUAGE_SHARE.values())[0]
    teller = tellers.get(language) or tellers["en"]
    ask = Ask(world, draw, table)
    try:
        sql, shown = KINDS[kind](ask)
        wish = teller.say(kind, ask)
        if draw.random() < 0.22 and SHOWN_AS[shown]:
            shown = draw.choice((shown, *SHOWN_AS[shown]))
            added = teller.sections.get(f"as {shown}")
            wish = wish.rstrip(" ?.!") + draw.choice(added) if added else wish
        wish = teller.dressed(wish, question=wish.rstrip().endswith("?"))
        tables = [table.name] + ([ask.slots["others"].name] if "others" in ask.slots else [])
        return wish, tables, {"query": tables, "sql": as_said(sql, wish), "as": shown}
    except Impossible:
        return None


def as_said(sql, wish):
    """The SQL with parts of names spelt as the wish spells them."""

    def one(found):
        before, part = found[1], found[2].replace("''", "'")
        said = re.search(rf"\b{re.escape(part)}\b" if len(part) < 3 else re.escape(part), wish, re.IGNORECASE)
        if not said:
            # A slip of the typist in the very word that is looked for.
            raise Impossible(part)
        return "'" + before + (part if part in wish else said[0]).replace("'", "''") + "%'"

    # Moments are written with the same sign: strftime('%Y', …).
    return re.sub(r"(?<!strftime\()'(%?)((?:[^'%]|'')+)%'", one, sql)


def second_step(wish, answer, before=""):
    """The prompt behind a context, up to the answer's first field, and the rest of the answer."""
    return [before + wish_line(wish) + head_of(answer), tail_of(answer)]


def query_groups(world, tellers, draw):
    """Questions about each table and each pair of a world."""
    groups = {}
    for _ in range(QUESTIONS * len(world.tables) * 2):
        one = question(world, draw.choice(world.tables), tellers, draw)
        if one and sum(map(len, groups.values())) < QUESTIONS * len(world.tables):
            wish, names, answer = one
            tables = [table for name in names for table in world.tables if table.name == name]
            columns = [column.name for table in tables for column in table.columns]
            known = linked(wish, known_columns(world, tables), [*names, *columns])
            groups.setdefault(tuple(names), []).append(second_step(wish, answer, hints(named_columns(wish, columns, names), known)))
    for names, branches in groups.items():
        tables = [table for name in names for table in world.tables if table.name == name]
        yield {"context": query_lines([world.describe(table) for table in tables]), "branches": branches}


def show_groups(shown, draw):
    """The wishes of each widget, some with other numbers."""
    for widget in shown:
        branches = []
        for one in widget["wishes"]:
            ordered = widgets.ordered(widget["schema"], one["params"])
            for wish, params in [(one["wish"], ordered), widgets.jittered(one["wish"], ordered, draw)]:
                branch = second_step(wish, {"show": widget["widget"], "params": params})
                if branch not in branches:
                    branches.append(branch)
        draw.shuffle(branches)
        yield {"context": schema_lines("show", widget), "branches": branches}


def choices(shown, worlds, said, tellers, draw):
    """One list of all that there is, with wishes for each part of it and some for what is not there."""
    here = draw.sample(shown, draw.randint(4, 14))
    world = draw.choice(worlds) if draw.random() < 0.75 else None
    tables = list(world.tables) if world else []
    draw.shuffle(tables)
    context = there_is(here, [], [(table.name, [column.name for column in table.columns]) for table in tables])
    hinted = [(table.name, [column.name for column in table.columns], known_columns(world, [table])) for table in tables]
    first = lambda wish, answer: [table_hints(wish, hinted) + wish_line(wish), head_of(answer) + "}"]
    branches = []
    for _ in range(CHOICES):
        chance = draw.random()
        if tables and chance < 0.5:
            one = question(world, draw.choice(tables), tellers, draw)
            if one:
                branches.append(first(one[0], one[2]))
        elif chance < 0.85:
            widget = draw.choice(here)
            branches.append(first(draw.choice(widget["wishes"])["wish"], {"show": widget["widget"]}))
        elif said:
            one = draw.choice(said)
            branches.append(first(one["wish"], {"say": one["say"]}))
    return {"context": context, "branches": branches}


def written(folder=DATA / "written"):
    """Wishes that were written by hand: (those for widgets, those to be answered in words)."""
    shows, said = {}, []
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            one = json.loads(line) if line.strip() else {}
            if "show" in one:
                shows.setdefault(one["show"], []).append({"wish": one["wish"], "params": one["params"]})
            elif "say" in one:
                said.append(one)
    return shows, said


def main():
    says = argparse.ArgumentParser(description=__doc__)
    says.add_argument("out", type=pathlib.Path)
    says.add_argument("--worlds", type=int, default=300)
    says.add_argument("--choices", type=int, default=200, help="lists of all that there is")
    says.add_argument("--seed", type=int, default=1)
    given = says.parse_args()
    draw = random.Random(given.seed)
    all_domains = domains.read()
    tellers = {language: ways.Teller(found, language, draw) for language, found in ways.read().items()}
    by_hand, said = written()
    own = [{**widget, "wishes": by_hand.get(widget["widget"], [])} for widget in widgets.own()]
    shown = [widget for widget in own + widgets.invented() if widget["wishes"]]
    worlds = [World(draw.choice(all_domains), draw) for _ in range(given.worlds)]
    groups = [group for world in worlds for group in query_groups(world, tellers, draw)]
    groups += show_groups(shown, draw)
    groups += [choices(shown, worlds, said, tellers, draw) for _ in range(given.choices if shown else 0)]
    draw.shuffle(groups)
    with given.out.open("w", encoding="utf-8") as file:
        for group in groups:
            file.write(json.dumps(group, ensure_ascii=False) + "\n")
    print(f"{len(groups)} groups, {sum(len(group['branches']) for group in groups)} wishes")


if __name__ == "__main__":
    main()
