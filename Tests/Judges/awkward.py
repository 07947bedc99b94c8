#!/usr/bin/env python3
"""Writes a layer of values that programs often change, in four formats.

usage: awkward.py OUT

OUT/csv, OUT/geojson, OUT/geojsonl and OUT/esri each get the layer *Awkward* with the same rows, as
far as the format allows: a CSV cell can't distinguish an empty text from null.
"""
import csv
import json
import os
import random
import sys
import uuid

TEXTS = [
    None, "", " ", "  two before, two behind  ", "<Null>", "null", "NULL", "None", "N/A", "nan",
    "line\nbreak", "line\r\nbreak", "line\rbreak", "\n", "ends in a break\n", "tab\there", ",", ";",
    '"', '""', 'he said "no", then left', "'", "\\", "\\n", "a|b", "Åse Ødegård", "e\u0301 and \u00e9",
    "木の名前", "🌳🌲", "\u200f\u05e2\u05e5", "\ufefftext", "\u00a0", "zero\u200bwidth", "\u0001\u007f",
    "007", "-0", "+5", "1e5", "0x1F", "1_000", "1,5", "12:30", "2015-07-19", "true", "=1+1", "#REF!",
    "{B0A1}", "[1,2]", "{\"a\": 1}", "</script>", "x" * 5_000, "é" * 3_000, "a\n" * 2_500,
]
FLOATS = [
    None, 0.0, -0.0, 0.1, 1 / 3, 1e-7, 5e-324, 1.7976931348623157e308, 2.2250738585072014e-308,
    123456789.123456789, -122.629576, 16.0, 9007199254740993.0, 0.30000000000000004, 1e22, 1e23,
]
INTEGERS = [
    None, 0, 1, -1, 127, 128, -129, 32_768, 8_388_608, 2**31, -(2**31) - 1, 2**47, 2**53 + 1,
    10**18 - 1,
]
LONG_INTEGERS = [10**18, 2**63 - 1, -(2**63), 2**64]
# Columns that look like numbers until one cell isn't one.
CODES = ["1", "22", "333", "007"]
LONG_CODES = ["1", "2", "99999999999999999999"]
FLAGS = [True, False, None]


def rows():
    generator = random.Random(20261120)
    count = 240
    for number in range(count):
        yield {
            "OBJECTID": number + 1,
            "GlobalID": "{%s}" % str(uuid.uuid5(uuid.NAMESPACE_OID, str(number))).upper(),
            "Text": TEXTS[number % len(TEXTS)],
            "Any Text": generator.choice(TEXTS),
            "Größe (cm)": FLOATS[number % len(FLOATS)],
            "Whole": INTEGERS[number % len(INTEGERS)],
            "Long": LONG_INTEGERS[number % len(LONG_INTEGERS)],
            "Code": CODES[number % len(CODES)],
            "LongCode": LONG_CODES[number % len(LONG_CODES)],
            "Dots": ["1.0", "1.10", "1.100"][number % 3],
            "select": generator.choice(["from", "where", None]),
            "Nothing": None,
        }, None if number % 29 == 7 else (round(generator.uniform(-123, -122), 6), 45.5)


def main():
    out = sys.argv[1]
    for form in ["csv", "geojson", "geojsonl", "esri/Awkward"]:
        os.makedirs(os.path.join(out, form), exist_ok=True)
    features, pages = [], []
    for attributes, position in rows():
        point = position and {"type": "Point", "coordinates": list(position)}
        features.append({"type": "Feature", "properties": attributes, "geometry": point})
        feature = {"attributes": attributes}
        if position:
            feature["geometry"] = {"x": round(position[0] * 111319.49079, 3), "y": 5700000.125}
        pages.append(feature)
    with open(os.path.join(out, "geojson/Awkward.geojson"), "w", encoding="utf-8") as file:
        json.dump({"type": "FeatureCollection", "features": features}, file, ensure_ascii=True)
    with open(os.path.join(out, "geojsonl/Awkward.geojsonl"), "w", encoding="utf-8") as file:
        for feature in features:
            file.write(json.dumps(feature, ensure_ascii=False) + "\n")
    kinds = {"OBJECTID": "OID", "GlobalID": "GlobalID", "Größe (cm)": "Double", "Whole": "BigInteger"}
    names = list(pages[0]["attributes"])
    fields = [{"name": n, "type": "esriFieldType" + kinds.get(n, "String")} for n in names]
    for number, start in enumerate(range(0, len(pages), 100)):
        document = {
            "geometryType": "esriGeometryPoint", "spatialReference": {"wkid": 102100},
            "fields": fields, "features": pages[start : start + 100],
        }
        name = os.path.join(out, "esri/Awkward/%04d.json" % (number + 1))
        with open(name, "w", encoding="utf-8") as file:
            json.dump(document, file, ensure_ascii=number == 0, indent=number or None)
    with open(os.path.join(out, "csv/Awkward.csv"), "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names + ["Longitude", "Latitude"])
        for feature in features:
            cells = ["" if v is None else repr(v) if type(v) is float else v
                     for v in feature["properties"].values()]
            geometry = feature["geometry"]
            writer.writerow(cells + (geometry["coordinates"] if geometry else ["", ""]))


main()
