#!/usr/bin/env python3
"""Edits every row of every editable table of a project, through QGIS's edit buffer and the project's
default values, like an app that saves a form or a moved shape.

usage: qgis_touch.py PROJECT text|move ZONE

The device's time zone is ZONE, such as Europe/Berlin. `text` writes one text field of each row;
`move` moves each shape a little. Prints
{"errors": […], "layers": {table: {"field": name or null, "rows": count}}}.
"""
import json
import os
import re
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("XDG_RUNTIME_DIR", "/tmp")

from qgis.core import QgsApplication, QgsProject  # noqa: E402

IDENTITIES = re.compile("globalid|guid|creat|edit", re.IGNORECASE)


def text_field(layer):
    """Returns the longest text field that the form can edit and that gets no other values."""
    form = layer.editFormConfig()
    fields = [
        (field.length(), field.name()) for index, field in enumerate(layer.fields())
        if field.typeName().lower().startswith(("string", "text")) and not form.readOnly(index)
        and layer.editorWidgetSetup(index).type() == "TextEdit"
        and not layer.defaultValueDefinition(index).expression()
        and not IDENTITIES.search(field.name())]
    return max(fields)[1] if fields else None


def touch(layer, field):
    """Edits the rows, in the field or, without one, the shapes; returns their number."""
    rows = 0
    step = 1e-5 if layer.crs().isGeographic() else 1
    index = layer.fields().indexFromName(field) if field else -1
    for row in sorted(layer.getFeatures(), key=lambda row: row.id()):
        if field:
            assert layer.changeAttributeValue(row.id(), index, "touched %d" % row.id())
            rows += 1
        elif row.hasGeometry():
            shape = row.geometry()
            shape.translate(step, 0)
            assert layer.changeGeometry(row.id(), shape)
            rows += 1
    return rows


def main():
    path, what, os.environ["TZ"] = sys.argv[1:]
    time.tzset()
    application = QgsApplication([], False)
    application.initQgis()
    project = QgsProject.instance()
    assert project.read(path)
    answer = {"errors": [], "layers": {}}
    # Of the layers of one table, the one without a filter is edited.
    for layer in sorted(project.mapLayers().values(), key=lambda layer: layer.id()):
        if layer.readOnly() or layer.name().startswith("Photos of ") or layer.name() == "Area":
            continue
        if layer.subsetString():
            continue
        field = text_field(layer) if what == "text" else None
        if what == "text" and not field:
            continue
        assert layer.startEditing()
        rows = touch(layer, field)
        if not layer.commitChanges():
            answer["errors"] += layer.commitErrors()
        table = re.search(r"layername=([^|]+)", layer.source()).group(1)
        answer["layers"][table] = {"field": field, "rows": rows}
    print(json.dumps(answer))


main()
