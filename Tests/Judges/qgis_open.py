#!/usr/bin/env python3
"""Opens a store in QGIS and reports what QGIS finds in it.

usage: qgis_open.py STORE.gpkg [--picture OUT.png]

Prints one JSON document {layer: {valid, rows, read, geometry, crs, forms: {field: …}}};
with --picture draws the layers with geometry, polygons below points. Needs QGIS's Python.
"""
import argparse
import json
import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from qgis.core import (  # noqa: E402
    QgsApplication, QgsFillSymbol, QgsMapRendererParallelJob, QgsMapSettings, QgsMarkerSymbol,
    QgsProviderRegistry, QgsSingleSymbolRenderer, QgsVectorLayer, QgsWkbTypes,
)
from qgis.PyQt.QtCore import QSize  # noqa: E402
from qgis.PyQt.QtGui import QColor  # noqa: E402


def form(field):
    """Returns the field's widget in a QGIS form, with the choices of a coded value domain."""
    setup = field.editorWidgetSetup()
    return [setup.type(), setup.config()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("store")
    parser.add_argument("--picture")
    given = parser.parse_args()
    application = QgsApplication([], False)
    application.initQgis()
    metadata = QgsProviderRegistry.instance().providerMetadata("ogr")
    connection = metadata.createConnection(given.store, {})
    report, drawn = {}, []
    for table in connection.tables():
        name = table.tableName()
        layer = QgsVectorLayer("%s|layername=%s" % (given.store, name), name, "ogr")
        fields = layer.fields()
        report[name] = {
            "valid": layer.isValid(), "rows": layer.featureCount(),
            "read": sum(1 for _ in layer.getFeatures()),
            "valid geometries": sum(
                1 for f in layer.getFeatures() if f.hasGeometry() and f.geometry().isGeosValid()),
            "geometry": QgsWkbTypes.displayString(layer.wkbType()), "crs": layer.crs().authid(),
            "aliases": {f.name(): f.alias() for f in fields if f.alias()},
            "unique": [f.name() for f in fields if f.constraints().constraints() & 2],
            "forms": {f.name(): form(f) for f in fields if f.editorWidgetSetup().type()},
        }
        if layer.isSpatial():
            drawn.append(layer)
    json.dump(report, sys.stdout, indent=1)
    if given.picture:
        draw(drawn, given.picture)
    sys.stdout.flush()
    os._exit(0)  # QGIS crashes at exit on some machines, after the work is done.


def draw(layers, path):
    for layer in layers:
        if layer.geometryType() == QgsWkbTypes.PolygonGeometry:
            symbol = QgsFillSymbol.createSimple(
                {"color": "#eef3e6", "outline_color": "#88927a", "outline_width": "0.3"})
        else:
            symbol = QgsMarkerSymbol.createSimple(
                {"color": "#2c7a3f", "size": "1.2", "outline_style": "no"})
        layer.setRenderer(QgsSingleSymbolRenderer(symbol))
    settings = QgsMapSettings()
    settings.setLayers(sorted(layers, key=lambda one: one.geometryType()))
    settings.setOutputSize(QSize(1200, 900))
    settings.setBackgroundColor(QColor("white"))
    settings.setExtent(settings.fullExtent())
    job = QgsMapRendererParallelJob(settings)
    job.start()
    job.waitForFinished()
    job.renderedImage().save(path)


main()
