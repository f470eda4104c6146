"""Wordings: reads `data/ways/*.txt` and says a question in one of them."""

import pathlib
import re

from domains import LANGUAGES
from kinds import Impossible

FOLDER = pathlib.Path(__file__).parent / "data" / "ways"
MONTHS = {
    "en": "January February March April May June July August September October November December",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
}
AND = {"en": "and", "fr": "et", "de": "und", "es": "y", "it": "e"}
NUMBERS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze",
    "de": "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "it": "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici",
}


def read(folder=FOLDER):
    """{language: {section: [wording]}}"""
    found = {}
    for language in LANGUAGES:
        path = folder / f"{language}.txt"
        if not path.exists():
            continue
        sections, section = {}, None
        for line in path.read_text("utf-8").split("\n"):
            if re.fullmatch(r"\[[\w ]+\]", line.strip()):
                section = sections.setdefault(line.strip()[1:-1], [])
            elif line.strip() and section is not None:
                section.append(line.rstrip("\n"))
        found[language] = sections
    return found


class Teller:
    """Says what an `Ask` asks in one language."""

    def __init__(self, sections, language, draw):
        self.sections, self.language, self.draw = sections, language, draw

    def say(self, kind, ask):
        wordings = self.sections.get(kind)
        if not wordings:
            raise Impossible(kind)
        for _ in range(8):
            wording = self.draw.choice(wordings)
            try:
                return re.sub(r"\{(\w+)\}", lambda found: self.slot(found[1], ask), wording)
            except KeyError:
                continue
        raise Impossible(kind)

    def slot(self, name, ask):
        draw, language, slots = self.draw, self.language, ask.slots
        if name in ("rows", "row"):
            return ask.table.said(language)[name == "rows"]
        if name in ("others", "other"):
            return slots["others"].said(language)[name == "others"]
        if name in ("most", "least"):
            words = getattr(slots["m"], name)(language)
            if not words:
                raise KeyError(name)
            return draw.choice(words)
        if name == "and_nd":
            return f" {AND[language]} {self.slot('nd', ask)}" if slots["nd"] else ""
        value = slots[name]
        if name == "month":
            year, month = value.split("-")
            return f"{MONTHS[language].split()[int(month) - 1]} {year}"
        if isinstance(value, tuple):
            column, value = value
            words = column.value_words(value, language)
            return draw.choice(words) if draw.random() < 0.75 else str(value)
        if isinstance(value, (int, float)):
            return self.number(value, name)
        if isinstance(value, str):
            return value
        said = value.said(language)
        # The column's own name is a way of saying it too.
        own = re.sub(r"[_\-]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", value.name)).lower()
        return said[0] if draw.random() < 0.35 else draw.choice([*said, own] if draw.random() < 0.4 else said)

    def number(self, value, name):
        draw = self.draw
        if name == "n" and value <= 12 and draw.random() < 0.15:
            return NUMBERS[self.language].split()[value]
        if isinstance(value, int) and value >= 1000 and name != "year" and draw.random() < 0.35:
            mark = "," if self.language == "en" else draw.choice([".", " "])
            return f"{value:,}".replace(",", mark)
        if isinstance(value, float) and self.language != "en" and draw.random() < 0.6:
            return str(value).replace(".", ",")
        return str(value)

    def dressed(self, wish, question=False):
        """What people put around a wish, and how they type it."""
        draw = self.draw
        lead, tail = self.sections.get("lead", [""]), self.sections.get("tail", [""])
        if draw.random() < 0.14 and not question:
            wish = draw.choice(lead).rstrip("\n") + wish
        if draw.random() < 0.1:
            wish = wish.rstrip(".?!") + draw.choice(tail)
        chance = draw.random()
        if chance < 0.2:
            wish = wish.lower() if not re.search(r"'[A-Z]", wish) else wish
        elif chance < 0.5:
            wish = wish[:1].upper() + wish[1:]
        if draw.random() < 0.12:
            wish = wish.rstrip(".?! ")
        if draw.random() < 0.06:
            wish = typo(wish, draw)
        return wish


def typo(text, draw):
    """One slip in a word of lower-case letters: two swapped, one doubled, one left out."""
    words = [found for found in re.finditer(r"\b[a-zà-ÿ]{5,}\b", text)]
    if not words:
        return text
    word = draw.choice(words)
    at = word.start() + draw.randint(1, len(word[0]) - 3)
    slip = draw.randint(0, 2)
    if slip == 0:
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    return text[:at] + (text[at] * 2 if slip == 1 else "") + text[at + 1 :]
