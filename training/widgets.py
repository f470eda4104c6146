"""Widgets: the project's own, read from their recipes, and the invented ones, each with wishes that it answers."""

import json
import pathlib
import re

import yaml

HERE = pathlib.Path(__file__).parent
RECIPES = HERE.parent / "js" / "widgets"


def own(folder=RECIPES):
    """The project's widgets as {widget, description, schema}. Their examples are not taught: they are in the product."""
    found = []
    for path in sorted(folder.glob("*/recipe.md")):
        head = path.read_text("utf-8").split("---")[1]
        recipe = yaml.safe_load(head)
        found.append({key: recipe[key] for key in ("widget", "description", "schema")})
    return found


def invented(folder=HERE / "data" / "widgets"):
    return [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]


def ordered(schema, value):
    """Parameters in the order of their schema, in which the grammar has them written."""
    for part in schema.get("anyOf", schema.get("oneOf", [])):
        if isinstance(value, dict) and set(value) <= set(part.get("properties", {})):
            return ordered(part, value)
    if isinstance(value, dict) and schema.get("properties"):
        return {key: ordered(part, value[key]) for key, part in schema["properties"].items() if key in value}
    if isinstance(value, list):
        first, items = schema.get("prefixItems", []), schema.get("items", {})
        return [ordered(first[index] if index < len(first) else items, part) for index, part in enumerate(value)]
    return value


def jittered(wish, params, draw):
    """The same wish with other numbers, each where it stood in both."""
    texts = sorted(set(re.findall(r"(?<![\w.,:/-])\d{1,4}(?:\.\d{1,2})?(?![\w.,:/%-]|\s?(?:am|pm|h\b))", wish)))
    swaps = {}
    for text in texts:
        if draw.random() < 0.3 or wish.count(text) != 1 or text.startswith("0") or (len(text) == 4 and text[:2] in ("19", "20")):
            continue
        digits = re.sub(r"\d", lambda found: str(draw.randint(0 if found.start() else 1, 9)), text)
        swaps[text] = digits
    if not swaps:
        return wish, params
    pattern = re.compile("|".join(rf"(?<![\w.,:/-]){re.escape(text)}(?![\w.,:/%-])" for text in sorted(swaps, key=len, reverse=True)))
    swap = lambda text: pattern.sub(lambda found: swaps[found[0]], text)

    def deep(value):
        if isinstance(value, dict):
            return {key: deep(part) for key, part in value.items()}
        if isinstance(value, list):
            return [deep(part) for part in value]
        if isinstance(value, bool):
            return value
        if isinstance(value, (int, float)):
            text = f"{value:g}" if isinstance(value, float) else str(value)
            return json.loads(swaps.get(text, text)) if text in swaps else value
        return swap(value) if isinstance(value, str) else value

    return swap(wish), deep(params)
