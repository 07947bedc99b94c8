#!/usr/bin/env python3
"""Prints for every row of a project's layer whether QGIS accepts its values.

usage: qgis_conditions.py PROJECT LAYER KEY

Prints {value of KEY: [names of the fields with failed conditions]}. Needs QGIS's Python.
"""
import json
import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("XDG_RUNTIME_DIR", "/tmp")

from qgis.core import (  # noqa: E402
    QgsApplication, QgsFieldConstraints, QgsProject, QgsVectorLayerUtils)


def main():
    path, name, key = sys.argv[1:]
    application = QgsApplication([], False)
    application.initQgis()
    project = QgsProject.instance()
    assert project.read(path)
    layer = project.mapLayersByName(name)[0]
    answer = {}
    for row in layer.getFeatures():
        broken = []
        for index, field in enumerate(layer.fields()):
            holds, _ = QgsVectorLayerUtils.validateAttribute(
                layer, row, index, QgsFieldConstraints.ConstraintStrengthHard)
            if not holds:
                broken.append(field.name())
        answer[str(row[key])] = broken
    project.clear()
    print(json.dumps(answer, sort_keys=True))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
