"""Kinds of questions about data: each draws what it asks for from a world and says the SQL that answers it, and how it is shown.

A kind is a function of an `Ask`; its docstring is what is asked, with the slots that its wordings (`data/ways/*.txt`) may use.
"""

import re

from worlds import quoted

KINDS = {}
# A column of such a name is always in quotes: the rest of a query is written in these.
KEYWORDS = set("SELECT DISTINCT FROM JOIN ON WHERE AND OR NOT LIKE BETWEEN IN GROUP BY HAVING ORDER ASC DESC LIMIT AS AVG SUM MIN MAX COUNT".split())


def kind(function):
    KINDS[function.__name__] = function
    return function


class Impossible(Exception):
    """This world has not what the kind asks about."""


class Ask:
    """One draw: a table of a world, and the columns and values taken so far."""

    def __init__(self, world, draw, table=None):
        self.world, self.draw = world, draw
        self.table = table or draw.choice(world.tables)
        self.slots = {"rows": self.table}
        self.where_words = None

    def take(self, slot, *kinds, table=None, but=(), test=None):
        table = table or self.table
        taken = [value for value in self.slots.values()]
        found = [
            column
            for column in table.of(*kinds)
            if column not in taken and column not in but and len(column.values) > 1 and (test is None or test(column))
        ]
        if not found:
            raise Impossible(slot)
        self.slots[slot] = self.draw.choice(found)
        return self.slots[slot]

    def measure(self, slot="m", **more):
        return self.take(slot, "number", **more)

    def category(self, slot="c", **more):
        return self.take(slot, "category", **more)

    def label(self):
        return self.table.label

    def value(self, slot, column):
        taken = [value for value in self.slots.values() if isinstance(value, tuple)]
        values = [(column, value) for value in column.values if (column, value) not in taken]
        if not values:
            raise Impossible(slot)
        self.slots[slot] = self.draw.choice(values)
        return self.slots[slot][1]

    def number(self, slot, low, high):
        self.slots[slot] = self.draw.randint(low, high)
        return self.slots[slot]

    def threshold(self, slot, column, from_share=0.2, to_share=0.8):
        values = sorted(column.values)
        value = values[int(len(values) * self.draw.uniform(from_share, to_share))]
        value = round_as_people_do(value)
        if not (values[0] < value < values[-1]):
            raise Impossible(slot)
        self.slots[slot] = value
        return value

    def n(self):
        return self.number("n", 2, 12) if self.draw.random() < 0.8 else self.number("n", 13, 50)

    def year(self, slot, column, inner=True):
        years = sorted({int(str(value)[:4]) for value in column.values})
        if inner and len(years) > 2:
            years = years[1:-1]
        if len(years) < 1:
            raise Impossible(slot)
        self.slots[slot] = self.draw.choice(years)
        return self.slots[slot]

    def when(self, slot="d"):
        return self.take(slot, "date", "time", "year")

    def month(self, column):
        months = sorted({str(value)[:7] for value in column.values})
        self.slots["month"] = self.draw.choice(months)
        return self.slots["month"]


def round_as_people_do(value):
    if isinstance(value, float) and abs(value) < 20:
        return round(value * 2) / 2
    size = 10 ** max(len(str(int(abs(value)))) - 1, 0)
    step = size / 2 if size > 1 else 1
    value = round(value / step) * step
    return int(value)


def name(column):
    return name_of(column.name)


def name_of(text):
    return text if re.fullmatch(r"[^\W\d]\w*", text) and text not in KEYWORDS else f"`{text}`"


def runnable(sql, world):
    """The SQL as a database takes it: every name of the world in double quotes."""
    known = {table.name for table in world.tables} | {column.name for table in world.tables for column in table.columns}

    def one(found):
        text = found[0]
        if text.startswith("`"):
            return quoted(text[1:-1])
        if text.startswith("'") or text in KEYWORDS or text not in known or sql[found.end() : found.end() + 1] == "(":
            return text
        return quoted(text)

    return re.sub(r"'(?:[^']|'')*'|`[^`]*`|[^\W\d]\w*", one, sql)


def brings(sql, world):
    """Whether a query runs on the world's rows and brings something."""
    return any(cell is not None for row in world.base.execute(runnable(sql, world)) for cell in row)


def literal(value):
    return str(value) if isinstance(value, (int, float)) else "'" + str(value).replace("'", "''") + "'"


def called(ask, column, slot="v", owner=None):
    """The row of a name: by equality where the page knows all names, else by a part of it as the wish says it."""
    value = ask.value(slot, column)
    full = f"{name_of(owner.name)}.{name(column)}" if owner else name(column)
    if column not in ask.world.open:
        return f"{full} = {literal(value)}"
    parts = [word for word in re.split(r"\s+", str(value)) if len(word) > 3]
    if len(parts) > 1 and ask.draw.random() < 0.3:
        value = ask.draw.choice(parts)
    ask.slots[slot] = (column, value)
    return f"{full} LIKE {literal('%' + str(value) + '%')}"


def of_year(column, year):
    return f"{name(column)} = {year}" if column.kind == "year" else f"strftime('%Y', {name(column)}) = '{year}'"


def select(what, ask, rest=""):
    return f"SELECT {what} FROM {name_of(ask.table.name)}{' ' + rest if rest else ''}"


def grouped(function, shown="bar"):
    def made(ask):
        m, c = ask.measure(), ask.category()
        return select(f"{name(c)}, {function}({name(m)})", ask, f"GROUP BY {name(c)}"), shown

    return made


@kind
def avg_by(ask):
    """average {m} for each {c}"""
    return grouped("AVG")(ask)


@kind
def sum_by(ask):
    """total {m} for each {c}"""
    return grouped("SUM")(ask)


@kind
def max_by(ask):
    """highest {m} for each {c}"""
    return grouped("MAX")(ask)


@kind
def min_by(ask):
    """lowest {m} for each {c}"""
    return grouped("MIN")(ask)


@kind
def count_by(ask):
    """number of {rows} for each {c}"""
    c = ask.category()
    return select(f"{name(c)}, COUNT(*)", ask, f"GROUP BY {name(c)}"), "bar"


@kind
def share_by(ask):
    """share of the {rows} that each {c} has (how {rows} are distributed over {c}): a pie"""
    c = ask.category(test=lambda column: len(column.values) <= 7)
    return select(f"{name(c)}, COUNT(*)", ask, f"GROUP BY {name(c)}"), "pie"


@kind
def sum_share_by(ask):
    """share of the total {m} that each {c} has: a pie"""
    return grouped("SUM", "pie")(ask)


@kind
def count_sorted(ask):
    """number of {rows} for each {c}, the {c} with the most {rows} first"""
    c = ask.category()
    return select(f"{name(c)}, COUNT(*)", ask, f"GROUP BY {name(c)} ORDER BY COUNT(*) DESC"), "bar"


@kind
def avg_sorted(ask):
    """{c} ranked by their average {m}, highest first"""
    m, c = ask.measure(), ask.category()
    return select(f"{name(c)}, AVG({name(m)})", ask, f"GROUP BY {name(c)} ORDER BY AVG({name(m)}) DESC"), "bar"


def extreme(ask, order, limit, shown, rest=""):
    m = ask.slots["m"]
    return select(f"{name(ask.label())}, {name(m)}", ask, f"{rest}ORDER BY {name(m)} {order} LIMIT {limit}"), shown


@kind
def top_n(ask):
    """the {n} {rows} with the highest {m} ("the 5 {most} {rows}" where there is a superlative)"""
    ask.measure()
    return extreme(ask, "DESC", ask.n(), "bar")


@kind
def bottom_n(ask):
    """the {n} {rows} with the lowest {m} ("the 5 {least} {rows}")"""
    ask.measure()
    return extreme(ask, "ASC", ask.n(), "bar")


@kind
def top_some(ask):
    """the {rows} with the highest {m}, without a number ("{most} {rows}", "top {rows} by {m}"): ten of them"""
    ask.measure()
    return extreme(ask, "DESC", 10, "bar")


@kind
def bottom_some(ask):
    """the {rows} with the lowest {m}, without a number: ten of them"""
    ask.measure()
    return extreme(ask, "ASC", 10, "bar")


@kind
def most_one(ask):
    """which single {row} has the highest {m} ("the {most} {row}")"""
    ask.measure()
    return extreme(ask, "DESC", 1, "stat")


@kind
def least_one(ask):
    """which single {row} has the lowest {m} ("the {least} {row}")"""
    ask.measure()
    return extreme(ask, "ASC", 1, "stat")


@kind
def top_n_where(ask):
    """the {n} {rows} with the highest {m} among those whose {c} is {v}"""
    ask.measure()
    c = ask.category()
    return extreme(ask, "DESC", ask.n(), "bar", f"WHERE {name(c)} = {literal(ask.value('v', c))} ")


@kind
def most_one_where(ask):
    """which single {row} whose {c} is {v} has the highest {m}"""
    ask.measure()
    c = ask.category()
    return extreme(ask, "DESC", 1, "stat", f"WHERE {name(c)} = {literal(ask.value('v', c))} ")


@kind
def count_all(ask):
    """how many {rows} there are in all"""
    return select("COUNT(*)", ask), "stat"


@kind
def count_where(ask):
    """how many {rows} have {v} as their {c} ("how many {v} {rows}")"""
    c = ask.category()
    return select("COUNT(*)", ask, f"WHERE {name(c)} = {literal(ask.value('v', c))}"), "stat"


@kind
def count_over(ask):
    """how many {rows} have a {m} of more than {x}"""
    m = ask.measure()
    return select("COUNT(*)", ask, f"WHERE {name(m)} > {ask.threshold('x', m)}"), "stat"


@kind
def count_under(ask):
    """how many {rows} have a {m} of less than {x}"""
    m = ask.measure()
    return select("COUNT(*)", ask, f"WHERE {name(m)} < {ask.threshold('x', m)}"), "stat"


@kind
def count_distinct(ask):
    """how many different {c} there are"""
    c = ask.take("c", "category", "name")
    return select(f"COUNT(DISTINCT {name(c)})", ask), "stat"


@kind
def count_flag(ask):
    """how many {rows} are {f}"""
    f = ask.take("f", "flag")
    return select("COUNT(*)", ask, f"WHERE {name(f)} = 1"), "stat"


@kind
def list_flag(ask):
    """the {rows} that are {f}"""
    f = ask.take("f", "flag")
    return select("*", ask, f"WHERE {name(f)} = 1"), "table"


@kind
def list_not_flag(ask):
    """the {rows} that are not {f}"""
    f = ask.take("f", "flag")
    return select("*", ask, f"WHERE {name(f)} = 0"), "table"


@kind
def flag_by(ask):
    """number of {rows} that are {f} for each {c}"""
    f, c = ask.take("f", "flag"), ask.category()
    return select(f"{name(c)}, COUNT(*)", ask, f"WHERE {name(f)} = 1 GROUP BY {name(c)}"), "bar"


def single(function):
    def made(ask):
        m = ask.measure()
        return select(f"{function}({name(m)})", ask), "stat"

    return made


@kind
def avg_all(ask):
    """average {m} of all {rows}"""
    return single("AVG")(ask)


@kind
def sum_all(ask):
    """total {m} of all {rows}"""
    return single("SUM")(ask)


@kind
def max_all(ask):
    """the highest {m} there is (the number alone)"""
    return single("MAX")(ask)


@kind
def min_all(ask):
    """the lowest {m} there is (the number alone)"""
    return single("MIN")(ask)


@kind
def range_all(ask):
    """the lowest and the highest {m}"""
    m = ask.measure()
    return select(f"MIN({name(m)}), MAX({name(m)})", ask), "table"


@kind
def avg_where(ask):
    """average {m} of the {rows} whose {c} is {v} ("average {m} of {v}")"""
    m, c = ask.measure(), ask.category()
    return select(f"AVG({name(m)})", ask, f"WHERE {name(c)} = {literal(ask.value('v', c))}"), "stat"


@kind
def sum_where(ask):
    """total {m} of the {rows} whose {c} is {v}"""
    m, c = ask.measure(), ask.category()
    return select(f"SUM({name(m)})", ask, f"WHERE {name(c)} = {literal(ask.value('v', c))}"), "stat"


@kind
def avg_year(ask):
    """average {m} in the year {year}"""
    m, d = ask.measure(), ask.when()
    return select(f"AVG({name(m)})", ask, f"WHERE {of_year(d, ask.year('year', d))}"), "stat"


@kind
def count_year(ask):
    """how many {rows} in the year {year}"""
    d = ask.when()
    return select("COUNT(*)", ask, f"WHERE {of_year(d, ask.year('year', d))}"), "stat"


@kind
def list_where(ask):
    """the {rows} whose {c} is {v} ("all {v} {rows}", "only {v}")"""
    c = ask.category()
    return select("*", ask, f"WHERE {name(c)} = {literal(ask.value('v', c))}"), "table"


@kind
def list_not(ask):
    """the {rows} whose {c} is not {v}"""
    c = ask.category()
    return select("*", ask, f"WHERE {name(c)} <> {literal(ask.value('v', c))}"), "table"


@kind
def list_either(ask):
    """the {rows} whose {c} is {v} or {v2}"""
    c = ask.category(test=lambda column: len(column.values) > 2)
    return select("*", ask, f"WHERE {name(c)} IN ({literal(ask.value('v', c))}, {literal(ask.value('v2', c))})"), "table"


@kind
def list_both(ask):
    """the {rows} whose {c} is {v} and whose {c2} is {w}"""
    c, c2 = ask.category(), ask.category("c2")
    return select("*", ask, f"WHERE {name(c)} = {literal(ask.value('v', c))} AND {name(c2)} = {literal(ask.value('w', c2))}"), "table"


@kind
def list_over(ask):
    """the {rows} with a {m} of more than {x}"""
    m = ask.measure()
    return select("*", ask, f"WHERE {name(m)} > {ask.threshold('x', m)}"), "table"


@kind
def list_under(ask):
    """the {rows} with a {m} of less than {x}"""
    m = ask.measure()
    return select("*", ask, f"WHERE {name(m)} < {ask.threshold('x', m)}"), "table"


@kind
def list_at_least(ask):
    """the {rows} with a {m} of {x} or more"""
    m = ask.measure()
    return select("*", ask, f"WHERE {name(m)} >= {ask.threshold('x', m)}"), "table"


@kind
def list_exactly(ask):
    """the {rows} whose {m} is {x} ("with {x} {m}")"""
    m = ask.measure(test=lambda column: len(column.values) < 40 and all(isinstance(value, int) for value in column.values))
    ask.slots["x"] = ask.draw.choice(m.values)
    return select("*", ask, f"WHERE {name(m)} = {ask.slots['x']}"), "table"


@kind
def list_between(ask):
    """the {rows} with a {m} between {x} and {x2}"""
    m = ask.measure()
    low, high = ask.threshold("x", m, 0.1, 0.4), ask.threshold("x2", m, 0.5, 0.9)
    if not low < high:
        raise Impossible("x2")
    return select("*", ask, f"WHERE {name(m)} BETWEEN {low} AND {high}"), "table"


@kind
def list_where_over(ask):
    """the {rows} whose {c} is {v} with a {m} of more than {x}"""
    m, c = ask.measure(), ask.category()
    return select("*", ask, f"WHERE {name(c)} = {literal(ask.value('v', c))} AND {name(m)} > {ask.threshold('x', m)}"), "table"


@kind
def list_like(ask):
    """the {rows} whose name contains the text {part}"""
    names = [word for value in ask.label().values for word in re.findall(r"[^\W\d_]{4,}", str(value))]
    if not names:
        raise Impossible("part")
    part = ask.slots["part"] = ask.draw.choice(names)
    return select("*", ask, f"WHERE {name(ask.label())} LIKE {literal('%' + part + '%')}"), "table"


@kind
def list_starting(ask):
    """the {rows} whose name begins with the letter {letter}"""
    letter = ask.slots["letter"] = ask.draw.choice([str(value)[0] for value in ask.label().values])
    return select("*", ask, f"WHERE {name(ask.label())} LIKE {literal(letter + '%')}"), "table"


@kind
def list_all(ask):
    """all {rows}, whole ("show me the {rows}", "list the {rows}")"""
    return select("*", ask), "table"


@kind
def list_columns(ask):
    """the names of all {rows} with their {m}"""
    m = ask.measure()
    return select(f"{name(ask.label())}, {name(m)}", ask), "table"


@kind
def list_two_columns(ask):
    """the names of all {rows} with their {c} and their {m}"""
    m, c = ask.measure(), ask.category()
    return select(f"{name(ask.label())}, {name(c)}, {name(m)}", ask), "table"


@kind
def list_names(ask):
    """only the names of the {rows}"""
    return select(name(ask.label()), ask), "list"


@kind
def list_sorted(ask):
    """all {rows} ordered by their {m}, highest first"""
    m = ask.measure()
    return select("*", ask, f"ORDER BY {name(m)} DESC"), "table"


@kind
def list_sorted_up(ask):
    """all {rows} ordered by their {m}, lowest first (or just "sorted by {m}")"""
    m = ask.measure()
    return select("*", ask, f"ORDER BY {name(m)} ASC"), "table"


@kind
def list_alphabetical(ask):
    """all {rows} in the order of the alphabet"""
    return select("*", ask, f"ORDER BY {name(ask.label())} ASC"), "table"


@kind
def distinct_values(ask):
    """which {c} there are, each once"""
    c = ask.category()
    return select(f"DISTINCT {name(c)}", ask), "list"


@kind
def value_of(ask):
    """the {m} of the {row} called {v}"""
    m = ask.measure()
    return select(name(m), ask, f"WHERE {called(ask, ask.label())}"), "stat"


@kind
def attribute_of(ask):
    """which {c} the {row} called {v} has"""
    c = ask.category()
    return select(name(c), ask, f"WHERE {called(ask, ask.label())}"), "stat"


@kind
def details_of(ask):
    """everything about the {row} called {v}"""
    return select("*", ask, f"WHERE {called(ask, ask.label())}"), "kv"


@kind
def compare_two(ask):
    """the {m} of {v} beside that of {v2} (two {rows} by name)"""
    m, label = ask.measure(), ask.label()
    return select(f"{name(label)}, {name(m)}", ask, f"WHERE {called(ask, label)} OR {called(ask, label, 'v2')}"), "bar"


@kind
def compare_groups(ask):
    """the average {m} of {v} beside that of {v2} (two values of {c})"""
    m, c = ask.measure(), ask.category(test=lambda column: len(column.values) > 2)
    where = f"WHERE {name(c)} IN ({literal(ask.value('v', c))}, {literal(ask.value('v2', c))})"
    return select(f"{name(c)}, AVG({name(m)})", ask, f"{where} GROUP BY {name(c)}"), "bar"


def per_time(ask, what, pattern):
    d = ask.take("d", "date", "time")
    moment = f"strftime('{pattern}', {name(d)})"
    return select(f"{moment}, {what}", ask, f"GROUP BY {moment} ORDER BY {moment}"), "line"


@kind
def avg_per_year(ask):
    """average {m} year by year: a line ("development of {m} over the years")"""
    m = ask.measure()
    years = ask.table.of("year")
    if years and ask.draw.random() < 0.5:
        d = ask.take("d", "year")
        return select(f"{name(d)}, AVG({name(m)})", ask, f"GROUP BY {name(d)} ORDER BY {name(d)}"), "line"
    return per_time(ask, f"AVG({name(m)})", "%Y")


@kind
def avg_per_month(ask):
    """average {m} month by month: a line"""
    m = ask.measure()
    return per_time(ask, f"AVG({name(m)})", "%Y-%m")


@kind
def sum_per_month(ask):
    """total {m} month by month: a line"""
    m = ask.measure()
    return per_time(ask, f"SUM({name(m)})", "%Y-%m")


@kind
def sum_per_year(ask):
    """total {m} year by year: a line"""
    m = ask.measure()
    return per_time(ask, f"SUM({name(m)})", "%Y")


@kind
def count_per_year(ask):
    """number of {rows} year by year: a line"""
    d = ask.when()
    if d.kind == "year":
        return select(f"{name(d)}, COUNT(*)", ask, f"GROUP BY {name(d)} ORDER BY {name(d)}"), "line"
    del ask.slots["d"]
    return per_time(ask, "COUNT(*)", "%Y")


@kind
def count_per_month(ask):
    """number of {rows} month by month: a line"""
    return per_time(ask, "COUNT(*)", "%Y-%m")


@kind
def count_per_weekday(ask):
    """number of {rows} on each day of the week"""
    sql, _ = per_time(ask, "COUNT(*)", "%w")
    return sql, "bar"


@kind
def count_per_hour(ask):
    """number of {rows} in each hour of the day"""
    d = ask.take("d", "time")
    moment = f"strftime('%H', {name(d)})"
    return select(f"{moment}, COUNT(*)", ask, f"GROUP BY {moment} ORDER BY {moment}"), "bar"


@kind
def over_time(ask):
    """{m} over {d} as it was, unsummarised: a line ("{m} over time")"""
    m, d = ask.measure(), ask.when()
    return select(f"{name(d)}, {name(m)}", ask, f"ORDER BY {name(d)}"), "line"


@kind
def over_time_where(ask):
    """{m} over time of those whose {c} is {v}: a line"""
    m, d, c = ask.measure(), ask.when(), ask.category()
    return select(f"{name(d)}, {name(m)}", ask, f"WHERE {name(c)} = {literal(ask.value('v', c))} ORDER BY {name(d)}"), "line"


def since(ask, sign):
    d = ask.when()
    year = ask.year("year", d)
    if d.kind == "year":
        return select("*", ask, f"WHERE {name(d)} {sign} {year}"), "table"
    return select("*", ask, f"WHERE {name(d)} {sign} '{year}-01-01'"), "table"


@kind
def list_since(ask):
    """the {rows} since the year {year}, that year included"""
    return since(ask, ">=")


@kind
def list_before(ask):
    """the {rows} before the year {year}"""
    return since(ask, "<")


@kind
def list_in_year(ask):
    """the {rows} of the year {year}"""
    d = ask.when()
    return select("*", ask, f"WHERE {of_year(d, ask.year('year', d))}"), "table"


@kind
def list_in_month(ask):
    """the {rows} of {month} (a month of a year, said in words)"""
    d = ask.take("d", "date", "time")
    return select("*", ask, f"WHERE strftime('%Y-%m', {name(d)}) = '{ask.month(d)}'"), "table"


@kind
def latest_n(ask):
    """the {n} latest {rows} ("last {n} {rows}")"""
    d = ask.when()
    return select("*", ask, f"ORDER BY {name(d)} DESC LIMIT {ask.n()}"), "table"


@kind
def earliest_n(ask):
    """the {n} earliest or oldest {rows} ("first {n} {rows}")"""
    d = ask.when()
    return select("*", ask, f"ORDER BY {name(d)} ASC LIMIT {ask.n()}"), "table"


@kind
def latest_one(ask):
    """the latest {row}"""
    d = ask.when()
    return select(f"{name(ask.label())}, {name(d)}", ask, f"ORDER BY {name(d)} DESC LIMIT 1"), "stat"


@kind
def when_of(ask):
    """when the {row} called {v} was (its {d})"""
    d = ask.when()
    return select(name(d), ask, f"WHERE {called(ask, ask.label())}"), "stat"


@kind
def scatter(ask):
    """{m} against {m2}, one dot for each {row}; whether they go together"""
    m, m2 = ask.measure(), ask.measure("m2")
    return select(f"{name(m)}, {name(m2)}", ask), "scatter"


@kind
def top_group(ask):
    """which {c} has the highest average {m}"""
    m, c = ask.measure(), ask.category()
    return select(f"{name(c)}, AVG({name(m)})", ask, f"GROUP BY {name(c)} ORDER BY AVG({name(m)}) DESC LIMIT 1"), "stat"


@kind
def bottom_group(ask):
    """which {c} has the lowest average {m}"""
    m, c = ask.measure(), ask.category()
    return select(f"{name(c)}, AVG({name(m)})", ask, f"GROUP BY {name(c)} ORDER BY AVG({name(m)}) ASC LIMIT 1"), "stat"


@kind
def top_sum_group(ask):
    """which {c} has the highest {m} in all (summed)"""
    m, c = ask.measure(), ask.category()
    return select(f"{name(c)}, SUM({name(m)})", ask, f"GROUP BY {name(c)} ORDER BY SUM({name(m)}) DESC LIMIT 1"), "stat"


@kind
def top_n_groups(ask):
    """the {n} {c} with the highest {m} in all (summed)"""
    m, c = ask.measure(), ask.take("c", "category", "name")
    n = ask.number("n", 2, 5)
    return select(f"{name(c)}, SUM({name(m)})", ask, f"GROUP BY {name(c)} ORDER BY SUM({name(m)}) DESC LIMIT {n}"), "bar"


@kind
def most_common(ask):
    """which {c} occurs most often among the {rows}"""
    c = ask.category()
    return select(f"{name(c)}, COUNT(*)", ask, f"GROUP BY {name(c)} ORDER BY COUNT(*) DESC LIMIT 1"), "stat"


@kind
def rarest(ask):
    """which {c} occurs least often among the {rows}"""
    c = ask.category()
    return select(f"{name(c)}, COUNT(*)", ask, f"GROUP BY {name(c)} ORDER BY COUNT(*) ASC LIMIT 1"), "stat"


@kind
def groups_over(ask):
    """the {c} with more than {n} {rows}"""
    c = ask.take("c", "category", "name")
    n = ask.number("n", 2, 15)
    return select(f"{name(c)}, COUNT(*)", ask, f"GROUP BY {name(c)} HAVING COUNT(*) > {n}"), "bar"


@kind
def groups_avg_over(ask):
    """the {c} whose average {m} is more than {x}"""
    m, c = ask.measure(), ask.category()
    return select(f"{name(c)}, AVG({name(m)})", ask, f"GROUP BY {name(c)} HAVING AVG({name(m)}) > {ask.threshold('x', m, 0.35, 0.55)}"), "bar"


@kind
def avg_by_where(ask):
    """average {m} for each {c}, only of those whose {c2} is {v}"""
    m, c, c2 = ask.measure(), ask.category(), ask.category("c2")
    return select(f"{name(c)}, AVG({name(m)})", ask, f"WHERE {name(c2)} = {literal(ask.value('v', c2))} GROUP BY {name(c)}"), "bar"


@kind
def count_by_where(ask):
    """number of {rows} for each {c}, only of those whose {c2} is {v}"""
    c, c2 = ask.category(), ask.category("c2")
    return select(f"{name(c)}, COUNT(*)", ask, f"WHERE {name(c2)} = {literal(ask.value('v', c2))} GROUP BY {name(c)}"), "bar"


@kind
def sum_by_year(ask):
    """total {m} for each {c} in the year {year}"""
    m, c, d = ask.measure(), ask.category(), ask.when()
    return select(f"{name(c)}, SUM({name(m)})", ask, f"WHERE {of_year(d, ask.year('year', d))} GROUP BY {name(c)}"), "bar"


@kind
def two_groups(ask):
    """number of {rows} for each pair of {c} and {c2}"""
    c, c2 = ask.category(), ask.category("c2")
    return select(f"{name(c)}, {name(c2)}, COUNT(*)", ask, f"GROUP BY {name(c)}, {name(c2)}"), "table"


@kind
def two_measures(ask):
    """average {m} and average {m2} for each {c}"""
    m, m2, c = ask.measure(), ask.measure("m2"), ask.category()
    return select(f"{name(c)}, AVG({name(m)}), AVG({name(m2)})", ask, f"GROUP BY {name(c)}"), "table"


@kind
def on_map(ask):
    """where the {rows} are, on a map"""
    places = {column.spec["name"].lower().strip("_"): column for column in ask.table.columns}
    lat = next((column for key, column in places.items() if key.startswith(("lat", "breit"))), None)
    lon = next((column for key, column in places.items() if key.startswith(("lon", "lng", "laeng", "läng"))), None)
    if not lat or not lon:
        raise Impossible("places")
    return select(f"{name(ask.label())}, {name(lat)}, {name(lon)}", ask), "map"


def joined(ask):
    """A table that refers to another: their names, and the JOIN."""
    joins = [join for join in ask.world.joins if join[0] is ask.table]
    if not joins:
        raise Impossible("join")
    table, column, other, key = ask.draw.choice(joins)
    one, two = name_of(table.name), name_of(other.name)
    ask.slots["others"] = other
    full = lambda owner, part: f"{name_of(owner.name)}.{name(part)}"
    return other, full, f"FROM {one} JOIN {two} ON {one}.{name(column)} = {two}.{name(key)}"


@kind
def join_list_where(ask):
    """the {rows} whose {other} (a row of another table) has {v} as its {c}"""
    other, full, source = joined(ask)
    c = ask.category(table=other)
    return f"SELECT {full(ask.table, ask.label())}, {full(other, c)} {source} WHERE {full(other, c)} = {literal(ask.value('v', c))}", "table"


@kind
def join_sum_by(ask):
    """total {m} of the {rows} for each {c} of the {others} (another table)"""
    other, full, source = joined(ask)
    m, c = ask.measure(), ask.category(table=other)
    return f"SELECT {full(other, c)}, SUM({full(ask.table, m)}) {source} GROUP BY {full(other, c)}", "bar"


@kind
def join_avg_by(ask):
    """average {m} of the {rows} for each {c} of the {others} (another table)"""
    other, full, source = joined(ask)
    m, c = ask.measure(), ask.category(table=other)
    return f"SELECT {full(other, c)}, AVG({full(ask.table, m)}) {source} GROUP BY {full(other, c)}", "bar"


@kind
def join_count_by(ask):
    """number of {rows} for each {c} of the {others} (another table)"""
    other, full, source = joined(ask)
    c = ask.category(table=other)
    return f"SELECT {full(other, c)}, COUNT(*) {source} GROUP BY {full(other, c)}", "bar"


@kind
def join_count_each(ask):
    """number of {rows} for each single {other}, by name"""
    other, full, source = joined(ask)
    label = full(other, other.label)
    return f"SELECT {label}, COUNT(*) {source} GROUP BY {label}", "bar"


@kind
def join_top_each(ask):
    """the {n} {others} with the highest total {m} of their {rows}"""
    other, full, source = joined(ask)
    m = ask.measure()
    label, total = full(other, other.label), f"SUM({full(ask.table, m)})"
    return f"SELECT {label}, {total} {source} GROUP BY {label} ORDER BY {total} DESC LIMIT {ask.number('n', 2, 10)}", "bar"


@kind
def join_most_rows(ask):
    """which single {other} has the most {rows}"""
    other, full, source = joined(ask)
    label = full(other, other.label)
    return f"SELECT {label}, COUNT(*) {source} GROUP BY {label} ORDER BY COUNT(*) DESC LIMIT 1", "stat"


@kind
def join_rows_of(ask):
    """the {rows} of the {other} called {v}"""
    other, full, source = joined(ask)
    return f"SELECT {full(ask.table, ask.label())}, {full(other, other.label)} {source} WHERE {called(ask, other.label, owner=other)}", "table"


@kind
def join_columns(ask):
    """the names of the {rows}, each with the name of its {other}"""
    other, full, source = joined(ask)
    return f"SELECT {full(ask.table, ask.label())}, {full(other, other.label)} {source}", "table"
