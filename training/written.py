"""Written wishes: reads `data/written/*.jsonl`, `data/widgets/*.json` and `data/tools/*.json`, and proves each answer by machine."""

import json
import pathlib
import random
import re
import sys

import domains
import widgets
from kinds import runnable
from prompts import SAID, SHOWN_AS
from worlds import World

DATA = pathlib.Path(__file__).parent / "data"
# Names of fields that a table may have though the wish does not say them.
COMMON_KEYS = "name value item count number amount price cost date time day month year city country place color size age title type status score total percent description quantity person role email phone note".split()
NUMBER_WORDS = {}
for line in (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt",
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte",
    "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti",
    "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove vinte",
    "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig",
):
    for number, word in enumerate(line.split()):
        NUMBER_WORDS[word] = number
NUMBER_WORDS.update({"a": 1, "an": 1, "ein": 1, "eine": 1, "une": 1, "una": 1, "half": 0.5, "dozen": 12, "hundred": 100, "thousand": 1000})


def numbers_in(text):
    """All numbers that a text can be read to say."""
    found = set()
    for part in re.findall(r"[-−–]?\d[\d.,  ' ]*\d|[-−–]?\d", text):
        bare = part.replace("−", "-").replace("–", "-")
        for one in {bare, bare.lstrip("-")}:
            for read in readings(one):
                found.update((read, read * 1000, read * 1_000_000))
    for part in re.findall(r"[-−]?\d+(?:[.,]\d+)?", text):
        for one in {part.replace("−", "-"), part.lstrip("-−")}:
            for read in readings(one):
                found.update((read, read * 1000, read * 1_000_000))
    for word in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)?", text.lower()):
        if word in NUMBER_WORDS:
            found.add(float(NUMBER_WORDS[word]))
    return found


def readings(text):
    bare = re.sub(r"[  ' ]", "", text)
    forms = {bare, bare.replace(",", ""), bare.replace(".", ""), bare.replace(".", "").replace(",", "."), bare.replace(",", ".")}
    for form in forms:
        try:
            yield float(form)
        except ValueError:
            pass


def squeezed(text):
    return re.sub(r"\s+", " ", str(text)).strip()


def of_schema(schema, value, wish, where="params", known=()):
    """What is wrong with a value: not of the schema, or said by nobody."""
    if "anyOf" in schema or "oneOf" in schema:
        parts = [of_schema(part, value, wish, where, known) for part in schema.get("anyOf") or schema["oneOf"]]
        return [] if any(not part for part in parts) else parts[0]
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{where} is one of {schema['enum']}"]
    kind = schema.get("type")
    if isinstance(kind, list):
        return of_schema({"anyOf": [{**schema, "type": one} for one in kind]}, value, wish, where, known)
    if isinstance(value, dict):
        if kind not in (None, "object"):
            return [f"{where} is no object"]
        wrong = [f"{where} needs {key}" for key in schema.get("required", []) if key not in value]
        declared = schema.get("properties", {})
        for key, part in value.items():
            if declared and key not in declared:
                wrong.append(f"{where} has no {key}")
            elif not declared and key not in COMMON_KEYS and squeezed(key).lower() not in squeezed(wish).lower():
                wrong.append(f"{where}: the wish does not say '{key}', and it is no common name")
            wrong += of_schema(declared.get(key, {}), part, wish, f"{where}.{key}", known)
        return wrong
    if isinstance(value, list):
        if kind not in (None, "array"):
            return [f"{where} is no list"]
        first = schema.get("prefixItems", [])
        wrong = [] if len(value) >= schema.get("minItems", 0) else [f"{where} has too few"]
        for index, part in enumerate(value):
            inner = first[index] if index < len(first) else schema.get("items", {})
            wrong += of_schema(inner if isinstance(inner, dict) else {}, part, wish, f"{where}[{index}]", known)
        return wrong
    if isinstance(value, bool):
        return [] if kind in (None, "boolean") else [f"{where} is no {kind}"]
    if isinstance(value, (int, float)):
        if kind not in (None, "number", "integer"):
            return [f"{where} is no {kind}"]
        return [] if float(value) in numbers_in(wish) or value in known else [f"{where}: the wish does not say {value}"]
    if isinstance(value, str):
        if kind not in (None, "string"):
            return [f"{where} is no {kind}"]
        said = squeezed(value) in squeezed(wish) or value in wish or value in known
        return [] if said and value else [f"{where}: '{value}' is no part of the wish as it stands there"]
    return [f"{where} is {value!r}"]


class Checker:
    def __init__(self):
        self.worlds = {domain["stem"]: domain for domain in domains.read()}
        self.widgets = {one["widget"]: one for one in widgets.own() + widgets.invented()}
        self.tools = {tool["name"]: tool for one in listed(DATA / "tools") for tool in one["tools"]}
        self.made = {}

    def databases(self, name):
        """Three fillings of a world, its names as written."""
        if name not in self.made:
            worlds = [World(self.worlds[name], random.Random(seed), "as written", "en", plain=True) for seed in range(3)]
            self.made[name] = [(world, world.database()) for world in worlds]
        return self.made[name]

    def faults(self, line):
        wish = line.get("wish", "")
        if not wish.strip():
            return ["there is no wish"]
        if "say" in line:
            return [] if line["say"] in SAID else [f"say is one of {', '.join(SAID)}"]
        if "show" in line:
            widget = self.widgets.get(line["show"])
            return of_schema(widget["schema"], line["params"], wish) if widget else [f"there is no widget {line['show']}"]
        if "call" in line:
            tool = self.tools.get(line["call"])
            return of_schema(tool["schema"], line["args"], wish, "args") if tool else [f"there is no tool {line['call']}"]
        if "sql" in line:
            wrong = self.of_query(line)
            for step in line.get("then", []):
                if not step.get("wish", "").strip():
                    return wrong + ["a step of then has no wish"]
                wrong += [f"then '{step['wish'][:40]}': {fault}" for fault in self.of_query({**line, **step})]
                if "title" in step and step["title"] not in step["wish"]:
                    wrong.append(f"the title '{step['title']}' is no part of its wish")
            return wrong
        if "change" in line or "remove" in line:
            return []
        return ["it has none of say, show, call, sql, change, remove"]

    def of_query(self, line):
        if line.get("world") not in self.worlds:
            return [f"there is no world {line.get('world')}"]
        if line.get("as") not in SHOWN_AS:
            return [f"as is one of {', '.join(SHOWN_AS)}"]
        rows = []
        for world, base in self.databases(line["world"]):
            known = {table.name for table in world.tables}
            if "query" in line and not set(line["query"]) <= known:
                return [f"query names {line['query']}; there are {', '.join(sorted(known))}"]
            try:
                rows += base.execute(runnable(line["sql"], world)).fetchall()
            except Exception as error:
                return [f"the SQL fails: {error}"]
        if not any(any(cell is not None for cell in row) for row in rows) and not re.search(r"COUNT", line["sql"]):
            return ["the SQL brings no row in three fillings"]
        return []


def listed(folder):
    return [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]


def main(paths):
    checker, bad, count = Checker(), 0, 0
    for path in paths:
        path = pathlib.Path(path)
        try:
            if path.suffix == ".json":
                whole = json.loads(path.read_text("utf-8"))
                if "widget" in whole:
                    checker.widgets[whole["widget"]] = whole
                    lines = [{"show": whole["widget"], **wish} for wish in whole["wishes"]]
                else:
                    checker.tools.update({tool["name"]: tool for tool in whole["tools"]})
                    lines = [{"call": tool["name"], **wish} for tool in whole["tools"] for wish in tool["wishes"]]
            else:
                lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
                lines = [line for line in lines if "hand" not in line]
        except (ValueError, KeyError) as error:
            print(f"{path.name} cannot be read: {error!r}")
            bad += 1
            continue
        for line in lines:
            count += 1
            try:
                wrong = checker.faults(line)
            except (KeyError, TypeError) as error:
                wrong = [f"it lacks {error!r}"]
            if wrong:
                bad += 1
                print(f"{path.name}: {line.get('wish', '')[:70]!r}: {'; '.join(wrong)}")
    print(f"{count - bad} of {count} are well")
    return bad


if __name__ == "__main__":
    given = sys.argv[1:] or [path for folder in ("written", "widgets", "tools") for path in sorted((DATA / folder).glob("*.json*"))]
    sys.exit(main(given) > 0)
