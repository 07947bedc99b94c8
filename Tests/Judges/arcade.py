"""Compares Arcade expressions with the ArcGIS Maps SDK for JavaScript.

    python3 arcade.py FIELDPACK SDK [--count 20000] [--seed 1] [--texts FILE] [--show 40]

FIELDPACK is the program. SDK is a folder with node_modules/@arcgis/core and its dependencies. The
expressions are generated from the seed, or read from a file with one text in JSON on each line.
Both sides give the type and the text of the result. arcade_differences.json lists the known
differences with their reasons: each has a pattern that the expression must match. The exit code is
1 if any other difference was found.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def scenario():
    """Two layers in different coordinate systems, with every kind of field and with nulls."""
    random_ = random.Random(7)

    def field(name, kind, **more):
        return {"name": name, "type": "esriFieldType" + kind, "alias": name, **more}

    codes = [{"name": "Good one", "code": "G"}, {"name": "Poor one", "code": "P"}]
    fields = [
        field("OBJECTID", "OID"), field("i", "Integer"), field("n", "Double"),
        field("t", "String", length=60), field("d", "Date"), field("dd", "DateOnly"),
        field("tt", "TimeOnly"),
        field("c", "String", length=5,
              domain={"type": "codedValue", "name": "cd", "codedValues": codes}),
    ]
    words = ["Oak", "oak", "Elm", "abc", "B", "Tree", "", "Ahorn Straße", None, "O'Hara"]
    features = []
    for number in range(1, 25):
        features.append({
            "attributes": {
                "OBJECTID": number,
                "i": None if number % 7 == 0 else random_.randint(-5, 40),
                "n": None if number % 6 == 0 else round(random_.uniform(-10, 100), 3),
                "t": words[number % len(words)],
                "d": None if number % 8 == 0 else 1577836800000 + random_.randint(0, 10**11),
                "dd": None if number % 9 == 0 else "20%02d-%02d-%02d" % (
                    random_.randint(10, 26), random_.randint(1, 12), random_.randint(1, 28)),
                "tt": None if number % 5 == 0 else "%02d:%02d:%02d" % (
                    random_.randint(0, 23), random_.randint(0, 59), random_.randint(0, 59)),
                "c": ["G", "P", None, "X"][number % 4],
            },
            "geometry": {"x": -13654500 + random_.randint(-300, 300),
                         "y": 5704500 + random_.randint(-300, 300)},
        })
    mercator = {"wkid": 102100, "latestWkid": 3857}
    squares = []
    for number in range(9):
        x, y = -122.6645 + number % 3 * 0.003, 45.5225 + number // 3 * 0.002
        squares.append({
            "attributes": {"OBJECTID": number + 1, "NAME": f"cell {number}", "v": number * 1.5},
            "geometry": {"rings": [[[x, y], [x, y + 0.002], [x + 0.003, y + 0.002],
                                    [x + 0.003, y], [x, y]]]},
        })
    return {
        "spatialReference": mercator, "timeZone": "America/Los_Angeles", "feature": 4,
        "layers": [
            {"title": "L", "id": "l", "type": "point", "spatialReference": mercator,
             "fields": fields, "features": features},
            {"title": "P", "id": "p", "type": "polygon", "spatialReference": {"wkid": 4326},
             "fields": [field("OBJECTID", "OID"), field("NAME", "String", length=20),
                        field("v", "Double")],
             "features": squares},
        ],
    }


class Generator:
    """Random expressions of the types that functions take and give."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, *choices):
        return self.random.choice(choices)

    def make(self, kind, depth):
        return getattr(self, kind)(depth)

    def any(self, depth):
        kind = self.pick("number", "number", "text", "text", "date", "boolean", "array", "shape",
                         "day", "time", "nothing")
        return self.make(kind, depth)

    def nothing(self, depth):
        return "null"

    def number(self, depth):
        if depth <= 0:
            return self.pick("0", "1", "2", "3", "-1", "2.5", "100", "1234567.891", "0.1", "-7.25",
                             "1e3", "$feature.i", "$feature.n", "$feature['n']", "PI", "12", "60")
        n, t, d, a, s = (lambda k=kind: self.make(k, depth - 1) for kind in
                         ("number", "text", "date", "array", "shape"))
        form = self.random.randrange(44)
        if form < 5:
            return f"({n()} {self.pick('+', '-', '*', '/', '%')} {n()})"
        if form < 9:
            return f"{self.pick('Abs', 'Ceil', 'Floor', 'Round', 'Sqrt', 'Exp', 'Log', 'Sin', 'Cos', 'Tan', 'Atan', 'Number')}({n()})"
        if form < 11:
            return f"{self.pick('Round', 'Ceil', 'Floor')}({n()}, {self.pick('0', '1', '2', '-1', '3')})"
        if form < 14:
            return f"{self.pick('Max', 'Min', 'Sum', 'Mean', 'Average', 'Stdev', 'Variance')}([{n()}, {n()}, {self.any(0)}, {n()}])"
        if form < 16:
            return f"{self.pick('Max', 'Min', 'Sum', 'Mean')}({n()}, {n()}, {n()})"
        if form < 18:
            return f"Count({self.pick(t, a)()})"
        if form < 20:
            return f"Find({t()}, {t()}{self.pick('', ', 1', ', 2')})"
        if form < 22:
            return f"Number({self.pick(t, n)()})"
        if form < 25:
            return f"{self.pick('Year', 'Month', 'Day', 'Hour', 'Minute', 'Second', 'Millisecond', 'Weekday', 'ISOWeek', 'ISOYear', 'ISOMonth', 'ISOWeekday', 'Week', 'Number')}({d()})"
        if form < 28:
            unit = self.pick("days", "hours", "minutes", "seconds", "months", "years", "weeks",
                             "milliseconds")
            return f"DateDiff({d()}, {d()}, '{unit}')"
        if form < 29:
            return f"Pow({n()}, {self.pick('2', '0.5', '3', '-1')})"
        if form < 30:
            return f"IIf({self.boolean(depth - 1)}, {n()}, {n()})"
        if form < 31:
            return f"When({self.boolean(depth - 1)}, {n()}, {self.boolean(depth - 1)}, {n()}, {n()})"
        if form < 32:
            return f"Decode({n()}, 1, {n()}, 2, {n()}, {n()})"
        if form < 33:
            return f"Constrain({n()}, 0, 10)"
        if form < 35:
            return f"{self.pick('Area', 'Length', 'AreaGeodetic', 'LengthGeodetic')}({s()}{self.pick('', ', %s' % repr('meters'))})"
        if form < 36:
            operation = self.pick("Intersection", "Difference", "SymmetricDifference", "Union")
            return (f"{self.pick('Area', 'Length')}({operation}({self.polygon()}, "
                    f"{self.pick(self.polygon, self.polygon, self.line)()}))")
        if form < 37:
            return f"Distance({s()}, {s()}{self.pick('', ', %s' % repr('feet'))})"
        if form < 38:
            return f"Centroid({s()}).{self.pick('x', 'y')}"
        if form < 39:
            return f"{self.pick('IndexOf', 'IndexOf')}({a()}, {n()})"
        if form < 40:
            return f"DefaultValue({self.any(depth - 1)}, {n()})"
        if form < 41:
            field = self.pick("i", "n")
            return f"{self.pick('Sum', 'Mean', 'Stdev', 'Variance', 'Min', 'Max')}($layer, '{field}')"
        if form < 42:
            clause = self.pick("i > 10", "n < 30", "t = 'Oak'", "i IS NULL", "c = 'G'")
            return f"Count(Filter($layer, \"{clause}\"))"
        if form < 43:
            x, y = self.random.randint(-13654900, -13654100), self.random.randint(5704100, 5704900)
            return (f"Count(Intersects(FeatureSetByName($map, 'P'), Buffer(Point({{x: {x}, y: {y}, "
                    f"spatialReference: {{wkid: 102100}}}}), {self.random.randint(5, 300)})))")
        return f"(-{n()})"

    def text(self, depth):
        if depth <= 0:
            return self.pick("'abc'", "'Oak tree'", "''", "'12.5'", "'a,b,,c'", "'  pad '",
                             "'2020-02-29'", "'ÄÖ straße'", "\"it's\"", "$feature.t", "$feature.c",
                             "$feature['t']")
        n, t, d, a = (lambda k=kind: self.make(k, depth - 1) for kind in
                      ("number", "text", "date", "array"))
        form = self.random.randrange(26)
        if form < 3:
            return f"({t()} + {self.any(depth - 1)})"
        if form < 6:
            return f"{self.pick('Upper', 'Lower', 'Proper', 'Trim')}({t()})"
        if form < 8:
            return f"{self.pick('Left', 'Right')}({t()}, {self.pick('0', '1', '2', '5')})"
        if form < 9:
            return f"Mid({t()}, {self.pick('0', '1', '2')}{self.pick('', ', 2')})"
        if form < 11:
            return f"Replace({t()}, {self.pick(repr('a'), repr('Oak'), t())}, {t()}{self.pick('', ', false')})"
        if form < 13:
            return f"Concatenate([{t()}, {self.any(depth - 1)}, {t()}]{self.pick('', ', %s' % repr(', '))})"
        if form < 16:
            pattern = self.pick("#,###.00", "0", "00.0", "#.##", "#,##0.###", "000", "$#,###.00",
                                "0%", "#,###.00;(#,###.00)", "0.0###")
            return f"Text({n()}, '{pattern}')"
        if form < 19:
            pattern = self.pick("YYYY-MM-DD", "M/D/Y", "MMMM D, Y", "ddd, MMM D", "h:mm A",
                                "HH:mm:ss", "DD/MM/YY hh:mm a", "dddd", "Y-MM-DD[T]HH:mm",
                                "MMM Do", "X", "x", "Q", "SSS", "W", "E")
            return f"Text({self.pick(d, d, lambda: self.day(depth - 1), lambda: self.time(depth - 1))()}, '{pattern}')"
        if form < 21:
            return f"Text({self.any(depth - 1)})"
        if form < 22:
            return f"DomainName($feature, 'c'{self.pick('', ', %s' % t())})"
        if form < 23:
            return f"TypeOf({self.any(depth - 1)})"
        if form < 24:
            return f"IIf({self.boolean(depth - 1)}, {t()}, {t()})"
        if form < 25:
            return f"{self.pick('First', 'First')}(Split({t()}, {self.pick(repr(','), repr(' '), repr(''))}))"
        return f"{self.pick('ToHex', 'ToCharCode')}({self.pick(n, t)()})"

    def boolean(self, depth):
        if depth <= 0:
            return self.pick("true", "false", "$feature.i > 3", "$feature.t == 'Oak'")
        n, t, d, a, s = (lambda k=kind: self.make(k, depth - 1) for kind in
                         ("number", "text", "date", "array", "shape"))
        form = self.random.randrange(18)
        compare = self.pick("<", ">", "<=", ">=", "==", "!=")
        if form < 4:
            return f"({n()} {compare} {n()})"
        if form < 5:
            return f"({t()} {compare} {t()})"
        if form < 6:
            return f"({d()} {compare} {d()})"
        if form < 8:
            return f"({self.any(depth - 1)} {self.pick('==', '!=')} {self.any(depth - 1)})"
        if form < 10:
            return f"({self.boolean(depth - 1)} {self.pick('&&', '||')} {self.boolean(depth - 1)})"
        if form < 11:
            return f"(!{self.boolean(depth - 1)})"
        if form < 13:
            return f"IsEmpty({self.any(depth - 1)})"
        if form < 14:
            return f"IsNan({self.pick(n, t)()})"
        if form < 15:
            return f"Includes({a()}, {self.any(depth - 1)})"
        if form < 16:
            return f"{self.pick('Any', 'All')}({a()}, IsEmpty)"
        if form < 17:
            return f"{self.pick('Intersects', 'Contains', 'Within', 'Disjoint', 'Equals')}({s()}, {s()})"
        return f"HasKey({{'a': {self.any(depth - 1)}, 'b': 1}}, {self.pick(repr('a'), repr('c'))})"

    def date(self, depth):
        if depth <= 0:
            return self.pick("$feature.d", "Date(2020, 1, 29)", "Date(2024, 6, 4, 13, 5, 9)",
                             "Date('2020-02-29T13:05:09.007-08:00')", "Date(1577836800000)",
                             "Date(2021, 2, 14, 2, 30)", "Date('2023-11-05')",
                             "Date(2019, 11, 31, 23, 59, 59, 999)")
        n, d = (lambda k=kind: self.make(k, depth - 1) for kind in ("number", "date"))
        form = self.random.randrange(12)
        if form < 5:
            unit = self.pick("days", "hours", "minutes", "seconds", "months", "years",
                             "milliseconds")
            return f"DateAdd({d()}, {self.pick('1', '-3', '0.5', '2.7', '1.4', '45', n())}, '{unit}')"
        if form < 7:
            return f"{self.pick('ToUTC', 'ToLocal')}({d()})"
        if form < 8:
            return f"ChangeTimeZone({d()}, '{self.pick('Europe/Berlin', 'UTC', 'Asia/Tokyo', 'America/Denver')}')"
        if form < 9:
            return f"Date({d()})"
        if form < 10:
            return f"Date({self.day(depth - 1)}{self.pick('', ', ' + self.time(depth - 1))})"
        if form < 11:
            return f"{self.pick('Max', 'Min')}($layer, 'd')" if False else d()
        return f"IIf({self.boolean(depth - 1)}, {d()}, {d()})"

    def day(self, depth):
        return self.pick("$feature.dd", "DateOnly(2020, 1, 29)", "DateOnly('2021-03-04')",
                         "DateOnly($feature.d)", "DateOnly(0)",
                         "DateAdd(DateOnly(2024, 0, 31), 1, 'months')", "DateOnly(Date(2020, 5, 6, 23))")

    def time(self, depth):
        return self.pick("$feature.tt", "Time(13, 5, 9)", "Time('07:08:09')", "Time(5400000)",
                         "Time($feature.d)", "Time(Date(2020, 5, 6, 23, 4))",
                         "DateAdd(Time(23, 0), 90, 'minutes')", "Time('01:02:03 PM', 'hh:mm:ss A')")

    def array(self, depth):
        if depth <= 0:
            return self.pick("[1, 2, 3]", "[]", "['b', 'a', 'C']", "[10, 2, null, 100]",
                             "[true, 1, '1']", "[1.5, '1.5', null, null]", "['x', null, 'a']")
        n, t, a = (lambda k=kind: self.make(k, depth - 1) for kind in ("number", "text", "array"))
        form = self.random.randrange(18)
        if form < 3:
            return f"[{self.any(depth - 1)}, {self.any(depth - 1)}, {self.any(depth - 1)}]"
        if form < 6:
            return f"Sort({a()})"
        if form < 7:
            return f"Sort([{n()}, {n()}, {n()}])"
        if form < 8:
            return f"Sort([{t()}, {t()}, {t()}])"
        if form < 10:
            return f"Reverse({a()})"
        if form < 11:
            return f"Slice({a()}, {self.pick('0', '1', '-2')}{self.pick('', ', 2')})"
        if form < 12:
            return f"Distinct({a()})"
        if form < 13:
            return f"Top({a()}, {self.pick('1', '2', '5')})"
        if form < 14:
            return f"Split({t()}, {self.pick(repr(','), repr(' '), repr('a'))}{self.pick('', ', 2', ', -1, true')})"
        if form < 15:
            return f"Splice({a()}, {self.any(depth - 1)}, {a()})"
        if form < 16:
            return f"Filter({a()}, IsEmpty)"
        if form < 17:
            return f"Map({a()}, {self.pick('Text', 'Number', 'TypeOf', 'IsEmpty')})"
        return f"Distinct([{self.any(depth - 1)}, {self.any(depth - 1)}, {self.any(depth - 1)}])"

    def shape(self, depth):
        system = self.pick("{wkid: 102100}", "{wkid: 3857}", "{wkid: 102100, latestWkid: 3857}")
        x, y = self.random.randint(-13654900, -13654100), self.random.randint(5704100, 5704900)
        form = self.random.randrange(10)
        if form < 4 or depth <= 0:
            return self.pick("Geometry($feature)", "$feature",
                             f"Point({{x: {x}, y: {y}, spatialReference: {system}}})",
                             "Geometry(First(FeatureSetByName($map, 'P')))")
        w, h = self.random.randint(5, 400), self.random.randint(5, 400)
        if form < 6:
            return (f"Polygon({{rings: [[[{x}, {y}], [{x}, {y + h}], [{x + w}, {y + h}], "
                    f"[{x + w}, {y}], [{x}, {y}]]], spatialReference: {system}}})")
        if form < 8:
            return (f"Polyline({{paths: [[[{x}, {y}], [{x + w}, {y + h}], [{x + w}, {y}]]], "
                    f"spatialReference: {system}}})")
        if form < 9:
            return f"Extent({self.shape(depth - 1)})"
        return f"Centroid({self.shape(depth - 1)})"

    def polygon(self):
        x, y = self.random.randint(-13654900, -13654100), self.random.randint(5704100, 5704900)
        w, h = self.random.randint(5, 800), self.random.randint(5, 800)
        if self.random.random() < 0.3:
            return f"Buffer(Point({{x: {x}, y: {y}, spatialReference: {{wkid: 102100}}}}), {h})"
        return (f"Polygon({{rings: [[[{x}, {y}], [{x}, {y + h}], [{x + w}, {y + h // 2}], "
                f"[{x + w}, {y}], [{x}, {y}]]], spatialReference: {{wkid: 102100}}}})")

    def line(self):
        x, y = self.random.randint(-13654900, -13654100), self.random.randint(5704100, 5704900)
        w, h = self.random.randint(5, 800), self.random.randint(5, 800)
        return (f"Polyline({{paths: [[[{x}, {y}], [{x + w}, {y + h}], [{x + w}, {y - h}]]], "
                f"spatialReference: {{wkid: 102100}}}})")

    def program(self):
        """A text of the language, whose last value is its type and text."""
        depth = self.pick(1, 2, 2, 3)
        form = self.random.randrange(20)
        if form < 16:
            return f"var r = {self.any(depth)}; TypeOf(r) + '|' + Text(r)"
        if form < 17:
            return (f"var a = {self.array(depth)}; var o = ''; for (var k in a) "
                    f"{{ o += k + ':' + Text(a[k]) + ';' }} return 'Text|' + o;")
        if form < 18:
            return (f"var o = ''; for (var v of {self.array(depth)}) {{ o += Text(v) + ';' }} "
                    "return 'Text|' + o;")
        if form < 19:
            return (f"function f(a, b) {{ return IIf(IsEmpty(b), a, b) }} "
                    f"var r = f({self.any(depth)}{self.pick('', ', ' + self.any(depth))}); "
                    "TypeOf(r) + '|' + Text(r)")
        return (f"var t = 0; var r = IIf({self.boolean(depth)}, t = {self.number(depth)}, 'no'); "
                "TypeOf(r) + '|' + Text(r) + '|' + t")


def write_layers(folder, scene):
    """Writes the data and service of the scene. Returns the layers of its map."""
    os.mkdir(folder + "/data")
    service = {"url": "https://example.com/arcgis/rest/services/S/FeatureServer", "layers": []}
    layers = []
    for number, layer in enumerate(scene["layers"]):
        kind = "esriGeometry" + layer["type"].title()
        service["layers"].append({
            "id": number, "name": layer["title"], "type": "Feature Layer", "geometryType": kind,
            "objectIdField": "OBJECTID", "fields": layer["fields"], "hasAttachments": False,
            "capabilities": "Query"})
        with open(f"{folder}/data/{layer['title']}.json", "w") as file:
            json.dump({"spatialReference": layer["spatialReference"], "geometryType": kind,
                       "fields": layer["fields"], "features": layer["features"]}, file)
        layers.append({"id": layer["id"], "title": layer["title"],
                       "layerType": "ArcGISFeatureLayer", "url": f"{service['url']}/{number}"})
    with open(folder + "/data/service.json", "w") as file:
        json.dump(service, file)
    return layers


def run_popup(program, folder, scene, layers, texts):
    """Builds the map with the texts as expressions e0, e1, … of the first layer's pop-up. Returns
    what the pop-up of the scene's feature has of them, and the messages."""
    layers[0]["popupInfo"] = {
        "title": "t",
        "fieldInfos": [{"fieldName": f"expression/e{n}", "visible": True}
                       for n in range(len(texts))],
        "expressionInfos": [{"name": f"e{n}", "title": "", "expression": text,
                             "returnType": "string"} for n, text in enumerate(texts)]}
    with open(folder + "/map.json", "w") as file:
        json.dump({"version": "2.31", "operationalLayers": list(reversed(layers)),
                   "spatialReference": scene["spatialReference"], "timeZone": scene["timeZone"],
                   "baseMap": {"title": "", "baseMapLayers": []}}, file)
    time = ["--now", "2026-05-01T12:00:00Z"]
    run = subprocess.run(
        [program, "build", folder + "/map.json", "--data", folder + "/data", "-o",
         folder + "/p.gpkg", "-f"] + time, capture_output=True, text=True)
    run = subprocess.run(
        [program, "export", folder + "/p.gpkg", "-l", layers[0]["title"], "--popups", "-o",
         folder + "/out.geojson", "-f", "--where", f"OBJECTID = {scene['feature']}"] + time,
        capture_output=True, text=True)
    if not os.path.exists(folder + "/out.geojson"):
        sys.exit(run.stdout + run.stderr)
    with open(folder + "/out.geojson") as file:
        feature = json.load(file)["features"][0]
    return feature.get("expressions", {}), run.stderr


def fieldpack(program, texts, scene):
    """The result of each text for the scenario's feature; None for an error."""
    results = []
    with tempfile.TemporaryDirectory() as folder:
        layers = write_layers(folder, scene)
        for start in range(0, len(texts), 400):
            part = texts[start:start + 400]
            found, _ = run_popup(program, folder, scene, layers, part)
            for number in range(len(part)):
                value = found.get(f"e{number}", {}).get("value")
                results.append(value if isinstance(value, str) and "|" in value else None)
    return results


def sdk(folder, texts, scene):
    """The result of each text in the SDK as {"value"} or {"error"}."""
    lines = "".join(json.dumps({"id": n, "text": text}) + "\n" for n, text in enumerate(texts))
    # Other judges may use the same folder at the same time.
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(scene, file)
        file.flush()
        run = subprocess.run(
            ["node", HERE + "/arcade.mjs", folder, file.name], input=lines, capture_output=True,
            text=True,
            # The zone of the machine is what ToLocal means.
            env={**os.environ, "TZ": scene["timeZone"]})
    results = [{}] * len(texts)
    count = 0
    for line in run.stdout.splitlines():
        if line.startswith('{"id"'):
            answer = json.loads(line)
            count += 1
            results[answer["id"]] = answer
    if count < len(texts):
        sys.exit(f"the SDK gave {count} of {len(texts)} answers:\n{run.stderr[-2000:]}")
    return results


NUMBER = re.compile(r"-?\d+\.?\d*(?:e[+-]?\d+)?")


def is_same(ours, theirs):
    """Whether two results are equal, but for the last digits of numbers and the order of members."""
    if ours == theirs:
        return True
    if ours is None or theirs is None:
        return False
    if '"spatialReference"' in ours and len(ours) == len(theirs):
        parts = [sorted(re.findall(r"[^,{}]+", text)) for text in (ours, theirs)]
        if parts[0] == parts[1]:
            return True
    if NUMBER.sub("#", ours) != NUMBER.sub("#", theirs):
        return False
    for one, two in zip(NUMBER.findall(ours), NUMBER.findall(theirs)):
        one, two = float(one), float(two)
        # Coordinates in degrees are projected with other last digits, less than a micrometer.
        if abs(one - two) > max(1e-8 * max(abs(one), abs(two)), 1e-6):
            return False
    return True


def differs_as(entry, ours, theirs):
    """Whether a known difference explains the results. Some only hold for certain results of the
    SDK, or where it fails. Where one names what the SDK writes instead, nothing else may differ."""
    if "when" in entry and not re.search(entry["when"], "fails" if theirs is None else theirs):
        return False
    if "theirs" not in entry:
        return True
    return theirs is not None and is_same(ours, re.sub(entry["theirs"], entry["ours"], theirs))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fieldpack")
    parser.add_argument("sdk")
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--texts")
    parser.add_argument("--show", type=int, default=40)
    options = parser.parse_args()
    if options.texts:
        with open(options.texts) as file:
            texts = [json.loads(line) for line in file if line.strip()]
    else:
        generator = Generator(options.seed)
        texts = [generator.program() for _ in range(options.count)]
    scene = scenario()
    theirs = [answer["value"] if "|" in answer.get("value", "") else None
              for answer in sdk(options.sdk, texts, scene)]
    ours = fieldpack(options.fieldpack, texts, scene)
    with open(HERE + "/arcade_differences.json") as file:
        known = [(re.compile(entry["pattern"], re.S), entry) for entry in json.load(file)]
    agree = both_fail = 0
    counts = {}
    other = []
    for text, one, two in zip(texts, ours, theirs):
        if is_same(one, two):
            agree += 1
            both_fail += one is None
            continue
        entry = next((e for pattern, e in known
                      if pattern.search(text) and differs_as(e, one, two)), None)
        if entry is None:
            other.append((text, one, two))
        else:
            counts[entry["reason"]] = counts.get(entry["reason"], 0) + 1
    for text, one, two in other[:options.show]:
        print(f"{text}\n  Fieldpack {one!r}\n  SDK       {two!r}")
    for reason, count in sorted(counts.items()):
        print(f"{count} times: {reason}")
    print(f"{agree} of {len(texts)} agree ({both_fail} fail in both), "
          f"{sum(counts.values())} differ for known reasons, {len(other)} differ otherwise")
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())
