#!/usr/bin/env python3
"""Edits a layer of a project as a crew would: through QGIS's edit buffer and the project's defaults.

usage: qgis_crew.py PROJECT LAYER KEY EDITS

EDITS is one JSON document:

    {"changes": [[key, field, value], ...],
     "deletes": [key, ...],
     "adds": [{"x": x, "y": y, "values": {field: value, ...}}, ...]}

KEY is the field that people know records by; keys are compared as text. Prints the GlobalIDs of the
records before the edits by their keys, and those of the new records, as one JSON document.
"""
import json
import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from qgis.core import (  # noqa: E402
    QgsApplication, QgsGeometry, QgsPointXY, QgsProject, QgsVectorLayerUtils,
)


def main():
    path, name, key, text = sys.argv[1:]
    edits = json.loads(text)
    application = QgsApplication([], False)
    application.initQgis()
    log = []
    QgsApplication.messageLog().messageReceived.connect(
        lambda message, tag, level: log.append(f"{tag}: {message}"))
    project = QgsProject.instance()
    assert project.read(path)
    layer = project.mapLayersByName(name)[0]
    fields = layer.fields()
    features = {str(feature[key]): feature for feature in layer.getFeatures()}
    answer = {"ids": {value: feature["GlobalID"] for value, feature in features.items()}, "added": []}
    assert layer.startEditing()
    for value, field, new in edits.get("changes", []):
        assert layer.changeAttributeValue(
            features[value].id(), fields.indexFromName(field), new), (value, field)
    for value in edits.get("deletes", []):
        assert layer.deleteFeature(features[value].id())
    for new in edits.get("adds", []):
        feature = QgsVectorLayerUtils.createFeature(
            layer, QgsGeometry.fromPointXY(QgsPointXY(new["x"], new["y"])),
            {fields.indexFromName(field): value for field, value in new["values"].items()},
            layer.createExpressionContext())
        assert layer.addFeature(feature)
        answer["added"].append(feature["GlobalID"])
    answer["errors"] = [] if layer.commitChanges() else layer.commitErrors()
    answer["log"] = log
    print(json.dumps(answer))
    sys.stdout.flush()
    project.clear()
    os._exit(0)


main()
