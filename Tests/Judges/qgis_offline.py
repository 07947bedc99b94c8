#!/usr/bin/env python3
"""Copies the layers of a project for the field, like QFieldSync, QFieldCloud or QGIS, and edits the
copies.

usage: qgis_offline.py PROJECT FOLDER qgis|cloud|cable
       qgis_offline.py PROJECT --check

`qgis` copies with QGIS's own offline editing, into tables named after the layers' IDs. `cloud` and
`cable` package the project with libqfieldsync, like QFieldCloud and QFieldSync's cable export. Then
one tree gets a note, one inspection is deleted, and one is added. Prints {"edited", "deleted",
"added": GlobalID, "tables": [name, …]}. `--check` prints the complaints of libqfieldsync's checker:
{"complaints": [text, …]}.

Needs QGIS's Python. All commands except `qgis` need libqfieldsync (github.com/opengisch/libqfieldsync).
"""
import json
import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("XDG_RUNTIME_DIR", "/tmp")

from qgis.core import (  # noqa: E402
    QgsApplication, QgsFeature, QgsOfflineEditing, QgsProject)


def copy_by_qgis(project, folder):
    ids = [layer.id() for layer in project.mapLayers().values()]
    assert QgsOfflineEditing().convertToOfflineProject(
        folder, "data.gpkg", ids, False, QgsOfflineEditing.GPKG, None)
    assert project.write(folder + "/project.qgs")


def copy_by_libqfieldsync(project, folder, kind):
    from libqfieldsync.offline_converter import ExportType, OfflineConverter
    from libqfieldsync.offliners import PythonMiniOffliner
    converter = OfflineConverter(
        project, folder + "/project.qgs", "", "", ["DCIM", "attachments"], PythonMiniOffliner(),
        ExportType(kind), create_basemap=False)
    converter.convert(reload_original_project=False)


def complaints(project):
    from libqfieldsync.offline_converter import ExportType
    from libqfieldsync.project_checker import ProjectChecker
    found = []
    for kind in ExportType:
        answer = ProjectChecker(project).check(kind)
        for layer, feedbacks in answer.feedbacks.items():
            found += ["%s: %s %s: %s" % (kind.value, feedback.level.value, layer, feedback.message)
                      for feedback in feedbacks]
    return sorted(found)


def edit(project):
    layers = {layer.name(): layer for layer in project.mapLayers().values()}
    trees, inspections = layers["Trees"], layers["Inspections"]
    for layer in (trees, inspections):
        assert layer.startEditing()
    tree = min(trees.getFeatures(), key=lambda row: row["OBJECTID"])
    assert trees.changeAttributeValue(
        tree.id(), trees.fields().indexFromName("Notes"), "seen by an offline copy")
    gone = min(inspections.getFeatures(), key=lambda row: row["OBJECTID"])
    answer = {"edited": tree["GlobalID"], "deleted": gone["GlobalID"],
              "added": "{00000000-0000-4000-8000-0000000000AB}"}
    assert inspections.deleteFeature(gone.id())
    row = QgsFeature(inspections.fields())
    row["GlobalID"] = answer["added"]
    key = [name for name in inspections.fields().names() if name.startswith("TreeGlobal")][0]
    row[key] = tree["GlobalID"]
    row["Notes"] = "added to an offline copy"
    assert inspections.addFeature(row)
    for layer in (trees, inspections):
        assert layer.commitChanges(), layer.commitErrors()
    answer["tables"] = sorted(
        layer.source().split("layername=")[1].split("|")[0] for layer in layers.values())
    return answer


def main():
    path = sys.argv[1]
    application = QgsApplication([], False)
    application.initQgis()
    project = QgsProject.instance()
    assert project.read(path)
    if sys.argv[2] == "--check":
        answer = {"complaints": complaints(project)}
    else:
        folder, kind = sys.argv[2:]
        Path(folder).mkdir(parents=True, exist_ok=True)
        if kind == "qgis":
            copy_by_qgis(project, folder)
        else:
            copy_by_libqfieldsync(project, folder, kind)
        project.clear()
        assert project.read(folder + "/project.qgs")
        answer = edit(project)
    project.clear()
    print(json.dumps(answer))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
