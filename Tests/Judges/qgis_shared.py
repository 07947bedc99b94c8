#!/usr/bin/env python3
"""Edits the records of one table through two layers of a project: one with a filter, and one with all.

usage: qgis_shared.py PROJECT FILTERED ALL FIELD VALUE OTHER

Opens both layers by their titles. Sets FIELD of the first feature of FILTERED to OTHER, which its filter
refuses, and FIELD of a feature that it did not show to VALUE, through ALL. Prints one JSON document.
"""
import json
import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from qgis.core import QgsApplication, QgsProject  # noqa: E402


def change(layer, feature, field, value):
    assert layer.startEditing()
    assert layer.changeAttributeValue(feature.id(), layer.fields().indexFromName(field), value)
    assert layer.commitChanges(), layer.commitErrors()


def main():
    path, filtered, whole, field, value, other = sys.argv[1:]
    application = QgsApplication([], False)
    application.initQgis()
    project = QgsProject.instance()
    assert project.read(path)
    part, everything = (project.mapLayersByName(name)[0] for name in (filtered, whole))
    answer = {
        "valid": part.isValid() and everything.isValid(),
        "before": [part.featureCount(), everything.featureCount()],
        "subset": part.subsetString(),
        "relations": sorted(
            relation.referencedLayer().name() + " - " + relation.referencingLayer().name()
            for relation in project.relationManager().relations().values() if relation.isValid()),
    }
    shown = {feature.id() for feature in part.getFeatures()}
    change(part, next(part.getFeatures()), field, other)
    hidden = next(feature for feature in everything.getFeatures() if feature.id() not in shown)
    change(everything, hidden, field, value)
    part.reload()
    answer["after"] = [part.featureCount(), everything.featureCount()]
    project.clear()
    application.exitQgis()
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
