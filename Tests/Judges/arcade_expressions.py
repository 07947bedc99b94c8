"""Runs the expressions of a repository of Arcade expressions, such as Esri's arcade-expressions.

    python3 arcade_expressions.py FIELDPACK REPOSITORY [SDK] [--show]

FIELDPACK is the program, REPOSITORY a checkout whose .md files have expressions in blocks of code.
Each expression runs in the pop-up of a layer that has all fields that the expressions name, four
times: with numbers, texts, dates and nulls. It passes if it runs in one of them.
With SDK, a folder as for arcade.py, each result is compared with that of the ArcGIS Maps SDK.
arcade_expressions.json lists the ones that do not run, and the ones with other results, with their
reasons.
The exit code is 1 if an expression does not pass, is listed but passes, or if a result differs.
"""

import argparse
import glob
import json
import os
import re
import sys
import tempfile

import arcade

HERE = os.path.dirname(os.path.abspath(__file__))
# Attribute rules edit databases, which no map does.
FOLDERS = ["alias", "any", "dashboard", "form_calculation", "labeling", "popup", "visualization"]
BLOCK = re.compile(r"^[ \t]*```[ \t]*(?:js|javascript|arcade)?[ \t]*\n(.*?)^[ \t]*```", re.S | re.M)
FIELD = re.compile(r"""\$feature\.(\w+)|\$feature\[\s*["']([\w. ]+)["']""")
MEMBER = re.compile(r"""[\w)\]]\.(\w+)""")
QUOTED = re.compile(r"""["']([A-Za-z_]\w*)["']""")
LAYER = re.compile(r"""FeatureSetByName\(\s*\$\w+\s*,\s*(["'])(.*?)\1""", re.I)
RELATIONSHIP = re.compile(r"""FeatureSetByRelationshipName\(\s*\$\w+\s*,\s*(["'])(.*?)\1""", re.I)
# What the fields of some expressions must look like.
SAMPLES = {"like_fruits": "apple,kiwi", "operhours": "Mo-Fr (9:00-17:00); Sa-Su (10:00-12:00)",
           "TIME_FIELD_NAME_HERE": "13:05"}


def expressions(folder):
    """Name and text of each block of code."""
    found = []
    for part in FOLDERS:
        for path in sorted(glob.glob(f"{folder}/{part}/**/*.md", recursive=True)):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for number, match in enumerate(BLOCK.finditer(text)):
                found.append((f"{os.path.relpath(path, folder)}#{number}", match.group(1)))
    return found


def scene(texts, kind):
    """A layer L with the fields that the expressions name, and the layers that they ask for."""
    names = {}
    for text in texts:
        for pattern in (FIELD, MEMBER, QUOTED):
            for match in pattern.finditer(text):
                name = next(part for part in match.groups() if part).strip()
                names.setdefault(name.lower(), name)
    for name in ["objectid", "globalid"]:
        names.pop(name, None)
    titles = sorted({match.group(2) for text in texts for match in LAYER.finditer(text)} - {"L"})
    fields = [{"name": "OBJECTID", "type": "esriFieldTypeOID", "alias": "OBJECTID"}]
    fields += [{"name": name, "alias": name,
                "type": "esriFieldType" + {"texts": "String", "dates": "Date"}.get(kind, "Double")}
               for name in sorted(names.values())]
    values = {"numbers": lambda n: float(n * 3 % 17 + 1), "texts": lambda n: f"value {n % 5}",
              "dates": lambda n: 1700000000000 + n * 86400000, "nulls": lambda n: None}[kind]
    mercator = {"wkid": 102100, "latestWkid": 3857}
    features = [{"attributes": {"OBJECTID": row + 1,
                                **{field["name"]: values(row + number)
                                   for number, field in enumerate(fields[1:])},
                                **(SAMPLES if kind == "texts" else {})},
                 "geometry": {"x": -13654500 + row * 10, "y": 5704500 + row * 7}}
                for row in range(4)]
    return {
        "spatialReference": mercator, "timeZone": "America/Los_Angeles", "feature": 2,
        "layers": [{"title": title, "id": f"l{number}", "type": "point",
                    "spatialReference": mercator, "fields": fields, "features": features}
                   for number, title in enumerate(["L"] + titles)],
    }


def relate(folder, texts):
    """Relates the first layer to the second one by each relationship that the expressions name."""
    with open(folder + "/data/service.json") as file:
        service = json.load(file)
    names = sorted({match.group(2) for text in texts for match in RELATIONSHIP.finditer(text)})
    for layer, other, role in ((0, 1, "Origin"), (1, 0, "Destination")):
        service["layers"][layer]["relationships"] = [
            {"id": number, "name": name, "relatedTableId": other, "keyField": "OBJECTID",
             "role": "esriRelRole" + role, "cardinality": "esriRelCardinalityOneToMany",
             "composite": False} for number, name in enumerate(names)]
    with open(folder + "/data/service.json", "w") as file:
        json.dump(service, file)


def ours(program, texts, scene_):
    """The value of each text, or the message why there is none."""
    with tempfile.TemporaryDirectory() as folder:
        layers = arcade.write_layers(folder, scene_)
        relate(folder, texts)
        found, messages = arcade.run_popup(program, folder, scene_, layers, texts)
    failed = dict(re.findall(r"expression (?:\S* ?\()?(e\d+)\)? ((?:cannot run|fails for)\b.*)", messages))
    return [{"error": failed[f"e{n}"]} if f"e{n}" in failed else found.get(f"e{n}", {})
            for n in range(len(texts))]


def is_same(one, two):
    """Whether two answers agree. Only texts and numbers are compared by value."""
    if two.get("error", "").startswith("Cannot read properties"):
        # The SDK itself fails, and gives no answer.
        return True
    if "error" in one or "error" in two:
        return ("error" in one) == ("error" in two)
    value = one.get("value")
    if value is None and two["value"] == "NaN":
        # JSON has no such number.
        return True
    if isinstance(value, (dict, list, bool)) or "[object" in two["value"]:
        return True
    text = "null" if value is None else value if isinstance(value, str) else repr(value)
    return arcade.is_same(text.removesuffix(".0"), two["value"].removesuffix(".0"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fieldpack")
    parser.add_argument("repository")
    parser.add_argument("sdk", nargs="?")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    with open(HERE + "/arcade_expressions.json") as file:
        listed = json.load(file)
    known, different = ({name for names in listed[part].values() for name in names}
                        for part in ("not run", "other results"))
    names, texts = zip(*expressions(options.repository))
    passed, messages, wrong = set(), {}, []
    for kind in ["numbers", "texts", "dates", "nulls"]:
        scene_ = scene(texts, kind)
        answers = ours(options.fieldpack, list(texts), scene_)
        theirs = arcade.sdk(options.sdk, texts, scene_) if options.sdk else [None] * len(texts)
        for name, one, two in zip(names, answers, theirs):
            if "error" in one:
                messages.setdefault(name, one["error"])
            else:
                passed.add(name)
            if two is not None and not is_same(one, two) and name not in different:
                wrong.append(f"{name} with {kind}: Fieldpack {one}, SDK {two}")
            if options.show:
                print(name, kind, one, two)
    wrong += [f"{name}: {messages[name]}" for name in names
              if name not in passed and name not in known]
    wrong += [f"{name} is listed, but runs or is gone" for name in sorted(known)
              if name in passed or name not in names]
    print("\n".join(wrong))
    print(f"{len(passed)} of {len(names)} run, {len(known)} do not for known reasons, "
          f"{len(wrong)} problems")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
