#!/usr/bin/env python3
"""Makes data for any web map: three rows for each of its layers and tables, with every field in its
pop-up or its service.

usage: map_data.py MAP.json FOLDER [SERVICE.json]

Writes FOLDER/map.json, and FOLDER/data with the rows and, if given, the service's definitions. Prints
the titles of the layers and tables with rows, as a JSON array.
"""
import json
import os
import re
import sys
import uuid


def layers(entries):
    for entry in entries:
        yield from layers(entry.get("layers") or [])
        parts = (entry.get("featureCollection") or {}).get("layers") or []
        for part in parts:
            # The map's own rows would be used instead of those made here.
            part["featureSet"] = {**(part.get("featureSet") or {}), "features": part_rows(part)}
            yield None
        if entry.get("layers") is None and not parts:
            yield entry


def part_rows(part):
    names = [info["fieldName"] for info in (part.get("popupInfo") or {}).get("fieldInfos") or []]
    names = names or [field["name"] for field in part["layerDefinition"].get("fields") or []]
    return [{"geometry": {"x": -13650000 + 100 * number, "y": 5700000, "spatialReference": {"wkid": 102100}},
             "attributes": {name: number if "OBJECTID" in name else f"{name} {number}" for name in names}}
            for number in range(3)]


def definition(entry, service):
    """Returns the service's layer, by the number at the end of the address."""
    number = re.search(r"layer([0-9]+)\.url|/([0-9]+)$", entry.get("url") or "")
    if not number:
        return None
    wanted = int(number.group(1) or number.group(2))
    return next((layer for layer in service if layer.get("id") == wanted), None)


def geometry(entry, layer, number):
    """Returns the geometry type: from the service, the kind of symbol, or polygon if both are unknown."""
    text = json.dumps((entry.get("layerDefinition") or {}).get("drawingInfo") or {})
    kind = (layer or {}).get("geometryType", "")
    x, y = -122.6 + number / 50, 45.5 + number / 80
    if kind == "esriGeometryPoint" or not kind and re.search("esri(SMS|PMS)", text):
        return {"type": "Point", "coordinates": [x, y]}
    if kind == "esriGeometryPolyline" or not kind and "esriSLS" in text and "esriSFS" not in text:
        return {"type": "LineString", "coordinates": [[x, y], [x + 0.01, y + 0.01]]}
    ring = [[x, y], [x + 0.01, y], [x + 0.01, y + 0.01], [x, y]]
    return {"type": "Polygon", "coordinates": [ring]}


def identity(title, number):
    return "{%s}" % str(uuid.uuid5(uuid.NAMESPACE_URL, f"{title} {number}")).upper()


def of_field(field, number, owner):
    """Returns a value that the field's definition allows; `owner` is the target of foreign keys."""
    kind, domain = field["type"], field.get("domain") or {}
    if domain.get("codedValues"):
        return domain["codedValues"][number % len(domain["codedValues"])]["code"]
    if domain.get("range"):
        return domain["range"][0]
    if kind == "esriFieldTypeGlobalID":
        return None
    if kind == "esriFieldTypeGUID":
        return identity(owner, number) if owner else None
    if kind == "esriFieldTypeOID":
        return number + 1
    if kind in ("esriFieldTypeSmallInteger", "esriFieldTypeInteger"):
        return number
    if kind in ("esriFieldTypeSingle", "esriFieldTypeDouble"):
        return number + 0.5
    if kind == "esriFieldTypeDate":
        return "2026-05-0%dT12:00:00Z" % (number + 1)
    return ("%s %d" % (field["name"], number))[:field.get("length") or 50]


def of_popup(info, number):
    form = info.get("format") or {}
    if "dateFormat" in form:
        return "2026-05-0%dT12:00:00Z" % (number + 1)
    if "places" in form or "digitSeparator" in form:
        return number + 0.5 if form.get("places") else number
    return "%s %d" % (info.get("label") or info["fieldName"], number)


def rows(entry, is_table, layer, owner):
    infos = [info for info in (entry.get("popupInfo") or {}).get("fieldInfos") or []
             if "/" not in info["fieldName"]]
    if not infos:
        return None
    features = []
    for number in range(3):
        properties = {}
        for info in infos:
            properties[info["fieldName"]] = of_popup(info, number)
        if layer:
            properties = {field["name"]: of_field(field, number, owner) for field in layer["fields"]}
        for name in properties:
            if name.lower() == "globalid":
                properties[name] = identity(entry["title"], number)
            elif name.lower() in ("objectid", "fid"):
                properties[name] = number + 1
        features.append({
            "type": "Feature", "properties": properties,
            "geometry": None if is_table else geometry(entry, layer, number)})
    return {"type": "FeatureCollection", "features": features}


def definitions(path):
    with open(path, encoding="utf-8") as file:
        answers = json.load(file)
    found = [answers[key] for key in sorted(answers)
             if re.fullmatch("FeatureServiceLayer[0-9]+SuccessResponse", key)]
    return found or answers["layers"] + answers["tables"]


def write(value, *path):
    with open(os.path.join(*path), "w", encoding="utf-8") as file:
        json.dump(value, file)


def main():
    document, folder, *services = sys.argv[1:]
    with open(document, encoding="utf-8") as file:
        webmap = json.load(file)
    if "operationalLayers" not in webmap:
        webmap = {"version": "2.0", "operationalLayers": [webmap],
                  "spatialReference": {"wkid": 102100}}
    data = os.path.join(folder, "data")
    os.makedirs(data)
    service = definitions(services[0]) if services else []
    if service:
        write({"layers": [layer for layer in service if layer.get("geometryType")],
               "tables": [layer for layer in service if not layer.get("geometryType")]},
              data, "service.json")
    made = []
    entries = [(entry, False) for entry in layers(webmap["operationalLayers"]) if entry]
    entries += [(entry, True) for entry in webmap.get("tables") or []]
    for entry, is_table in entries:
        owner = entries[0][0]["title"] if is_table else None
        content = rows(entry, is_table, definition(entry, service), owner)
        if content is not None:
            write(content, data, entry["title"] + ".geojson")
            made.append(entry["title"])
    write(webmap, folder, "map.json")
    print(json.dumps(made))


main()
