"""Domains: small databases in words. Reads `data/domains/*.json`, says what is wrong with one, and fills its tables with rows."""

import json
import pathlib
import sys

LANGUAGES = ("en", "fr", "de", "es", "it")
KINDS = ("id", "name", "category", "number", "date", "time", "year", "flag", "ref", "text")
FOLDER = pathlib.Path(__file__).parent / "data" / "domains"


def read(folder=FOLDER):
    """All domains, each a dict as the file has it, with the file's name as `stem`."""
    return [{**json.loads(path.read_text("utf-8")), "stem": path.stem} for path in sorted(folder.glob("*.json"))]


def words(said):
    """`"fee, price"` as a list."""
    return [word.strip() for word in said.split(",") if word.strip()]


def faults(domain):
    """What is wrong with a domain, as sentences."""
    found = []
    tables = {table["name"]: table for table in domain.get("tables", [])}
    if not domain.get("domain"):
        found.append("it has no 'domain'")
    if not tables:
        found.append("it has no tables")
    for name, table in tables.items():
        said(found, f"{name}.rows", table.get("rows"), least=2)
        columns = {column["name"]: column for column in table.get("columns", [])}
        if len(columns) != len(table.get("columns", [])):
            found.append(f"{name} names a column twice")
        kinds = [column.get("kind") for column in columns.values()]
        if kinds.count("name") != 1:
            found.append(f"{name} needs exactly one column of kind 'name'")
        for column in columns.values():
            of_column(found, f"{name}.{column['name']}", column, tables)
    return found


def said(found, where, value, least=1):
    if not isinstance(value, dict):
        found.append(f"{where}: words for {', '.join(LANGUAGES)} are missing")
        return
    for language in LANGUAGES:
        if len(words(value.get(language, ""))) < least:
            found.append(f"{where}: {language} needs at least {least} word(s), parted by commas")


def of_column(found, where, column, tables):
    kind = column.get("kind")
    if kind not in KINDS:
        found.append(f"{where}: kind is one of {', '.join(KINDS)}")
        return
    if kind != "ref":
        said(found, f"{where}.say", column.get("say"))
    values = column.get("values")
    if kind == "name" and len(values or []) < 8:
        found.append(f"{where}: a name needs at least 8 values")
    if kind == "category":
        if not values or not 2 <= len(values) <= 12:
            found.append(f"{where}: a category needs 2 to 12 values")
        for value in values or []:
            if isinstance(value, dict):
                said(found, f"{where} value {value.get('value')}", value.get("say"))
                if "value" not in value:
                    found.append(f"{where}: a value with 'say' needs 'value'")
            elif not isinstance(value, str):
                found.append(f"{where}: a value is a text, or an object with 'value' and 'say'")
    if kind == "text" and len(values or []) < 4:
        found.append(f"{where}: a text needs at least 4 values")
    if kind == "number":
        if not isinstance(column.get("from"), (int, float)) or not isinstance(column.get("to"), (int, float)):
            found.append(f"{where}: a number needs 'from' and 'to'")
        for key in ("most", "least"):
            if key in column:
                said(found, f"{where}.{key}", column[key])
    if kind in ("date", "time", "year") and ("from" not in column or "to" not in column):
        found.append(f"{where}: it needs 'from' and 'to'")
    if kind == "ref":
        table, _, key = column.get("to", "").partition(".")
        keys = {other["name"]: other.get("kind") for other in tables.get(table, {}).get("columns", [])}
        if keys.get(key) not in ("id", "name"):
            found.append(f"{where}: 'to' is table.column of an id or name of this domain")


if __name__ == "__main__":
    paths = [pathlib.Path(given) for given in sys.argv[1:]] or sorted(FOLDER.glob("*.json"))
    bad = 0
    for path in paths:
        try:
            wrong = faults(json.loads(path.read_text("utf-8")))
        except (ValueError, KeyError, TypeError) as error:
            wrong = [f"it cannot be read: {error!r}"]
        bad += bool(wrong)
        for fault in wrong:
            print(f"{path.name}: {fault}")
    print(f"{len(paths) - bad} of {len(paths)} domains are well")
    sys.exit(bad > 0)
