"""A question with one condition more, or another order: what each kind asks is asked of a part of the rows, too, in one sentence.
Wordings are the sections `narrow …` of `data/ways/*.txt`: put behind the question, or in front of it where they begin with "^"."""

import re

from changes import SQL, joined
from kinds import Impossible, literal, name, of_year, runnable

# Conditions of a query, as many as the page's grammar takes, and how many a change may add.
MOST_CONDITIONS, ADDED = 4, 1
# How often each is tried, of those that fit.
SHARE = {"year": 3, "since": 1, "value": 3, "either": 1, "not": 1, "flag": 1, "not flag": 1, "over": 1, "under": 1, "top": 2, "bottom": 1, "sorted": 1, "columns": 2}


def narrowed(teller, ask, wish, sql):
    """(wish, SQL) with one condition more. Impossible where nothing fits."""
    parts = SQL.match(sql)
    if not parts or " JOIN " in sql or " OR " in sql or conditions(sql) + ADDED >= MOST_CONDITIONS:
        raise Impossible("sql")
    parts = parts.groupdict()
    kinds = list(SHARE)
    kind = teller.draw.choices(kinds, SHARE.values())[0]
    slots = dict(ask.slots)
    try:
        MADE[kind](ask, parts)
        new = joined(parts)
        if new == sql or not brings(ask.world, new):
            raise Impossible(kind)
        said = teller.say(f"narrow {kind}", ask)
    finally:
        ask.slots = slots
    if said.startswith("^"):
        return said[1:] + wish, new
    end = re.search(r"[ ?.!]*$", wish)[0]
    return wish[: len(wish) - len(end)] + said + (end if "?" in end and "?" not in said else ""), new


def conditions(sql):
    """How many a query has, at most: the second end of a range is counted, too."""
    return len(re.findall(r" WHERE | AND | OR ", sql))


def brings(world, sql):
    """Whether the database has an answer: rows, and not only empty ones."""
    if not hasattr(world, "base"):
        world.base = world.database()
    rows = world.base.execute(runnable(sql, world)).fetchall()
    return any(cell not in (None, 0) for row in rows for cell in row)


def more(parts, condition):
    parts["where"] = f"{parts['where']} AND {condition}" if parts["where"] else condition


def free(ask, parts, *kinds, **given):
    """A column that no condition is on yet."""
    where = " ".join(part for part in (parts["where"], parts["group"], parts["having"]) if part)
    return ask.take("nc", *kinds, but=[column for column in ask.table.columns if name(column) in where], **given)


def of_date(ask, parts):
    """The column of the time that is asked about: the one that the question has, or the only one."""
    if "%Y'" in (parts["where"] or "") or ">=" in (parts["where"] or ""):
        raise Impossible("year")
    dates = [column for column in ask.table.of("date", "time", "year") if len(column.values) > 1]
    used = [column for column in dates if any(name(column) in (part or "") for part in parts.values())]
    found = used or (dates if len(dates) == 1 else [])
    if not found:
        raise Impossible("year")
    return found[0]


def year(ask, parts):
    column = of_date(ask, parts)
    more(parts, of_year(column, ask.year("year", column)))


def since(ask, parts):
    column = of_date(ask, parts)
    begin = ask.year("year", column)
    more(parts, f"{name(column)} >= {begin}" if column.kind == "year" else f"{name(column)} >= '{begin}-01-01'")


def value(ask, parts):
    column = free(ask, parts, "category")
    more(parts, f"{name(column)} = {literal(ask.value('nv', column))}")


def either(ask, parts):
    column = free(ask, parts, "category", test=lambda column: len(column.values) > 2)
    more(parts, f"{name(column)} IN ({literal(ask.value('nv', column))}, {literal(ask.value('nw', column))})")


def other(ask, parts):
    column = free(ask, parts, "category", test=lambda column: len(column.values) > 2)
    more(parts, f"{name(column)} <> {literal(ask.value('nv', column))}")


def flag(wanted):
    def made(ask, parts):
        more(parts, f"{name(free(ask, parts, 'flag'))} = {wanted}")

    return made


def bounded(sign):
    def made(ask, parts):
        column = free(ask, parts, "number")
        more(parts, f"{name(column)} {sign} {ask.threshold('x', column, 0.1, 0.6) if sign == '>' else ask.threshold('x', column, 0.4, 0.9)}")

    return made


def ranked(order, cut):
    def made(ask, parts):
        counted = re.search(r"(?:AVG|SUM|MIN|MAX)\([^()]+\)|COUNT\(\*\)", parts["what"])
        if not parts["group"] or "strftime" in parts["group"] or not counted or parts["limit"]:
            raise Impossible("top")
        if not cut and parts["order"]:
            raise Impossible("sorted")
        parts["order"] = f"{counted[0]} {order}"
        if cut:
            parts["limit"] = str(ask.number("n", 2, 10))

    return made


def columns(ask, parts):
    """Other columns of the same rows."""
    if parts["group"] or "(" in parts["what"] or "DISTINCT" in parts["what"]:
        raise Impossible("columns")
    label = name(ask.label())
    kept = [part for part in parts["what"].split(", ") if part not in ("*", label)]
    first, second = ask.take("nc", "category", "name", "date", "time", "year", but=[ask.label()]), None
    if ask.draw.random() < 0.5:
        second = ask.take("nd", "category", "number", "date", "time", "year", but=[ask.label()])
    added = [name(column) for column in (first, second) if column and name(column) not in kept]
    if not added:
        raise Impossible("columns")
    if not second:
        ask.slots["nd"] = None
    parts["what"] = ", ".join([label, *kept, *added])


MADE = {
    "year": year,
    "since": since,
    "value": value,
    "either": either,
    "not": other,
    "flag": flag(1),
    "not flag": flag(0),
    "over": bounded(">"),
    "under": bounded("<"),
    "top": ranked("DESC", True),
    "bottom": ranked("ASC", True),
    "sorted": ranked("DESC", False),
    "columns": columns,
}
