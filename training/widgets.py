"""Widgets: the project's own, read from their recipes, and the invented ones, each with wishes that it answers."""

import json
import pathlib

import yaml

HERE = pathlib.Path(__file__).parent
RECIPES = HERE.parent / "js" / "widgets"


def recipes(folder=RECIPES):
    return [yaml.safe_load(path.read_text("utf-8").split("---")[1]) for path in sorted(folder.glob("*/recipe.md"))]


def own(folder=RECIPES):
    """The project's widgets as {widget, description, schema}."""
    return [{key: recipe[key] for key in ("widget", "description", "schema")} for recipe in recipes(folder)]


def invented(folder=HERE / "data" / "widgets"):
    return [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]


def taught(by_hand, folder=RECIPES):
    """The project's widgets, then the invented ones, with the wishes that teach them. `by_hand` are those written for the project's, by
    widget; where nobody has written any yet, the examples of its recipe teach it, which else are left out since the product shows them."""
    examples = {recipe["widget"]: recipe.get("examples", []) for recipe in recipes(folder)}
    mine = [{**widget, "wishes": by_hand.get(widget["widget"]) or examples[widget["widget"]]} for widget in own(folder)]
    return [widget for widget in mine + invented() if widget["wishes"]]


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

