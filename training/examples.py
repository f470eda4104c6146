"""What the model is taught: worlds, wishes and answers as groups of (context, wishes behind it), `python examples.py OUT [--count N]`."""

import argparse
import json
import pathlib
import random
import re

import domains
import ways
from kinds import KINDS, Ask, Impossible, runnable
from prompts import head_of, linked, query_lines, shown_lines, schema_lines, tail_of, there_is, wish_line
from worlds import World

# How often a question is in each language.
LANGUAGE_SHARE = {"en": 0.44, "de": 0.16, "fr": 0.16, "es": 0.13, "it": 0.11}
# Wishes of one context.
BRANCHES = 14
SHOWN_AS = {"bar": ("pie", "line", "table"), "pie": ("bar", "table"), "line": ("bar", "table"), "table": ("list",), "scatter": (), "stat": (), "kv": (), "list": ("table",), "map": ("table",)}
# Values of one column that a page knows.
MOST_VALUES = 100


def known_columns(world, tables):
    return [(column.name, column.values) for table in tables for column in table.columns if column.is_text and column not in world.open and len(column.values) <= MOST_VALUES]


def question(world, table, tellers, draw, kind=None):
    """One question about a table: (wish, tables, answer), or nothing."""
    kind = kind or draw.choice(list(KINDS))
    language = draw.choices(list(LANGUAGE_SHARE), LANGUAGE_SHARE.values())[0]
    teller = tellers.get(language) or tellers["en"]
    ask = Ask(world, draw, table)
    try:
        sql, shown = KINDS[kind](ask)
        wish = teller.say(kind, ask)
    except Impossible:
        return None
    if draw.random() < 0.22 and SHOWN_AS[shown]:
        shown = draw.choice((shown, *SHOWN_AS[shown]))
        added = teller.sections.get(f"as {shown}")
        if added:
            wish = wish.rstrip(" ?.!") + draw.choice(added)
    wish = teller.dressed(wish, question=wish.rstrip().endswith("?"))
    tables = [table.name] + ([ask.slots["others"].name] if "others" in ask.slots else [])
    try:
        return wish, tables, {"query": tables, "sql": as_said(sql, wish), "as": shown}
    except Impossible:
        # A slip of the typist in the very word that is looked for.
        return None


def as_said(sql, wish):
    """The SQL with parts of names spelt as the wish spells them."""
    def one(found):
        part = found[1].replace("''", "'")
        at = wish.lower().find(part.lower())
        if at < 0:
            raise Impossible(part)
        if part in wish or len(wish.lower()) != len(wish):
            return found[0]
        return "'%" + wish[at : at + len(part)].replace("'", "''") + "%'"

    return re.sub(r"'%((?:[^']|'')*)%'", one, sql)


def branch(world, tables, wish, answer):
    known = linked(wish, known_columns(world, tables), [name for table in tables for name in (table.name, *(column.name for column in table.columns))])
    line = "\nknown: " + "; ".join(f"{column} = {value}" for column, value in known) if known else ""
    return [line + wish_line(wish) + head_of(answer), tail_of(answer)]


def query_groups(world, tellers, draw, count):
    """Groups of the second step, for questions about each table and each pair of a world."""
    groups = {}
    tries = 0
    made = 0
    while made < count and tries < count * 6:
        tries += 1
        one = question(world, draw.choice(world.tables), tellers, draw)
        if not one:
            continue
        wish, names, answer = one
        tables = [table for name in names for table in world.tables if table.name == name]
        groups.setdefault(tuple(names), []).append(branch(world, tables, wish, answer))
        made += 1
    for names, branches in groups.items():
        tables = [table for name in names for table in world.tables if table.name == name]
        yield {"context": query_lines([world.describe(table) for table in tables]), "branches": branches}


def main():
    says = argparse.ArgumentParser(description=__doc__)
    says.add_argument("out", type=pathlib.Path)
    says.add_argument("--worlds", type=int, default=300)
    says.add_argument("--seed", type=int, default=1)
    given = says.parse_args()
    draw = random.Random(given.seed)
    all_domains, sections = domains.read(), ways.read()
    tellers = {language: ways.Teller(found, language, draw) for language, found in sections.items()}
    groups = []
    for _ in range(given.worlds):
        world = World(draw.choice(all_domains), draw)
        groups += query_groups(world, tellers, draw, BRANCHES * len(world.tables))
    draw.shuffle(groups)
    with given.out.open("w", encoding="utf-8") as file:
        for group in groups:
            file.write(json.dumps(group, ensure_ascii=False) + "\n")
    print(f"{len(groups)} groups, {sum(len(group['branches']) for group in groups)} wishes")


if __name__ == "__main__":
    main()
