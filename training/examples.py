"""What the model is taught: worlds, wishes and answers as groups of (context, wishes behind it), `python examples.py MODEL.gguf ALIKE.pt OUT`."""

import argparse
import json
import pathlib
import random
import re

import changes
import domains
import ways
import widgets
from kinds import KEYWORDS, KINDS, Ask, Impossible, brings, name_of
from likeness import Likeness
from narrowed import MOST_CONDITIONS, conditions, narrowed
from prompts import FEW_VALUES, fitting, head_of, hints, linked, named_columns, query_lines, schema_lines, shown_lines, table_hints, tail_of, there_is, wish_line
from varied import Varier
from worlds import World
from written import of_schema

DATA = pathlib.Path(__file__).parent / "data"
# How often a question is in each language.
LANGUAGE_SHARE = {"en": 0.44, "de": 0.16, "fr": 0.16, "es": 0.13, "it": 0.11}
# Questions for each table of a world, and wishes behind one list of all that there is.
QUESTIONS = 14
CHOICES = 18
# How often a question has one condition more; and one more again.
NARROWED = 0.3
# Changes for each table of a world.
CHANGES = 2
# One of so many groups has no hints of what is alike in meaning.
UNLIKE = 4
# What may stand in a list.
ITEMS = "milk|two lemons|call the plumber|Kerzen|Müll rausbringen|du pain|acheter des timbres|una linterna|comprar hilo|il latte|due viti|passport|batteries|Maria|wool socks|olive oil|book the room|Ladekabel|les clés|cuaderno azul|fogli A4|red paint|ask Omar|8 screws|Pflaster|des piles|tijeras|uno zaino|pão|touw".split("|")
SHOWN_AS = {"bar": ("pie", "line", "table"), "pie": ("bar", "table"), "line": ("bar", "table"), "table": ("list",), "scatter": (), "stat": (), "kv": (), "list": ("table",), "map": ("table",)}
# How alike words are; without a model (`main` loads one) none is like another.
LIKENESS = lambda words, others: [[0.0] * len(others) for _ in words]
# The same, untaught: which of these widgets and tools are meant the taught one has learned by these wishes, and of others it knows less.
UNTAUGHT = LIKENESS
# How often a server says of its recipes, and of how many at most.
RECIPES, MOST_RECIPES = 0.4, 3
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
        while draw.random() < NARROWED:
            try:
                wish, sql = narrowed(teller, ask, wish, sql)
            except Impossible:
                break
        if draw.random() < 0.22 and SHOWN_AS[shown]:
            shown = draw.choice((shown, *SHOWN_AS[shown]))
            added = teller.sections.get(f"as {shown}")
            wish = wish.rstrip(" ?.!") + draw.choice(added) if added else wish
        wish = teller.dressed(wish, question=wish.rstrip().endswith("?"))
        tables = [table.name] + ([ask.slots["others"].name] if "others" in ask.slots else [])
        sql = as_said(sql, wish)
        return (wish, tables, {"query": tables, "sql": sql, "as": shown}) if brings(sql, world) else None
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
            groups.setdefault(tuple(names), []).append(hinted(world, wish, answer))
    yield from described(world, groups)


def described(world, groups):
    """Branches by names of tables as groups with the tables in front."""
    for names, branches in groups.items():
        tables = [table for name in names for table in world.tables if table.name == name]
        yield {"context": query_lines([world.describe(table) for table in tables]), "branches": branches}


def hinted(world, wish, answer):
    """A question behind its tables."""
    return second_step(wish, answer, hinted_names(world, wish, answer["query"]))


def hinted_names(world, wish, names):
    """The hints in front of a wish about these tables."""
    tables = [table for name in names for table in world.tables if table.name == name]
    columns = [column.name for table in tables for column in table.columns]
    known = linked(wish, known_columns(world, tables), [*names, *columns])
    named = named_columns(wish, columns, names)
    return hints(named, known)


def first_hints(wish, columns, offers, draw):
    """The hints in front of a wish about anything. `columns`: (table, its columns, its known values); `offers`: what can be shown or
    called."""
    named = [(one.get("widget") or one["name"], one["description"]) for one in offers]
    return table_hints(wish, columns) + fitting(wish, named, draw.choice((LIKENESS, UNTAUGHT)))


def traits(world, tables):
    """Tables as `prompts.meant` takes them."""
    return [(table.name, [(column.name, *trait(column, column in world.open)) for column in table.columns]) for table in tables]


def trait(column, is_open):
    """What a column holds, and its values where they are few."""
    if column.kind in ("date", "time"):
        return "date", ()
    if column.kind in ("flag", "year"):
        return {"flag": "whether"}.get(column.kind, column.kind), ()
    if column.values and all(isinstance(value, (int, float)) for value in column.values):
        return "number", ()
    texts = sorted(map(str, column.values))
    return ("kind", texts) if len(texts) <= FEW_VALUES and not is_open else ("name", ())


def asked_groups(asked, draw):
    """Questions that were written by hand, each in its world as written, and in one with other names."""
    by_world = {}
    for one in asked:
        by_world.setdefault(one["world"], []).append(one)
    every = {domain["stem"]: domain for domain in domains.read()}
    for stem, lines in by_world.items():
        seed = draw.randrange(1 << 30)
        own = World(every[stem], random.Random(seed), "as written", "en", plain=True)
        for world in (own, World(every[stem], random.Random(seed + 1))):
            called = {table.name: other.name for table, other in zip(own.tables, world.tables)}
            for table, other in zip(own.tables, world.tables):
                called.update({column.name: part.name for column, part in zip(table.columns, other.columns)})
            groups = {}
            for one in lines:
                names = [called[name] for name in one["query"]]
                of = lambda one: {"query": names, "sql": renamed(one["sql"], called), "as": one["as"], **({"title": one["title"]} if "title" in one else {})}
                answer = of(one)
                branches = groups.setdefault(tuple(names), [])
                branches.append(hinted(world, one["wish"], answer))
                for step in one.get("then", []):
                    branches.append(changes.second_step(one["wish"], answer, step["wish"], of(step), hinted_names(world, step["wish"], names)))
                    answer = of(step)
            yield from described(world, groups)


def talk_groups(asked, shown, servers, draw):
    """Conversations that were written by hand, at their first step: what is asked anew, and what changes what is there."""
    every = {domain["stem"]: domain for domain in domains.read()}
    by_world = {}
    for one in asked:
        if "then" in one:
            by_world.setdefault(one["world"], []).append(one)
    for stem, lines in by_world.items():
        world = World(every[stem], random.Random(draw.randrange(1 << 30)), "as written", "en", plain=True)
        tools = draw.choice(servers)["tools"][:4] if draw.random() < 0.5 else []
        tables = [(table.name, [column.name for column in table.columns]) for table in world.tables]
        columns = [(table.name, [column.name for column in table.columns], known_columns(world, [table])) for table in world.tables]
        here = draw.sample(shown, draw.randint(4, 12))
        context = there_is(here, tools, tables)
        hints_of = lambda wish: first_hints(wish, columns, [*here, *tools], draw)
        before = lambda lines: shown_lines([(at + 1, *line) for at, line in enumerate(lines)])
        some = lambda counts: [(draw.choice(list(SHOWN_AS)), changes.title_of(draw.choice(asked)["wish"])) for _ in range(draw.choice(counts))]
        # What is asked anew has nothing to do with what is there.
        anew = [(one["wish"], {"query": one["query"]}) for one in lines]
        anew += [(one["wish"], {"call": tool["name"]}) for tool in tools for one in draw.sample(tool["wishes"], min(2, len(tool["wishes"])))]
        branches = [[before(some((0, 1, 2))) + hints_of(wish) + wish_line(wish), head_of(answer) + "}"] for wish, answer in anew]
        for one in lines:
            form, title, sql = one["as"], changes.title_of(one["wish"]), one["sql"]
            others = some((0, 0, 1, 2))
            for step in one["then"]:
                branches.append([before([*others, (form, title)]) + hints_of(step["wish"]) + wish_line(step["wish"]), head_of({"change": len(others) + 1}) + "}"])
                if "title" in step or step["sql"] != sql:
                    title = step.get("title") or changes.title_of(f"{title} – {step['wish']}")
                form, sql = step["as"], step["sql"]
        draw.shuffle(branches)
        yield {"context": context, "branches": branches}


def renamed(sql, called):
    """A query with other names."""

    def one(found):
        text = found[0]
        bare = text.strip("`")
        is_name = text.startswith("`") or (not text.startswith("'") and text not in KEYWORDS and sql[found.end() : found.end() + 1] != "(")
        return name_of(called[bare]) if is_name and bare in called else text

    return re.sub(r"'(?:[^']|'')*'|`[^`]*`|[^\W\d]\w*", one, sql)


def change_groups(world, tellers, changers, draw):
    """Changes of what questions have shown."""
    groups = {}
    for _ in range(CHANGES * len(world.tables) * 3):
        if sum(map(len, groups.values())) >= CHANGES * len(world.tables):
            break
        changed = one_change(world, tellers, changers, draw)
        if not changed:
            continue
        earlier, answer, wish, new = changed
        names = answer["query"]
        named = hinted_names(world, wish, names)
        groups.setdefault(tuple(names), []).append(changes.second_step(earlier, answer, wish, new, named))
    yield from described(world, groups)


def one_change(world, tellers, changers, draw):
    table = draw.choice(world.tables)
    one = question(world, table, tellers, draw)
    if not one or not changers:
        return None
    earlier, _, answer = one
    changer = changers.get(draw.choices(list(LANGUAGE_SHARE), LANGUAGE_SHARE.values())[0]) or changers["en"]
    try:
        if draw.random() < 0.3:
            # A change of a change.
            _, answer = changes.of_query(changer, table, answer, world.open)
            answer.pop("title", None)
        wish, new = changes.of_query(changer, table, answer, world.open)
        is_well = conditions(new["sql"]) <= MOST_CONDITIONS and brings(new["sql"], world)
        return (earlier, answer, wish, new) if is_well else None
    except Impossible:
        return None


def shown_before(shown, worlds, tellers, changers, draw):
    """What stands on a page, and something that is to become of it: (lines, [(wish, answer)])."""
    lines, wishes = [], []
    for number in range(1, draw.randint(1, 4) + 1):
        form, title, changed = None, None, None
        if draw.random() < 0.6:
            made = one_change(draw.choice(worlds), tellers, changers, draw)
            if made:
                earlier, answer, wish, _ = made
                form, title, changed = answer["as"], changes.title_of(earlier), wish
        if not form:
            widget = draw.choice(shown)
            one = draw.choice(widget["wishes"])
            params = one["params"]
            said = next((params[key] for key in ("title", "label", "name", "heading") if isinstance(params.get(key), str)), "")
            form, title = widget["widget"], said[:80]
            changer = changers[draw.choice(list(changers))]
            try:
                changed, _ = changes.of_params(changer, widget, params, ITEMS)
            except Impossible:
                changed = None
        lines.append((number, form, title))
        last = (number, form, title, changed)
    number, form, title, changed = last
    if changed:
        wishes.append((changed, {"change": number}))
    changer = changers[draw.choice(list(changers))]
    wishes.append((changer.say("remove"), {"remove": number}))
    at, form, title = draw.choice(lines)
    if [one for one in lines if one[1] == form] == [(at, form, title)]:
        wishes.append((changer.say("remove the", what=changer.named(form, title)), {"remove": at}))
    return shown_lines(lines), wishes


def show_groups(shown, draw, varier, changers=None):
    """The wishes of each widget, as written and about other things, and changes of what they have shown."""
    for widget in shown:
        branches = []
        for wish, params in told(widget["widget"], widget, "params", varier):
            branches.append(second_step(wish, {"show": widget["widget"], "params": params}))
            if not changers or draw.random() < 0.6:
                continue
            changer = changers[draw.choice(list(changers))]
            try:
                then, changed = changes.of_params(changer, widget, params, ITEMS)
            except Impossible:
                continue
            answers = ({"show": widget["widget"], "params": params}, {"show": widget["widget"], "params": changed})
            if len(wish) < 300:
                branches.append(changes.second_step(wish, answers[0], then, answers[1]))
        draw.shuffle(branches)
        yield {"context": schema_lines("show", widget), "branches": branches}


def call_groups(servers, draw, varier):
    """The wishes of each tool, as written and about other things."""
    for tool in (tool for server in servers for tool in server["tools"]):
        branches = [second_step(wish, {"call": tool["name"], "args": args}) for wish, args in told(tool["name"], tool, "args", varier)]
        draw.shuffle(branches)
        yield {"context": schema_lines("call", tool), "branches": branches}


def told(name, offer, inside, varier):
    """A widget's or tool's wishes with their values, each as written and once more about other things."""
    found = []
    for one in offer["wishes"]:
        values = widgets.ordered(offer["schema"], one[inside])
        for pair in ((one["wish"], values), varier.varied(name, offer["schema"], one["wish"], values)):
            # Written tables may hold numbers that are not written as one.
            if pair not in found and not of_schema(offer["schema"], pair[1], pair[0]):
                found.append(pair)
    return found


def tool_servers(folder=DATA / "tools"):
    return [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]


def choices(shown, worlds, said, asked, tellers, draw, varier, changers=None, servers=()):
    """One list of all that there is, with wishes for each part of it and some for what is not there."""
    here = draw.sample(shown, draw.randint(4, 14))
    # Of one database, or of some: what is asked tells apart tables that have little in common, and those that belong together.
    some = draw.sample(worlds, draw.choice((0, 0, 1, 1, 1, 2, 2, 3)))
    of = {table.name: world for world in some for table in world.tables}
    tables = [table for world in some for table in world.tables if of[table.name] is world]
    draw.shuffle(tables)
    tools = [tool for server in draw.sample(servers, draw.choice((0, 1, 1, 2))) for tool in server["tools"]][:8] if servers else []
    of_data = recipes(tables, draw) if draw.random() < RECIPES else ()
    context = there_is(here, tools, [(table.name, [column.name for column in table.columns]) for table in tables], of_data)
    columns = [(table.name, [column.name for column in table.columns], known_columns(of[table.name], [table])) for table in tables]
    before, wishes = shown_before(shown, worlds, tellers, changers, draw) if changers and draw.random() < 0.5 else ("", [])
    first = lambda wish, answer: [before + first_hints(wish, columns, [*here, *tools], draw) + wish_line(wish), head_of(answer) + "}"]
    branches = [first(*one) for one in wishes]
    for _ in range(CHOICES):
        chance = draw.random()
        if tools and draw.random() < 0.25:
            tool = draw.choice(tools)
            one = draw.choice(tool["wishes"])
            branches.append(first(varier.varied(tool["name"], tool["schema"], one["wish"], one["args"])[0], {"call": tool["name"]}))
        elif tables and chance < 0.55:
            table = draw.choice(tables)
            one = by_hand(of[table.name], asked, draw) if draw.random() < 0.5 else question(of[table.name], table, tellers, draw)
            if one and set(one[1]) <= set(of):
                branches.append(first(one[0], one[2]))
        elif chance < 0.87:
            widget = draw.choice(here)
            one = draw.choice(widget["wishes"])
            branches.append(first(varier.varied(widget["widget"], widget["schema"], one["wish"], one["params"])[0], {"show": widget["widget"]}))
        elif said:
            one = draw.choice(said)
            branches.append(first(one["wish"], {"say": one["say"]}))
    return {"context": context, "branches": branches}


def recipes(tables, draw, path=DATA / "recipes.txt"):
    """What a server with these tables may say of its recipes: [(name, description)]."""
    lines = [line.split(" | ") for line in path.read_text("utf-8").splitlines() if " | " in line]
    found = {}
    for name, description in draw.sample(lines, draw.randint(1, MOST_RECIPES) if tables else 0):
        table = draw.choice(tables)
        one = lambda *kinds: draw.choice(table.of(*kinds) or table.columns).name
        slots = {"table": table.name, "rows": table.said("en")[1], "number": one("number"), "kind": one("category"), "name": table.label.name, "date": one("date", "time", "year")}
        found[name.format(**slots)] = description.format(**slots)
    return list(found.items())


def by_hand(world, asked, draw):
    """A written question about a world: (wish, names of the tables, first field of the answer), or nothing."""
    lines = asked.get(world.domain["stem"])
    if not lines:
        return None
    one = draw.choice(lines)
    names = [table.name for name in one["query"] for table in world.tables if table.spec["name"] == name]
    return one["wish"], names, {"query": names}


def written(folder=DATA / "written"):
    """Wishes that were written by hand: (those for widgets, those to be answered in words, questions about worlds)."""
    shows, said, asked = {}, [], []
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            one = json.loads(line) if line.strip() else {}
            if "show" in one:
                shows.setdefault(one["show"], []).append({"wish": one["wish"], "params": one["params"]})
            elif "say" in one:
                said.append(one)
            elif "sql" in one:
                asked.append(one)
    return shows, said, asked


def main():
    says = argparse.ArgumentParser(description=__doc__)
    says.add_argument("gguf", type=pathlib.Path, help="the model: what words it takes to be alike stands in the hints")
    says.add_argument("alike", type=pathlib.Path, help="which words mean which names (alike.py)")
    says.add_argument("out", type=pathlib.Path)
    says.add_argument("--worlds", type=int, default=300)
    says.add_argument("--choices", type=int, default=200, help="lists of all that there is")
    says.add_argument("--filled", type=int, default=2, help="how often each widget is filled, and each tool twice as often: there are few beside the questions")
    says.add_argument("--seed", type=int, default=1)
    given = says.parse_args()
    global LIKENESS, UNTAUGHT
    LIKENESS = Likeness.of(given.gguf, given.out.parent, given.alike)
    UNTAUGHT = Likeness(LIKENESS.embedding, LIKENESS.encode)
    draw = random.Random(given.seed)
    all_domains = domains.read()
    tellers = {language: ways.Teller(found, language, draw) for language, found in ways.read().items()}
    changers = {language: changes.Changer(found, language, draw) for language, found in changes.read().items()}
    by_hand, said, asked = written()
    shown = widgets.taught(by_hand)
    worlds = [World(draw.choice(all_domains), draw) for _ in range(given.worlds)]
    groups = [group for world in worlds for group in query_groups(world, tellers, draw)]
    groups += [group for world in worlds for group in change_groups(world, tellers, changers, draw)]
    groups += asked_groups(asked, draw)
    servers = tool_servers()
    offers = [(widget["widget"], widget["schema"], [(one["wish"], one["params"]) for one in widget["wishes"]]) for widget in shown]
    offers += [(tool["name"], tool["schema"], [(one["wish"], one["args"]) for one in tool["wishes"]]) for server in servers for tool in server["tools"]]
    varier = Varier(offers, draw)
    for _ in range(given.filled):
        groups += show_groups(shown, draw, varier, changers)
        groups += [*call_groups(servers, draw, varier), *call_groups(servers, draw, varier)]
    groups += talk_groups(asked, shown, servers, draw)
    by_world = {}
    for one in asked:
        by_world.setdefault(one["world"], []).append(one)
    groups += [choices(shown, worlds, said, by_world, tellers, draw, varier, changers, servers) for _ in range(given.choices if shown else 0)]
    draw.shuffle(groups)
    # Not every engine can say how alike words are.
    for group in groups[::UNLIKE]:
        group["branches"] = [[re.sub(r"\nfits: [^\n]*", "", prompt), answer] for prompt, answer in group["branches"]]
    with given.out.open("w", encoding="utf-8") as file:
        for group in groups:
            file.write(json.dumps(group, ensure_ascii=False) + "\n")
    print(f"{len(groups)} groups, {sum(len(group['branches']) for group in groups)} wishes")


if __name__ == "__main__":
    main()
