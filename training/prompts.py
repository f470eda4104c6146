"""What the model reads and what it writes. The page writes the same (`src/compose/prompt.rs`); a test of the project compares.

One line of JSON is written in two steps. Its first field says what to do (`{"query": ["visits"]`), after a list of all that there
is; then only what that needs stands in front, and the rest is written (`, "sql": "…", "as": "bar"}`).
"""

import json
import re

# How a query's result may be shown.
SHOWN_AS = ("bar", "line", "pie", "scatter", "table", "stat", "kv", "list", "map")
# What may be said.
SAID = ("greeting", "thanks", "help", "data", "unclear", "cannot")
MAX_KNOWN = 4
MAX_DESCRIPTION = 70
MAX_COLUMNS = 12
# Columns and tables that a wish seems to name, and the least part of a name that it says.
MAX_NAMED = 5
MAX_TABLES_NAMED = 3
LEAST_NAMED = 0.25
# Letters of what is short for something, and of what that leaves out.
LEAST_SHORT, LEAST_CUT = 3, 3
# Of what can be shown or called, so many that mean what the wish says.
MAX_FITTING = 3
# What columns hold, as words that a wish is compared with, and how much it counts; so do the likest of a few values.
COLUMN_KINDS = ("name", "kind", "number", "whether", "year", "date")
OF_KIND, OF_VALUES = 0.8, 0.45
OF_TABLE_NAME = 1.5
FEW_VALUES = 8
# Words of a wish, and of names, that are compared.
MAX_WORDS = 48
MAX_PARTS = 400
MAX_LETTERS = 40


def dumps(value):
    return json.dumps(value, ensure_ascii=False)


def short(description):
    """The first sentence or so of a description."""
    text = re.split(r"(?<=[.!?;])\s|\n", description.strip())[0].rstrip(".")
    if len(text) <= MAX_DESCRIPTION:
        return text
    cut = text[:MAX_DESCRIPTION]
    comma = cut.rfind(", ")
    end = comma if comma > MAX_DESCRIPTION / 2 else cut.rfind(" ")
    return cut[:end] if end > 0 else cut


def there_is(widgets, tools, tables, recipes=()):
    """The list in front of the first step: what can be shown and called, what servers say of their data, and what can be queried.
    `tables` are (name, column names), `recipes` (name, description)."""
    lines = [f"show {widget['widget']}: {short(widget['description'])}" for widget in widgets]
    lines += [f"call {tool['name']}: {short(tool['description'])}" for tool in tools]
    lines += [f"recipe {name}: {short(description)}" for name, description in recipes]
    lines += [f"query {name}: {', '.join(columns[:MAX_COLUMNS])}" for name, columns in tables]
    return "\n".join(lines)


def shown_lines(shown):
    """The widgets on the canvas, the latest last: (number, form, title)."""
    return "".join(f"\nshown {number}: {form} {dumps(title)}" for number, form, title in shown)


def wish_line(wish):
    """The wish as it stands inside a JSON text: what is copied into the answer is the same, letter by letter."""
    return f"\nWish: {dumps(wish.strip())[1:-1]}\n"


def head_of(answer):
    """The first field of an answer, as the first step writes it: `{"query": ["visits"]`."""
    key = next(iter(answer))
    return "{" + f"{dumps(key)}: {dumps(answer[key])}"


def tail_of(answer):
    """What the second step writes."""
    rest = dict(list(answer.items())[1:])
    return ", " + dumps(rest)[1:] if rest else "}"


def query_lines(descriptions):
    """What stands in front of a query: the tables."""
    return "\n".join(f"query {description}" for description in descriptions)


def hints(columns, known):
    """What the wish seems to name: columns, and values of columns."""
    named = [column for column in columns if all(column != of for of, _ in known)]
    parts = named + [f"{column} = {value}" for column, value in known]
    return "\nnamed: " + "; ".join(parts) if parts else ""


def table_hints(wish, tables):
    """The tables that the wish seems to name, or whose columns or values: [(name, columns, known)] with known as of [`linked`]."""
    found = []
    for name, columns, texts in tables:
        named = named_columns(wish, columns, [name])
        known = linked(wish, texts, [name, *columns])
        said = said_part(name, words(wish))
        score = 2 * (said >= LEAST_NAMED) + len(named) + len(known)
        if score:
            parts = [column for column in named if all(column != of for of, _ in known)]
            parts += [f"{column} = {value}" for column, value in known]
            found.append((score, f"{name} ({'; '.join(parts[:MAX_KNOWN])})" if parts else name))
    found.sort(key=lambda one: -one[0])
    return "\nnamed: " + ", ".join(text for _, text in found[:MAX_TABLES_NAMED]) if found else ""


def meant(wish, tables, likeness):
    """How much a wish means each name, by which `alike.py` learns: {(table, column): score}, of a table itself with the column None. `tables` are (name, columns),
    columns (name, kind, values): beside the words of its name it counts for a column what it holds."""
    names = {(table, None): (table, None, ()) for table, _ in tables}
    names.update({(table, column[0]): column for table, columns in tables for column in columns})
    parts = {name: meaningful(parted(of[0])) for name, of in names.items()}
    of_name = {name: of[0] for name, of in names.items()}
    texts = {name: meaningful(" ".join(of[2])) for name, of in names.items()}
    others = list(dict.fromkeys(part for found in (*parts.values(), *texts.values()) for part in found))[:MAX_PARTS]
    said = meaningful(wish)[:MAX_WORDS]
    best = dict.fromkeys(others, 0.0)
    kinds = dict.fromkeys(COLUMN_KINDS, 0.0)
    for word, row in zip(said, likeness(said, [*others, *COLUMN_KINDS])):
        for part, score in zip(others, row):
            best[part] = max(best[part], 1 if says(word, part) else score)
        for kind, score in zip(COLUMN_KINDS, row[len(others) :]):
            kinds[kind] = max(kinds[kind], score)
    letters = lambda found: sum(map(len, found))
    found = {}
    for name, (_, kind, _) in names.items():
        own = parts[name]
        score = sum(len(part) * best.get(part, 0) for part in own) / letters(own) if own else 0
        if initials(words(parted(of_name[name]))) in said:
            score = 1
        found[name] = score + OF_KIND * kinds.get(kind, 0) + OF_VALUES * max((best.get(part, 0) for part in texts[name]), default=0)
    return found


def meaningful(text):
    """The words that mean something: of letters, no longer than words are, each once."""
    return list(dict.fromkeys(word for word in words(text) if 1 < len(word) <= MAX_LETTERS and word.isalpha()))


def fitting(wish, offers, likeness):
    """What can be shown or called that means what the wish says: the line behind `named:`. `offers` are (name, description)."""
    said = meaningful(wish)[:MAX_WORDS]
    parts = [of_offer(*offer) for offer in offers]
    others = list(dict.fromkeys(part for found in parts for part in found))[:MAX_PARTS]
    rows = [dict(zip(others, row)) for row in likeness(said, others)]
    # Each word of the wish counts by what it is likest to.
    scores = [sum(max(0, *(row.get(part, 0) for part in own)) if own else 0 for row in rows) for own in parts]
    ranked = sorted(zip(scores, (name for name, _ in offers)), key=lambda one: -one[0])
    found = [name for score, name in ranked if score > 0][:MAX_FITTING]
    return "\nfits: " + "; ".join(found) if found else ""


def of_offer(name, description):
    """The words of an offer that mean something."""
    return meaningful(f"{parted(name)} {short(description)}")


def named_columns(wish, columns, tables):
    """Columns that the wish seems to name, those first of whose names it says most. Words of the tables' names count where a
    column has no others."""
    said, own = words(wish), [word for name in tables for word in words(parted(name))]
    scored = [(said_part(column, said, own), column) for column in dict.fromkeys(columns)]
    found = sorted((one for one in scored if one[0] >= LEAST_NAMED), key=lambda one: -one[0])
    return [column for _, column in found[:MAX_NAMED]]


def said_part(name, said, own=()):
    """How much of a name the wish says, by letters: 0 to 1."""
    parts = words(parted(name))
    parts = [part for part in parts if not any(alike(part, word) for word in own)] or parts
    if initials(words(parted(name))) in said:
        return 1
    letters = sum(map(len, parts))
    return sum(len(part) for part in parts if len(part) >= 2 and any(says(word, part) for word in said)) / letters if letters else 0


def says(word, part):
    """Whether a word of a wish is a part of a name: the same but for an ending or a slip, or what the name has shortened."""
    return alike(part, word) or close(part, word) or shortens(part, word)


def shortens(part, word):
    """Whether a part of a name is the beginning of a longer word: "pop" of "population". Not the other way round: "per" is not "person"."""
    return len(part) >= LEAST_SHORT and word.startswith(part) and len(word) - len(part) >= LEAST_CUT


def initials(parts):
    """The first letters of a name of three words or more, as people say it: "vat" of `value_added_tax`."""
    return "".join(part[0] for part in parts) if len(parts) >= LEAST_SHORT else None


def words(text):
    return [word.lower() for word in re.findall(r"[^\W_]+", text)]


def parted(name):
    """`unitPrice` as `unit Price`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)


def close(one, other):
    """Whether two long words differ in few letters: "Zylinder" and "cylinders"."""
    least = min(len(one), len(other))
    return least >= 6 and abs(len(one) - len(other)) <= 2 and distance(one, other) <= (3 if least >= 9 else 2)


def distance(one, other):
    """How many letters are to be put in, taken out or changed."""
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        before, row[0] = row[0], at
        for index, wanted in enumerate(other, 1):
            before, row[index] = row[index], min(row[index] + 1, row[index - 1] + 1, before + (letter != wanted))
    return row[-1]


def schema_lines(verb, thing):
    """What stands in front of a widget's parameters or a tool's arguments."""
    name = thing["widget"] if verb == "show" else thing["name"]
    return f"{verb} {name}: {short(thing['description'])}\n{shape(thing['schema'])}"


def shape(schema, depth=0):
    """A JSON Schema as a type: `{"title"?: text, "bars": [[text, number]]}`."""
    if "enum" in schema:
        return "|".join(dumps(value) for value in schema["enum"][:12])
    if "const" in schema:
        return dumps(schema["const"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return "|".join(shape(part, depth) for part in schema[key][:4])
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), "any")
    if kind == "object" or "properties" in schema:
        if depth > 3 or not schema.get("properties"):
            return "{}"
        required = schema.get("required", [])
        fields = [f"{dumps(name)}{'' if name in required else '?'}: {shape(part, depth + 1)}" for name, part in schema["properties"].items()]
        return "{" + ", ".join(fields) + "}"
    if kind == "array" or "prefixItems" in schema:
        if "prefixItems" in schema:
            return "[" + ", ".join(shape(part, depth + 1) for part in schema["prefixItems"]) + "]"
        return f"[{shape(schema.get('items') or {}, depth + 1)}]"
    names = {"string": "text", "number": "number", "integer": "integer", "boolean": "true|false", "any": "any", "null": "null"}
    return names.get(kind, "any")


def linked(wish, columns, names=()):
    """Values of text columns that the wish seems to name, the longest first: [(column name, value)]. `columns`: (name, values).
    Words that name a table or column (`names`) name no value."""
    own = [part for name in names for part in words(parted(name))]
    said = words(wish)
    said = [word for word in said if not any(alike(word, name) for name in own)]
    found = []
    for name, values in columns:
        for value in values:
            parts = [part.lower() for part in re.findall(r"[^\W_]+", str(value))]
            score = max((len(part) for part in parts if any(alike(part, word) for word in said)), default=0)
            whole = all(any(alike(part, word) for word in said) for part in parts) if parts else False
            if score >= 4 or (whole and score >= 2):
                found.append((whole, score, name, value))
    found.sort(key=lambda one: (not one[0], -one[1]))
    best = [one for one in found if one[0]] or found
    return [(name, value) for _, _, name, value in best[:MAX_KNOWN]]


def alike(one, other):
    """Whether two words are the same but for an ending: "dogs" and "dog", "Japanese" and "Japan"."""
    if one == other:
        return True
    least = min(len(one), len(other))
    same = next((i for i in range(least) if one[i] != other[i]), least)
    longest = max(len(one), len(other))
    # Of four letters all count, but for "city" and "cities": "show" is not "short".
    shorter = one if len(one) < len(other) else other
    needed = least - 1 if least > 4 or shorter.endswith("y") else least
    return same >= max(needed, 3) and longest - same <= (3 if least > 3 else 1)
