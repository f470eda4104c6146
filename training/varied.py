"""Hand-written wishes about other things: the same sentence with other texts, other numbers, more or fewer items. What a wish says
around its values is somebody's; how to copy from it must be learned from more than nine."""

import re

from written import of_schema, readings

# What marks off one value from the next, and so stands in none that is put into a row of them.
BETWEEN = re.compile(r"[,;/|\n\t:=–—#]| - | (?:and|und|et|y|e|en|or|oder|ou|o|with|mit|avec|con) ")
NUMBER = re.compile(r"(?<![\w.,:/-])\d[\d.,]*\d|(?<![\w.,:/-])\d")
SHORT = 40
READINGS = [lambda text, marks=marks: number_of(text, *marks) for marks in (("", "."), (",", "."), (".", ","))]
# How often a value is another, and how often the first item of a row is said again with other values, or one is left out.
SWAPPED = 0.6
MORE = 0.6
MOST_MORE = 4
# How often what takes a value's place comes from the wishes for the same thing.
NEAR = 0.7


def number_of(text, grouped, point):
    text = text.replace(grouped, "") if grouped else text
    try:
        return float(text.replace(point, "."))
    except ValueError:
        return None


def leaves(value, path=()):
    """[(path, value)] of what is no list and no object."""
    if isinstance(value, dict):
        return [leaf for key, part in value.items() for leaf in leaves(part, (*path, key))]
    if isinstance(value, list):
        return [leaf for index, part in enumerate(value) for leaf in leaves(part, (*path, index))]
    return [(path, value)]


def kind_of(path):
    """The last name of a path and what lies under it: a pool's name."""
    at = max((index for index, part in enumerate(path) if isinstance(part, str)), default=0)
    return tuple("*" if isinstance(part, int) and number == at + 1 else part for number, part in enumerate(path) if number >= at)


def is_chosen(schema, path):
    """Whether the schema has a list of values for it: what was said is no value then."""
    for part in path:
        for way in schema.get("anyOf") or schema.get("oneOf") or [schema]:
            inner = way.get("properties", {}).get(part) if isinstance(part, str) else (way.get("prefixItems") or [])[part : part + 1] or [way.get("items")]
            schema = inner[0] if isinstance(inner, list) else inner
            if isinstance(schema, dict):
                break
        if not isinstance(schema, dict):
            return False
    return "enum" in schema or "const" in schema or "format" in schema or "pattern" in schema


def form_of(text):
    """What one text has in common with another that may stand in its place: digits, a capital letter, about as many words."""
    return bool(re.search(r"\d", text)), text[:1].isupper(), min(len(text.split()), 3)


def pools(offers):
    """The texts of all answers by the thing they are for, kind and form; by kind and form; and by form. `offers`:
    (name, schema, [(wish, values)])."""
    found = {}
    for name, schema, wishes in offers:
        for wish, values in wishes:
            for path, value in leaves(values):
                if isinstance(value, str) and value in wish and len(value) <= SHORT and not is_chosen(schema, path):
                    kind, form = kind_of(path), form_of(value)
                    for key in ((name, kind, form), (kind, form)) + (() if form[0] or BETWEEN.search(value) else (form,)):
                        found.setdefault(key, {})[value] = True
    return {key: list(texts) for key, texts in found.items()}


def places(wish, value, start=0):
    """Where a wish says a value, from `start` on: [(start, end)]."""
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, str):
        pattern = rf"(?<!\w){re.escape(value)}(?!\w)"
        return [found.span() for found in re.finditer(pattern, wish) if found.start() >= start] if value else []
    return [found.span() for found in NUMBER.finditer(wish) if found.start() >= start and float(value) in readings(found[0])]


def other_number(text, value, draw):
    """Other digits in the same writing: (text, value), or nothing where it is no plain number."""
    if text.startswith("0") or value < 0 or (len(text) == 4 and text[:2] in ("19", "20")):
        return None
    read = next((read for read in READINGS if read(text) == value), None)
    new = re.sub(r"\d", lambda found: str(draw.randint(0 if found.start() else 1, 9)), text)
    said = read(new) if read else None
    if said is None:
        return None
    return new, int(said) if isinstance(value, int) else said


def put(value, path, new):
    """A copy with another value at `path`."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(copy[path[0]], path[1:], new)
    return copy


class Varier:
    """Says hand-written wishes about other things."""

    def __init__(self, offers, draw):
        self.pools, self.draw = pools(offers), draw

    def other(self, name, schema, path, value, said):
        """Something else in a value's place: (text, value), or nothing."""
        draw = self.draw
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return other_number(said, value, draw)
        inside = any(isinstance(part, int) for part in path)
        if not isinstance(value, str) or is_chosen(schema, path) or len(value) > SHORT or (inside and BETWEEN.search(value)):
            return None
        kind, form = kind_of(path), form_of(value)
        # What a page shows in one place is alike: dates, names, amounts.
        near, far = self.pools.get((name, kind, form), []), self.pools.get(draw.choice(((kind, form), (kind, form), form)), [])
        pool = [text for text in (near if draw.random() < NEAR or not far else far) if not (inside and BETWEEN.search(text))]
        new = draw.choice(pool) if pool else value
        return (new, new) if new.lower() not in said.lower() else None

    def varied(self, name, schema, wish, values):
        """(wish, values), the same ones where nothing of them can be another."""
        new = self.swapped(name, schema, *self.lengthened(name, schema, wish, values))
        return (wish, values) if of_schema(schema, new[1], new[0]) else new

    def swapped(self, name, schema, wish, values):
        spans = []
        for path, value in leaves(values):
            found = places(wish, value)
            if len(found) == 1:
                spans.append((*found[0], path, value))
        spans.sort(key=lambda one: one[:2], reverse=True)
        last = len(wish) + 1
        for start, end, path, value in spans:
            clear = end <= last and not any(start < other[1] and other[0] < end for other in spans if other[2] != path)
            new = self.other(name, schema, path, value, wish[start:end]) if clear and self.draw.random() < SWAPPED else None
            if new:
                wish, values, last = wish[:start] + new[0] + wish[end:], put(values, path, new[1]), start
        return wish, values

    def lengthened(self, name, schema, wish, values):
        """With more items of its first row, or fewer."""
        rows = [(path, row) for path, row in lists(values) if len(row) > 1]
        if not rows or self.draw.random() > MORE:
            return wish, values
        path, row = rows[0]
        items = self.items(wish, path, row)
        if not items:
            return wish, values
        (start, end, parts), (after, _, _) = items[0], items[1]
        if len(row) > 2 and self.draw.random() < 0.35:
            at = self.draw.randrange(1, len(row) - 1)
            cut = wish[: items[at][0]] + wish[items[at + 1][0] :]
            return cut, put(values, path, row[:at] + row[at + 1 :])
        # Of two the one mark may be an "and".
        if len(row) == 2 and re.search(r"\w", wish[end:after]):
            return wish, values
        made, text = [], ""
        for _ in range(self.draw.randint(1, MOST_MORE)):
            item, said = row[0], wish[start:end]
            for first, last, inner, value in sorted(parts, key=lambda one: one[0], reverse=True):
                new = self.other(name, schema, (*path, 0, *inner), value, wish[first:last])
                if not new:
                    return wish, values
                said = said[: first - start] + new[0] + said[last - start :]
                item = put(item, inner, new[1])
            made.append(item)
            text += said + wish[end:after]
        return wish[:start] + text + wish[start:], put(values, path, made + row)

    def items(self, wish, path, row):
        """Where each item of a row stands, one behind the other: [(start, end, [(start, end, path, value)])], or nothing."""
        found, cursor = [], 0
        for item in row:
            parts = []
            for inner, value in leaves(item):
                spans = [span for span in places(wish, value, cursor) if not any(span[0] < end and start < span[1] for start, end, *_ in parts)]
                if spans:
                    parts.append((*spans[0], inner, value))
                elif value is not None and not isinstance(value, bool):
                    # Said in other words, which would be said again.
                    return None
            if not parts:
                return None
            start, end = min(part[0] for part in parts), max(part[1] for part in parts)
            found.append((start, end, parts))
            cursor = end
        # What stands between two is a mark, no sentence.
        apart = all(one[1] <= other[0] <= one[1] + 12 for one, other in zip(found, found[1:]))
        return found if apart else None


def lists(value, path=()):
    """[(path, list)], the outer ones first."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    own = [(path, value)] if isinstance(value, list) else []
    return own + [one for key, part in inner for one in lists(part, (*path, key))]
