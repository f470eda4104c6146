"""What is said to change what is shown: (earlier wish, earlier answer) and a change give another wish and the answer to that."""

import json
import pathlib
import re

from kinds import Impossible, literal, name
from prompts import dumps, head_of, hints, linked, named_columns, tail_of, wish_line
from ways import Teller, typo

FOLDER = pathlib.Path(__file__).parent / "data" / "ways"
SQL = re.compile(
    r"SELECT (?P<what>.+?) FROM (?P<table>.+?)(?: WHERE (?P<where>.+?))?(?: GROUP BY (?P<group>.+?))?(?: HAVING (?P<having>.+?))?(?: ORDER BY (?P<order>.+?))?(?: LIMIT (?P<limit>\d+))?$"
)
AGGREGATE = re.compile(r"(AVG|SUM|MIN|MAX)\(([^()]+)\)")
FUNCTIONS = {"sum instead": "SUM", "average instead": "AVG", "most instead": "MAX", "least instead": "MIN"}
FORMS = {
    "en": {"bar": "bar chart|bars|chart", "pie": "pie|pie chart", "line": "line chart|line|curve", "table": "table", "list": "list", "stat": "number|figure", "kv": "facts|card", "scatter": "scatter plot|dots", "map": "map", "other": "widget|thing"},
    "de": {"bar": "das Balkendiagramm|die Balken", "pie": "das Kreisdiagramm|die Torte", "line": "die Kurve|das Liniendiagramm", "table": "die Tabelle", "list": "die Liste", "stat": "die Zahl|die Kennzahl", "kv": "die Angaben|den Steckbrief", "scatter": "die Punktwolke", "map": "die Karte", "other": "das Widget|das Ding"},
    "fr": {"bar": "le diagramme en barres|les barres", "pie": "le camembert", "line": "la courbe", "table": "le tableau", "list": "la liste", "stat": "le chiffre", "kv": "la fiche", "scatter": "le nuage de points", "map": "la carte", "other": "le widget"},
    "es": {"bar": "el gráfico de barras|las barras", "pie": "la tarta|el gráfico circular", "line": "la línea|la curva", "table": "la tabla", "list": "la lista", "stat": "el número|la cifra", "kv": "la ficha", "scatter": "la nube de puntos", "map": "el mapa", "other": "el widget"},
    "it": {"bar": "il grafico a barre|le barre", "pie": "la torta", "line": "la linea|la curva", "table": "la tabella", "list": "la lista|l'elenco", "stat": "il numero", "kv": "la scheda", "scatter": "il grafico a punti", "map": "la mappa", "other": "il widget"},
    "pt": {"bar": "o gráfico de barras", "pie": "a pizza|o gráfico circular", "line": "a linha", "table": "a tabela", "list": "a lista", "stat": "o número", "kv": "a ficha", "scatter": "os pontos", "map": "o mapa", "other": "o widget"},
    "nl": {"bar": "de staafgrafiek|de staven", "pie": "de taart", "line": "de lijn", "table": "de tabel", "list": "de lijst", "stat": "het getal", "kv": "de feiten", "scatter": "de puntenwolk", "map": "de kaart", "other": "het widget"},
}
TITLES = "Q1|Q3 2025|Overview|Team board|Übersicht|Stand heute|Aperçu|Bilan|Resumen|Panorama|Riepilogo|Quadro generale|Resumo|Overzicht|For Monday|Für den Chef|Version 2|Draft|Budget plan|Top picks|Numbers for Ana|Le point|Semana 12|My list|Final|Shop B|North wing".split("|")


def read(folder=FOLDER):
    """{language: {section: [wording]}}"""
    found = {}
    for path in sorted(folder.glob("changes-*.txt")):
        sections, section = {}, None
        for line in path.read_text("utf-8").split("\n"):
            if re.fullmatch(r"\[[\w ]+\]", line.strip()):
                section = sections.setdefault(line.strip()[1:-1], [])
            elif line.strip() and section is not None:
                section.append(line.strip())
        found[path.stem.split("-")[1]] = sections
    return found


def title_of(wish):
    """The title that a widget gets from a wish."""
    text = " ".join(wish.split()).rstrip(".!?,;: ")
    text = text[:1].upper() + text[1:]
    if len(text) <= 80:
        return text
    cut = text[:80]
    return (cut[: cut.rfind(" ")] if " " in cut else cut) + " …"


class Changer:
    """Words changes in one language."""

    def __init__(self, sections, language, draw):
        self.sections, self.language, self.draw = sections, language, draw

    def say(self, section, **slots):
        wordings = self.sections.get(section)
        if not wordings:
            raise Impossible(section)
        wording = self.typed(self.draw.choice(wordings))

        def fill(found):
            value = slots[found[1]]
            if not hasattr(value, "said"):
                return str(value)
            own = re.sub(r"[_\-]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", value.name)).lower()
            said = value.said(self.language) if self.language not in ("pt", "nl") else [own]
            return self.draw.choice([*said, own] if self.draw.random() < 0.4 else said)

        return re.sub(r"\{(\w+)\}", fill, wording)

    def typed(self, wording):
        """As people type; what is filled in stays as it is."""
        chance = self.draw.random()
        if chance < 0.2:
            wording = wording[:1].lower() + wording[1:]
        elif chance < 0.4:
            wording = wording[:1].upper() + wording[1:]
        if self.draw.random() > 0.06:
            return wording
        parts = re.split(r"(\{\w+\})", wording)
        at = self.draw.randrange(0, len(parts), 2)
        parts[at] = typo(parts[at], self.draw)
        return "".join(parts)

    def named(self, form, title):
        """How somebody names a widget."""
        words = FORMS[self.language]
        word = self.draw.choice(words.get(form, words["other"]).split("|"))
        if self.language == "en":
            word = "the " + word
        chance = self.draw.random()
        short = " ".join(title.split()[:4])
        return word if chance < 0.6 else f"{word} “{short}”" if chance < 0.75 else short


def of_query(changer, table, answer, open_columns):
    """A change of a query's answer: (wish, answer), or nothing that fits."""
    draw = changer.draw
    parts = SQL.match(answer["sql"])
    if not parts or len(answer["query"]) > 1:
        raise Impossible("sql")
    parts = parts.groupdict()
    function = AGGREGATE.search(parts["what"])
    grouped = parts["group"]
    listing = not grouped and not function and "COUNT" not in parts["what"]
    choices = ["as", "as", "title"]
    if grouped:
        choices += ["only", "without", "biggest first", "smallest first", "first n", "by", "measure", "function"]
    elif listing:
        choices += ["only", "without", "more than", "less than", "sort up", "sort down", "first n"]
    else:
        choices += ["only", "without", "measure", "function"]
    kind = draw.choice(choices)
    new = dict(answer)
    texts = [column for column in table.columns if column.is_text and column not in open_columns and 2 <= len(column.values) <= 30]
    numbers = [column for column in table.of("number") if column.values] if hasattr(table, "of") else []
    used = answer["sql"]
    if kind == "as":
        others = {"bar": "pie line table", "pie": "bar table line", "line": "bar table", "table": "list", "list": "table", "stat": "table", "kv": "table", "scatter": "table", "map": "table list"}[answer["as"]].split()
        new["as"] = draw.choice(others)
        return changer.say(f"as {new['as']}"), new
    if kind == "title":
        new["title"] = draw.choice(TITLES) if draw.random() < 0.6 else f"{table.said(changer.language if changer.language in FORMS and changer.language not in ('pt', 'nl') else 'en')[1].capitalize()} {draw.randint(1, 40)}"
        return changer.say("title", title=new["title"]), new
    if kind in ("only", "without"):
        free = [column for column in texts if name(column) not in (parts["where"] or "") and name(column) != grouped]
        if not free:
            raise Impossible(kind)
        column = draw.choice(free)
        value = str(draw.choice(column.values))
        condition = f"{name(column)} {'=' if kind == 'only' else '<>'} {literal(value)}"
        parts["where"] = f"{parts['where']} AND {condition}" if parts["where"] else condition
        wish = changer.say(kind, value=value)
    elif kind in ("more than", "less than"):
        free = [column for column in numbers if name(column) not in (parts["where"] or "")]
        if not free:
            raise Impossible(kind)
        column = draw.choice(free)
        n = draw.choice([value for value in column.values if isinstance(value, (int, float))])
        condition = f"{name(column)} {'>' if kind == 'more than' else '<'} {literal(n)}"
        parts["where"] = f"{parts['where']} AND {condition}" if parts["where"] else condition
        wish = changer.say(kind, number=column, n=n)
    elif kind in ("sort up", "sort down"):
        shown = [column for column in (numbers if kind == "sort down" else [*numbers, *texts]) if parts["what"] == "*" or re.search(rf"(^|, ){re.escape(name(column))}(,|$)", parts["what"])]
        if not shown or parts["limit"]:
            raise Impossible(kind)
        column = draw.choice(shown)
        parts["order"] = f"{name(column)} {'ASC' if kind == 'sort up' else 'DESC'}"
        wish = changer.say(kind, column=column)
    elif kind in ("biggest first", "smallest first"):
        value = function[0] if function else "COUNT(*)" if "COUNT(*)" in parts["what"] else None
        if not value or parts["limit"]:
            raise Impossible(kind)
        parts["order"] = f"{value} {'ASC' if kind == 'smallest first' else 'DESC'}"
        wish = changer.say(kind)
    elif kind == "first n":
        if parts["limit"]:
            raise Impossible(kind)
        parts["limit"] = str(draw.randint(2, 15))
        wish = changer.say(kind, n=parts["limit"])
    elif kind == "by":
        free = [column for column in texts if name(column) != grouped]
        if not free or "," in grouped or "(" in grouped:
            raise Impossible(kind)
        column = draw.choice(free)
        parts["what"] = parts["what"].replace(grouped, name(column), 1)
        parts["order"] = parts["order"] and parts["order"].replace(grouped, name(column))
        parts["group"] = name(column)
        wish = changer.say(kind, column=column)
    elif kind == "measure":
        free = [column for column in numbers if function and name(column) != function[2]]
        if not free:
            raise Impossible(kind)
        column = draw.choice(free)
        replaced = lambda text: text and text.replace(function[0], f"{function[1]}({name(column)})")
        parts = {key: replaced(text) for key, text in parts.items()}
        wish = changer.say(kind, number=column)
    else:
        if not function or len(AGGREGATE.findall(parts["what"])) > 1:
            raise Impossible(kind)
        section = draw.choice([*FUNCTIONS, "count instead"])
        other = "COUNT(*)" if section == "count instead" else f"{FUNCTIONS[section]}({function[2]})"
        if other == function[0]:
            raise Impossible(kind)
        parts = {key: text and text.replace(function[0], other) for key, text in parts.items()}
        wish = changer.say(section)
    new["sql"] = joined(parts)
    if new["sql"] == used:
        raise Impossible(kind)
    return wish, new


def joined(parts):
    words = {"what": "SELECT", "table": "FROM", "where": "WHERE", "group": "GROUP BY", "having": "HAVING", "order": "ORDER BY", "limit": "LIMIT"}
    return " ".join(f"{word} {parts[key]}" for key, word in words.items() if parts[key])


def of_params(changer, widget, params, items):
    """A change of a widget's own parameters: (wish, parameters)."""
    draw = changer.draw
    new = json.loads(json.dumps(params))
    properties = widget["schema"].get("properties", {})
    lists = [key for key, value in params.items() if isinstance(value, list) and value and all(isinstance(one, str) for one in value)]
    pairs = [key for key, value in params.items() if isinstance(value, list) and value and all(isinstance(one, list) and len(one) == 2 and isinstance(one[0], str) and isinstance(one[1], (int, float)) for one in value)]
    forms = [key for key in properties if {"bar", "pie"} & set(properties[key].get("enum", []))]
    titles = [key for key in ("title", "label", "name", "heading") if key in properties and properties[key].get("type") == "string"]
    choices = ["title"] * bool(titles) + ["add item", "drop item"] * bool(lists) + ["set value"] * 2 * bool(pairs) + ["as"] * 2 * bool(forms)
    if not choices:
        raise Impossible("params")
    kind = draw.choice(choices)
    if kind == "title":
        title = draw.choice(TITLES)
        new[titles[0]] = title
        return changer.say("title", title=title), ordered(widget, new)
    if kind == "add item":
        key, item = draw.choice(lists), draw.choice(items)
        new[key].append(item)
        return changer.say(kind, item=item), new
    if kind == "drop item":
        key = draw.choice(lists)
        if len(new[key]) < 2:
            raise Impossible(kind)
        item = draw.choice(new[key])
        new[key].remove(item)
        return changer.say(kind, item=item), new
    if kind == "set value":
        pair = draw.choice(new[draw.choice(pairs)])
        pair[1] = draw.choice([pair[1] + 1, draw.randint(1, 200), draw.randint(1, 9) * 10])
        return changer.say(kind, item=pair[0], n=pair[1]), new
    key = forms[0]
    form = draw.choice([form for form in properties[key]["enum"] if form in ("bar", "pie", "line") and form != params.get(key)])
    new[key] = form
    return changer.say(f"as {form}"), ordered(widget, new)


def ordered(widget, params):
    return {key: params[key] for key in [*widget["schema"].get("properties", {}), *params] if key in params} if params else params


def line_of(answer):
    return head_of(answer) + tail_of(answer)


def second_step(earlier, answer, wish, new, named=""):
    """The prompt behind a context for a change, and the rest of the new answer."""
    return [wish_line(earlier) + line_of(answer) + named + wish_line(wish) + head_of(new), tail_of(new)]
