#!/usr/bin/env python3
"""Compares a project in QGIS with the web map and service that it was made from.

usage: project_agrees.py MAP.json SERVICE.json REPORT.json      (the report of qgis_project.py)

Compares every field's alias, list, limits, requirement and lock, and every layer's classes, scales
and rights. Prints a line for each difference, and the number of comparisons on the last line.
"""
import json
import sys


def fields(title, layer, popup, found, compare):
    labels = {info["fieldName"]: info for info in popup.get("fieldInfos") or []}
    for element in popup.get("popupElements") or []:
        labels.update({info["fieldName"]: info for info in element.get("fieldInfos") or []
                       if "label" in info})
    for field in layer["fields"]:
        name, own = field["name"], found["fields"].get(field["name"])
        if own is None:
            compare(title, name, "there", False, True)
            continue
        if not own["relation"]:
            label = labels.get(name, {}).get("label") or field.get("alias") or name
            compare(title, name, "alias", own["alias"], label)
        domain = field.get("domain") or {}
        codes = [[value["name"], str(value["code"])] for value in domain.get("codedValues") or []]
        compare(title, name, "choices", [pair for pair in own["choices"] if pair[0]], codes)
        compare(title, name, "limits", sorted(own["limits"]), sorted(map(float, domain.get("range") or [])))
        if not field.get("editable", True):
            compare(title, name, "editable", own["editable"], False)
        elif own["editable"]:
            compare(title, name, "required", "notNull" in own["constraints"], not field.get("nullable", True))


def main():
    webmap, service, report = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
    count, lines = 0, []

    def compare(*given):
        nonlocal count
        count += 1
        if given[-2] != given[-1]:
            lines.append(f"{given[:-2]}: {given[-2]!r}, not {given[-1]!r}")

    known = {layer["id"]: layer for layer in service["layers"] + service["tables"]}
    for entry in webmap["operationalLayers"] + webmap["tables"]:
        layer = known[int(entry["url"].rsplit("/", 1)[1])]
        title, found = entry["title"], report["layers"][entry["title"]]
        fields(title, layer, entry.get("popupInfo") or {}, found, compare)
        definition = entry.get("layerDefinition") or {}
        limits = [float(definition.get("minScale") or 0), float(definition.get("maxScale") or 0)]
        compare(title, "scales", found["scales"] or [0.0, 0.0], limits)
        renderer = (definition.get("drawingInfo") or {}).get("renderer") or {}
        for info in renderer.get("uniqueValueInfos") or []:
            color = "#%02x%02x%02x" % tuple(info["symbol"]["color"][:3])
            wanted = [info["label"], str(info["value"]), color]
            compare(title, info["value"], "class", wanted in found["classes"], True)
        rights = layer["capabilities"].split(",")
        for right, lock in (("Create", "feature_addition"), ("Update", "attribute_editing"),
                            ("Update", "geometry_editing"), ("Delete", "feature_deletion")):
            compare(title, right, found["locks"][f"is_{lock}_locked"], right not in rights)
    print("\n".join(lines + [f"{count} compared"]))


main()
