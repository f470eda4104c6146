"""Widgets: the project's own, read from their recipes, and the invented ones, each with wishes that it answers."""

import json
import pathlib

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

