"""Worlds: a domain as a database somebody has, with their way of naming things, rows, and the description a server would give."""

import datetime
import functools
import re
import sqlite3

from domains import LANGUAGES, words

STYLES = ("as written", "snake", "camel", "pascal", "title", "upper", "kebab")
ABBREVIATIONS = {"number": "no", "quantity": "qty", "amount": "amt", "average": "avg", "date": "dt", "department": "dept", "price": "prc", "customer": "cust", "product": "prod", "duration": "dur", "temperature": "temp", "category": "cat", "address": "addr", "description": "descr", "account": "acct", "percent": "pct", "minutes": "min"}
# How many of a text column's values stand in its description.
SHOWN_VALUES = 3
FEW_VALUES = 8


class Column:
    """One column: what it is called here, its kind, and how people say it."""

    def __init__(self, spec, name):
        self.spec, self.name, self.kind = spec, name, spec["kind"]
        self.values = []

    def said(self, language):
        return words(self.spec.get("say", {}).get(language, ""))

    def most(self, language):
        return words(self.spec.get("most", {}).get(language, ""))

    def least(self, language):
        return words(self.spec.get("least", {}).get(language, ""))

    @property
    def is_number(self):
        return self.kind == "number"

    @property
    def is_text(self):
        return self.kind in ("name", "category", "text")

    def value_words(self, value, language):
        """How people of a language say a value."""
        for one in self.spec.get("values", []):
            if isinstance(one, dict) and one["value"] == value:
                return words(one["say"].get(language, "")) or [value]
        return [value]


class Table:
    """One table with its columns."""

    def __init__(self, spec, name, columns):
        self.spec, self.name, self.columns = spec, name, columns
        self.rows = []

    def of(self, *kinds):
        return [column for column in self.columns if column.kind in kinds]

    @property
    def label(self):
        """The column that says what a row is called."""
        return self.of("name")[0]

    def said(self, language):
        """Singular and plural of its rows, without articles."""
        parts = words(self.spec["rows"][language])
        bare = [re.sub(r"^(der|die|das|le|la|les|el|los|las|il|lo|i|gli|un|une|una)\s+|^(l')", "", part) for part in parts]
        return bare[0], bare[1]

    def articles(self, language):
        parts = words(self.spec["rows"][language])
        return parts[0], parts[1]


class World:
    """A domain under one way of naming, filled with rows."""

    def __init__(self, domain, draw, style=None, language=None, plain=False):
        self.domain, self.draw = domain, draw
        self.style = style or draw.choice(["as written"] * 5 + list(STYLES[1:]))
        # Now and then somebody names columns in another language than English.
        self.language = language or ("en" if draw.random() < 0.78 else draw.choice(LANGUAGES[1:]))
        self.short = not plain and draw.random() < 0.12
        prefix = draw.choice(["", "", "", "", "", "", "tbl_", "dim_", "v_"]) if self.style != "title" and not plain else ""
        self.tables = []
        self.keys = {}
        for spec in domain["tables"]:
            taken = set()
            columns = []
            for one in spec["columns"]:
                name = self.unique(self.named(one), taken)
                column = Column(one, name)
                self.keys[spec["name"], one["name"]] = (spec["name"], column)
                columns.append(column)
            self.tables.append(Table(spec, self.prefixed(prefix, self.table_name(spec)), columns))
        self.joins = []
        by_spec = {table.spec["name"]: table for table in self.tables}
        for table in self.tables:
            for column in table.of("ref"):
                target, _, key = column.spec["to"].partition(".")
                self.joins.append((table, column, by_spec[target], self.keys[target, key][1]))
        self.fill()
        # Columns with more values than a page keeps in mind.
        self.open = {table.label for table in self.tables if not plain and draw.random() < 0.5}

    def named(self, spec):
        name = spec["name"]
        if self.language != "en" and spec.get("say"):
            said = words(spec["say"][self.language])
            name = plain(said[0]) if said and len(said[0].split()) <= 3 else name
        parts = [part for part in re.split(r"[\s_\-]+|(?<=[a-z])(?=[A-Z])", name) if part]
        if self.short:
            parts = [ABBREVIATIONS.get(part.lower(), part) for part in parts]
        return styled(name, parts, self.style)

    def table_name(self, spec):
        name = spec["name"]
        if self.language != "en":
            name = plain(re.sub(r"^\S+\s|^l'", "", words(spec["rows"][self.language])[1]))
        parts = [part for part in re.split(r"[\s_\-]+|(?<=[a-z])(?=[A-Z])", name) if part]
        return styled(name, parts, self.style if self.style not in ("kebab",) else "snake")

    @staticmethod
    def prefixed(prefix, name):
        return name if "_" in name else prefix + name

    def unique(self, name, taken):
        while name.lower() in taken:
            name += "2"
        taken.add(name.lower())
        return name

    def fill(self):
        draw = self.draw
        done = {}
        waiting = list(self.tables)
        while waiting:
            ready = (table for table in waiting if all(one is not table or other.spec["name"] in done or other is table for one, _, other, _ in self.joins))
            table = next(ready, waiting[0])
            waiting.remove(table)
            count = len(table.label.spec["values"]) if any(target is table for _, _, target, _ in self.joins) else draw.randint(40, 120)
            made = {}
            for column in table.columns:
                made[column.name] = self.column_values(table, column, count, done)
            table.rows = [dict(zip(made, row)) for row in zip(*made.values())]
            done[table.spec["name"]] = table
            for column in table.columns:
                column.values = sorted({row[column.name] for row in table.rows if row[column.name] is not None}, key=str)

    def column_values(self, table, column, count, done):
        draw, spec, kind = self.draw, column.spec, column.kind
        if kind == "id":
            begin = draw.choice([1, 1, 1, 1001, 50210])
            form = draw.choice(["{}", "{}", "{}", "A{}", "N-{}"])
            texts = [form.format(begin + index) for index in range(count)]
            return [int(text) if text.isdigit() else text for text in texts]
        if kind == "name":
            values = spec["values"]
            if any(target is table for _, _, target, _ in self.joins):
                return draw.sample(values, count)
            return [draw.choice(values) for _ in range(count)]
        if kind == "ref":
            target, _, key = spec["to"].partition(".")
            if target not in done:
                return [None] * count
            name = self.keys[target, key][1].name
            return [draw.choice(done[target].rows)[name] for _ in range(count)]
        hole = 0.06 if draw.random() < 0.3 else 0
        return [None if draw.random() < hole else self.value(spec, kind) for _ in range(count)]

    def value(self, spec, kind):
        draw = self.draw
        if kind in ("category", "text"):
            value = draw.choice(spec["values"])
            return value["value"] if isinstance(value, dict) else value
        if kind == "flag":
            return int(draw.random() < 0.3)
        if kind == "number":
            low, high, decimals = spec["from"], spec["to"], spec.get("decimals", 0)
            value = low + (high - low) * draw.random() ** (2 if high > 50 * max(low, 1) else 1)
            return round(value, decimals) if decimals else int(round(value))
        if kind == "year":
            return draw.randint(int(str(spec["from"])[:4]), int(str(spec["to"])[:4]))
        start, end = (datetime.date.fromisoformat(str(spec[key])[:10]) for key in ("from", "to"))
        day = start + datetime.timedelta(days=draw.randint(0, max((end - start).days, 1)))
        return f"{day} {draw.randint(0, 23):02}:{draw.randint(0, 59):02}" if kind == "time" else str(day)

    def database(self):
        """The tables in SQLite."""
        base = sqlite3.connect(":memory:")
        for table in self.tables:
            names = ", ".join(quoted(column.name) for column in table.columns)
            base.execute(f"CREATE TABLE {quoted(table.name)} ({names})")
            marks = ", ".join("?" * len(table.columns))
            base.executemany(f"INSERT INTO {quoted(table.name)} VALUES ({marks})", [tuple(row.values()) for row in table.rows])
        return base

    @functools.cached_property
    def base(self):
        """The same, for questions alone."""
        return self.database()

    def describe(self, table):
        """One line: the table, its columns, their types and a few values."""
        return f"{table.name}: " + ", ".join(described(column) for column in table.columns)


def described(column):
    """A column as the model reads it: name, type, a few values."""
    values = column.values
    if column.is_text or column.kind in ("id", "ref"):
        texts = [str(value) for value in values]
        if not texts:
            return f"{column.name} text"
        if all(isinstance(value, int) for value in values):
            return f"{column.name} number"
        few = len(texts) <= FEW_VALUES and sum(map(len, texts)) <= 60
        return f"{column.name} text ({'; '.join(texts if few else texts[:SHOWN_VALUES])}{'' if few else '; …'})"
    if column.kind in ("date", "time"):
        return f"{column.name} date ({values[0]})" if values else f"{column.name} date"
    if column.kind == "flag":
        return f"{column.name} number (0; 1)"
    if column.kind == "year" and values:
        return f"{column.name} number ({values[0]}-{values[-1]})"
    return f"{column.name} number"


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def plain(text):
    """A name without accents, as people who fear them in databases write it."""
    table = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "é": "e", "è": "e", "ê": "e", "à": "a", "á": "a", "â": "a", "í": "i", "ì": "i", "ó": "o", "ò": "o", "ô": "o", "ú": "u", "ù": "u", "û": "u", "ñ": "n", "ç": "c", "'": "_", "’": "_"})
    return text.translate(table)


def styled(name, parts, style):
    if style == "snake":
        return "_".join(part.lower() for part in parts)
    if style == "camel":
        return parts[0].lower() + "".join(part.capitalize() for part in parts[1:])
    if style == "pascal":
        return "".join(part.capitalize() for part in parts)
    if style == "title":
        return " ".join(part.capitalize() for part in parts)
    if style == "upper":
        return "_".join(part.upper() for part in parts)
    if style == "kebab":
        return "-".join(part.lower() for part in parts)
    return name
