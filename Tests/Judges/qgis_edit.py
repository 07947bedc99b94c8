#!/usr/bin/env python3
"""Edits the demo's project like a crew with QField: through QGIS's edit buffer and the project's
default values, in the folder of the project.

usage: qgis_edit.py PROJECT PHOTO [--leave-log]

Adds a tree with an inspection and a photo, changes an address, deletes a tree, and changes a tree and
undoes that. Prints what it did as one JSON document. With --leave-log it ends like a phone that is
switched off: the committed changes are only in the -wal file.
"""
import argparse
import json
import os
import shutil
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from qgis.core import (  # noqa: E402
    QgsApplication, QgsGeometry, QgsPointXY, QgsProject, QgsVectorLayerUtils,
)


def layer(project, name):
    return project.mapLayersByName(name)[0]


def add(target, geometry, values):
    fields = target.fields()
    given = {fields.indexFromName(name): value for name, value in values.items()}
    feature = QgsVectorLayerUtils.createFeature(
        target, geometry, given, target.createExpressionContext())
    assert target.addFeature(feature)
    return feature


def change(target, feature, name, value):
    assert target.changeAttributeValue(feature.id(), target.fields().indexFromName(name), value)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("project")
    parser.add_argument("photo")
    parser.add_argument("--leave-log", action="store_true")
    given = parser.parse_args()
    application = QgsApplication([], False)
    application.initQgis()
    log = []
    QgsApplication.messageLog().messageReceived.connect(
        lambda message, tag, level: log.append(f"{tag}: {message}"))
    project = QgsProject.instance()
    assert project.read(given.project)
    folder = os.path.dirname(os.path.abspath(given.project))
    trees, inspections = layer(project, "Trees"), layer(project, "Inspections")
    photos = layer(project, "Photos of Trees")
    for target in (trees, inspections, photos):
        assert target.startEditing()
    rows = sorted(trees.getFeatures(), key=lambda row: row.id())
    placed = [row for row in rows if row.hasGeometry()]
    point = placed[0].geometry().asPoint()
    new = add(trees, QgsGeometry.fromPointXY(QgsPointXY(point.x(), point.y() + 0.0001)),
              {"Address": "1 NEW STREET", "SpeciesCode": placed[0]["SpeciesCode"]})
    child = add(inspections, QgsGeometry(), {
        "TreeGlobalID": new["GlobalID"], "Condition": "Poor", "Notes": "by QGIS"})
    os.makedirs(os.path.join(folder, "DCIM"), exist_ok=True)
    shutil.copy(given.photo, os.path.join(folder, "DCIM", "new.jpg"))
    photo = add(photos, QgsGeometry(), {"parent_globalid": new["GlobalID"], "path": "DCIM/new.jpg"})
    changed, deleted, undone = rows[1], rows[9], rows[12]
    change(trees, changed, "Address", "2 CHANGED STREET")
    assert trees.deleteFeature(deleted.id())
    trees.beginEditCommand("undone")
    change(trees, undone, "Address", "3 UNDONE STREET")
    trees.endEditCommand()
    trees.undoStack().undo()
    errors = []
    for target in (trees, inspections, photos):
        if not target.commitChanges():
            errors += target.commitErrors()
    print(json.dumps({
        "errors": errors, "log": log, "added": new["GlobalID"], "child": child["GlobalID"],
        "photo": photo["globalid"], "changed": changed["GlobalID"], "deleted": deleted["GlobalID"],
        "undone": undone["GlobalID"],
        "values": {field.name(): str(new[field.name()]) for field in trees.fields()},
    }))
    sys.stdout.flush()
    if not given.leave_log:
        project.clear()
    os._exit(0)


main()
