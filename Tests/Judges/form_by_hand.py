#!/usr/bin/env python3
"""Compares the forms of a project with those that a person would make in QGIS from the same map.

usage: form_by_hand.py MAP.json SERVICE.json|- PROJECT

The expected form is derived from the map's own members: the elements of `formInfo`, or the fields of
the pop-up, with labels, widgets, choices, rights, defaults and conditions. Each item is one row of
the answer: {"layer", "item", "hand", "project", "same"}. Needs QGIS's Python.
"""
import json
import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("XDG_RUNTIME_DIR", "/tmp")

from qgis.core import QgsApplication, QgsFieldConstraints, QgsProject  # noqa: E402

HIDDEN = {"esriFieldTypeOID", "esriFieldTypeGlobalID", "esriFieldTypeBlob", "esriFieldTypeGeometry",
          "esriFieldTypeRaster", "esriFieldTypeXML"}
WIDGETS = {"esriFieldTypeDate": "DateTime", "esriFieldTypeDateOnly": "DateTime",
           "esriFieldTypeTimeOnly": "DateTime", "esriFieldTypeGlobalID": "UuidGenerator"}
INPUTS = {"combo-box": "ValueMap", "radio-buttons": "ValueMap", "switch": "CheckBox",
          "datetime-picker": "DateTime", "date-picker": "DateTime", "time-picker": "DateTime",
          "text-box": "TextEdit", "text-area": "TextEdit", "barcode-scanner": "TextEdit"}


def definitions(path):
    """Returns the layers of a service's answer, by number."""
    if path == "-":
        return {}
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    found = {}

    def walk(value):
        if isinstance(value, dict):
            if isinstance(value.get("fields"), list) and "name" in value:
                found.setdefault(value.get("id", 0), value)
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    walk(document)
    return found


def merged(layer, services):
    number = str(layer.get("url", "")).rstrip("/").rsplit("/", 1)[-1]
    own = dict(services.get(int(number), {})) if number.isdigit() else {}
    if not number.isdigit() and len(services) == 1:
        own = dict(next(iter(services.values())))
    for key, value in layer.get("layerDefinition", {}).items():
        if value not in (None, []) and key != "fields":
            own[key] = value
    own.setdefault("fields", layer.get("layerDefinition", {}).get("fields", []))
    return own


def wanted(layer, definition):
    """Returns the elements that a person puts into the form, in order: (path of groups, element)."""
    form = layer.get("formInfo")
    if form:
        def walk(elements, path):
            for element in elements:
                if element["type"] == "group":
                    yield path, element
                    yield from walk(element["formElements"], path + [element["label"]])
                else:
                    yield path, element
        yield from walk(form["formElements"], [])
        return
    popup = layer.get("popupInfo") or {}
    infos = popup.get("fieldInfos") or [
        {"fieldName": field["name"], "visible": field["type"] not in HIDDEN}
        for field in definition["fields"]]
    path = []
    for element in popup.get("popupElements", []):
        if element.get("type") == "fields":
            infos = element.get("fieldInfos") or infos
            path = [element["title"]] if element.get("title") else []
    for info in infos:
        if info.get("visible", True) and "/" not in info["fieldName"]:
            yield path, {"type": "field", "fieldName": info["fieldName"],
                         "label": info.get("label")}


def truth(form, name):
    """Returns the constant of an expression; None for one that uses the record."""
    if name is None:
        return None
    source = {info["name"]: info["expression"] for info in form.get("expressionInfos", [])}
    text = source.get(name, name.rsplit("/", 1)[-1]).strip().lower()
    return {"true": True, "false": False}.get(text)


def leaves(element, path=(), shown=()):
    """Returns the parts of QGIS's form: (name, groups around it, conditions around it)."""
    if hasattr(element, "children"):
        titled = list(path)
        is_group = element.isGroupBox() and element.showLabel() and element.name()
        if is_group:
            titled.append(element.name())
        condition = element.visibilityExpression()
        around = list(shown) + ([condition.data().expression()] if condition.enabled() else [])
        if is_group:
            yield element.name(), list(path), around, element
        for child in element.children():
            yield from leaves(child, titled, around)
    else:
        yield element.name(), list(path), list(shown), element


def widget(field, element, definition):
    domain = element.get("domain") or field.get("domain") or {}
    kind = (element.get("inputType") or {}).get("type")
    if domain.get("type") == "codedValue":
        names = {value["name"] for value in domain["codedValues"]}
        if kind != "switch" and kind not in INPUTS and names in ({"Yes", "No"}, {"True", "False"}) \
                and not field.get("nullable", True):
            return "CheckBox"
        return "CheckBox" if kind == "switch" else "ValueMap"
    if field["name"] == definition.get("typeIdField") and definition.get("types"):
        return "ValueMap"
    if domain.get("type") == "range" and field["type"] != "esriFieldTypeDate":
        return "Range"
    if kind in INPUTS and (INPUTS[kind] != "TextEdit" or field["type"] == "esriFieldTypeString"):
        return INPUTS[kind]
    return WIDGETS.get(field["type"], "Hidden" if field["type"] in HIDDEN else "TextEdit")


def rows(layer, definition, opened):
    name = layer["title"]
    form = layer.get("formInfo") or {}
    config = opened.editFormConfig()
    parts = list(leaves(config.invisibleRootContainer()))
    names = opened.fields()
    order = []

    def row(item, hand, ours):
        return {"layer": name, "item": item, "hand": hand, "project": ours, "same": hand == ours}

    tracked = {(definition.get("editFieldsInfo") or {}).get(key) for key in (
        "creationDateField", "creatorField", "editDateField", "editorField")}
    for path, element in wanted(layer, definition):
        kind = element["type"]
        if kind == "group":
            found = [part for part in parts if part[0] == element["label"]]
            yield row(f"group {element['label']}", 1, len(found))
            if found:
                # QGIS 3.22 reads it, but Python can't see it.
                if hasattr(found[0][3], "collapsed"):
                    yield row(f"group {element['label']}, folded",
                              element.get("initialState") == "collapsed",
                              found[0][3].collapsed())
                yield row(f"group {element['label']}, conditions",
                          int("visibilityExpression" in element), len(found[0][2]))
            continue
        if kind == "text":
            # Python sees only the name of such an element.
            yield row(f"words {element['text'][:20]}", True,
                      any(part[0] == element.get("label", "Text") for part in parts))
            continue
        if kind == "attachment":
            found = [part for part in parts if hasattr(part[3], "relation")
                     and part[3].relation().name() == "Photos"]
            yield row(kind, 1, len(found))
            continue
        if kind == "relationship":
            # Child records need an editor, parents a field to choose them.
            own = next(one for one in definition["relationships"]
                       if one["id"] == element["relationshipId"])
            if own.get("role") == "esriRelRoleDestination":
                key = names.lookupField(own["keyField"])
                row_of = [part for part in parts if part[0] == names[key].name()]
                yield row(f"look-up {own['name']}", ["RelationReference"],
                          [opened.editorWidgetSetup(key).type() for _ in row_of])
            else:
                found = [part for part in parts if hasattr(part[3], "relation")
                         and part[3].label() == element["label"]]
                yield row(f"related {own['name']}", 1, len(found))
            continue
        field = next((one for one in definition["fields"]
                      if one["name"].lower() == element["fieldName"].lower()), None)
        if field is None:
            continue
        index = names.lookupField(field["name"])
        label = element["fieldName"]
        found = [part for part in parts if part[0] == names[index].name()]
        yield row(f"{label}: in the form", True, bool(found))
        if not found:
            continue
        order.append(names[index].name())
        yield row(f"{label}: groups", path, found[0][1])
        alias = element.get("label") or field.get("alias") or field["name"]
        yield row(f"{label}: label", alias, opened.attributeDisplayName(index))
        setup = opened.editorWidgetSetup(index)
        if setup.type() != "RelationReference":
            yield row(f"{label}: widget", widget(field, element, definition), setup.type())
        domain = element.get("domain") or field.get("domain") or {}
        if setup.type() == "ValueMap" and domain.get("type") == "codedValue":
            chosen = [list(entry.keys())[0] for entry in setup.config()["map"]]
            yield row(f"{label}: choices", [value["name"] for value in domain["codedValues"]],
                      chosen[-len(domain["codedValues"]):])
        if form:
            locked = truth(form, element.get("editableExpression")) is False \
                or field.get("editable") is False or field["name"] in tracked
            yield row(f"{label}: editable", not locked, not config.readOnly(index))
            yield row(f"{label}: conditions", int("visibilityExpression" in element),
                      len(found[0][2]) - sum("visibilityExpression" in group for where, group in
                                             wanted(layer, definition) if group["type"] == "group"
                                             and group["label"] in path))
            yield row(f"{label}: worked out", "valueExpression" in element,
                      bool(opened.defaultValueDefinition(index).expression())
                      if "valueExpression" in element else False)
            if "requiredExpression" in element:
                kinds = opened.fieldConstraints(index)
                ours = bool(kinds & QgsFieldConstraints.ConstraintNotNull) \
                    or "IS NOT NULL" in opened.constraintExpression(index)
                yield row(f"{label}: required",
                          truth(form, element["requiredExpression"]) is not False, ours)
    ours = [part[0] for part in parts if part[0] in order]
    yield row("order", order, ours)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        web_map = json.load(file)
    services = definitions(sys.argv[2])
    application = QgsApplication([], False)
    application.initQgis()
    project = QgsProject.instance()
    project.read(sys.argv[3])
    answer = []

    def walk(layers):
        for layer in layers:
            if layer.get("layers") and "url" not in layer:
                walk(layer["layers"])
                continue
            opened = project.mapLayersByName(layer.get("title", ""))
            definition = merged(layer, services)
            if opened and definition["fields"]:
                answer.extend(rows(layer, definition, opened[0]))

    walk(web_map.get("operationalLayers", []) + web_map.get("tables", []))
    print(json.dumps(answer))
    sys.stdout.flush()
    os._exit(0)


main()
