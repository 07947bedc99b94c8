#!/usr/bin/env python3
"""Opens a project in QGIS and reports what QGIS finds in it.

usage: qgis_project.py PROJECT [--picture OUT.png] [--form LAYER FID OUT.png]

Prints one JSON document: {title, crs, log, layers: {name: {…}}, tiles, relations, bookmarks,
snapping, ellipsoid, sheets, tree, geofence}. `log` has every line that QGIS logs while it reads and draws.
Needs QGIS's Python.
"""
import argparse
import collections
import json
import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("XDG_RUNTIME_DIR", "/tmp")

from qgis.core import (  # noqa: E402
    QgsApplication, QgsExpression, QgsExpressionContext, QgsExpressionContextUtils,
    QgsFieldConstraints, QgsLayerTreeGroup, QgsLayoutExporter, QgsLayoutItemMap, QgsMapLayerType,
    QgsMapRendererParallelJob, QgsMapSettings, QgsProject,
)
from qgis.PyQt.QtCore import QSize  # noqa: E402


def constraints(layer, index):
    kinds = int(layer.fieldConstraints(index))
    pairs = [("notNull", QgsFieldConstraints.ConstraintNotNull),
             ("unique", QgsFieldConstraints.ConstraintUnique),
             ("expression", QgsFieldConstraints.ConstraintExpression)]
    return [name for name, kind in pairs if kinds & int(kind)]


def fields(layer):
    config = layer.editFormConfig()
    answer = {}
    for index, field in enumerate(layer.fields()):
        setup = layer.editorWidgetSetup(index)
        settings = setup.config()
        default = layer.defaultValueDefinition(index)
        answer[field.name()] = {
            "alias": layer.attributeDisplayName(index),
            "widget": setup.type(),
            "choices": [next(iter(entry.items())) for entry in settings.get("map", [])],
            "limits": [float(settings[key]) for key in ("Min", "Max") if key in settings],
            "relation": settings.get("Relation", ""),
            "editable": not config.readOnly(index),
            "default": default.expression(),
            "follows": default.applyOnUpdate(),
            "constraints": constraints(layer, index),
            "condition": layer.constraintExpression(index),
        }
    return answer


def parts(element):
    """Returns the names of a form's parts, with the content of containers."""
    if hasattr(element, "children"):
        return {"name": element.name(), "parts": [parts(child) for child in element.children()]}
    if element.type() == 2:
        return {"name": element.relation().id(), "parts": []}
    return {"name": element.name(), "parts": []}


def drawing(layer):
    renderer = layer.renderer()
    if renderer is None:
        return []
    if renderer.type() == "categorizedSymbol":
        return [[category.label(), str(category.value() or ""), category.symbol().color().name()]
                for category in renderer.categories()]
    if renderer.type() == "graduatedSymbol":
        return [[part.label(), f"{part.lowerValue():g}-{part.upperValue():g}",
                 part.symbol().color().name()] for part in renderer.ranges()]
    if renderer.type() == "RuleRenderer":
        return [[rule.label(), rule.filterExpression(), rule.symbol().color().name()]
                for rule in renderer.rootRule().children()]
    if renderer.type() == "nullSymbol":
        return []
    return [["", "", renderer.symbol().color().name()]]


def expressions(layer):
    """Returns the errors in the layer's expressions."""
    context = QgsExpressionContext(QgsExpressionContextUtils.globalProjectLayerScopes(layer))
    feature = next(layer.getFeatures(), None)
    if feature is not None:
        context.setFeature(feature)
    texts = [layer.displayExpression()]
    for index in range(len(layer.fields())):
        texts += [layer.defaultValueDefinition(index).expression(), layer.constraintExpression(index)]
    if layer.labelsEnabled() and layer.labeling():
        labeling = layer.labeling()
        for name in labeling.subProviders():
            texts.append(labeling.settings(name).fieldName)
    problems = []
    for text in filter(None, texts):
        expression = QgsExpression(text)
        expression.prepare(context)
        expression.evaluate(context)
        if expression.hasParserError() or expression.hasEvalError():
            problems.append(text + ": " + expression.parserErrorString() + expression.evalErrorString())
    return problems


def tree(group):
    answer = []
    for node in group.children():
        inside = tree(node) if isinstance(node, QgsLayerTreeGroup) else None
        answer.append({"name": node.name(), "checked": node.itemVisibilityChecked(), "inside": inside})
    return answer


def title(layer):
    """Returns the display name of the first row."""
    feature = next(layer.getFeatures(), None)
    if feature is None:
        return None
    context = QgsExpressionContext(QgsExpressionContextUtils.globalProjectLayerScopes(layer))
    context.setFeature(feature)
    return QgsExpression(layer.displayExpression()).evaluate(context)


def describe(layer):
    return {
        "valid": layer.isValid(),
        "rows": sum(1 for _ in layer.getFeatures()) if layer.isValid() else -1,
        "crs": layer.crs().authid(),
        "readOnly": layer.readOnly(),
        "title": str(title(layer)),
        "scales": [layer.minimumScale(), layer.maximumScale()] if layer.hasScaleBasedVisibility() else [],
        "opacity": layer.opacity(),
        "labels": layer.labelsEnabled(),
        "renderer": layer.renderer().type() if layer.renderer() else "",
        "classes": drawing(layer),
        "fields": fields(layer),
        "form": parts(layer.editFormConfig().invisibleRootContainer()),
        "locks": {key.rsplit("/", 1)[1]: layer.customProperty(key)
                  for key in layer.customPropertyKeys()
                  if key.endswith("_locked")},
        "checks": layer.geometryOptions().geometryChecks() if layer.isSpatial() else [],
        "naming": layer.customProperty("QFieldSync/attachment_naming", ""),
        "problems": expressions(layer),
    }


def draw(project, path):
    settings = QgsMapSettings()
    settings.setLayers(project.layerTreeRoot().checkedLayers())
    settings.setDestinationCrs(project.crs())
    settings.setOutputSize(QSize(1000, 800))
    settings.setExtent(project.viewSettings().fullExtent())
    job = QgsMapRendererParallelJob(settings)
    job.start()
    job.waitForFinished()
    if path:
        job.renderedImage().save(path)


def sheets(project):
    """Returns each print layout: its name, whether it prints, and how much of the map is drawn on."""
    answer = []
    for layout in project.layoutManager().layouts():
        frame = next(item for item in layout.items() if isinstance(item, QgsLayoutItemMap))
        image = QgsLayoutExporter(layout).renderPageToImage(0, QSize(594, 420))
        colors = collections.Counter(
            image.pixelColor(x, y).name() for x in range(30, 560, 3) for y in range(50, 380, 3))
        answer.append({"name": layout.name(), "size": [frame.rect().width(), frame.rect().height()],
                       "colors": len(colors), "commonest": colors.most_common(1)[0][0]})
    return answer


def draw_form(project, name, fid, path):
    from qgis.core import QgsVectorLayerTools
    from qgis.gui import (
        QgsAttributeEditorContext, QgsAttributeForm, QgsGui, QgsMapCanvas, QgsMessageBar,
        QgsAdvancedDigitizingDockWidget)

    class Tools(QgsVectorLayerTools):
        def addFeature(self, *given, **named):
            return False, None

        def startEditing(self, layer):
            return layer.startEditing()

        def stopEditing(self, layer, cancel=True):
            return True

        def saveEdits(self, layer):
            return True

        def copyMoveFeatures(self, *given):
            return False

    canvas, bar, tools = QgsMapCanvas(), QgsMessageBar(), Tools()
    dock = QgsAdvancedDigitizingDockWidget(canvas)
    QgsGui.editorWidgetRegistry().initEditors(canvas)
    context = QgsAttributeEditorContext()
    context.setMapCanvas(canvas)
    context.setVectorLayerTools(tools)
    context.setCadDockWidget(dock)
    context.setMainMessageBar(bar)
    layer = project.mapLayersByName(name)[0]
    layer.startEditing()
    form = QgsAttributeForm(layer, layer.getFeature(fid), context)
    form.resize(700, 1200)
    form.show()
    for _ in range(50):
        QgsApplication.processEvents()
    form.grab().save(path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("project")
    parser.add_argument("--picture")
    parser.add_argument("--form", nargs=3)
    given = parser.parse_args()
    application = QgsApplication([], given.form is not None)
    application.initQgis()
    log = []
    QgsApplication.messageLog().messageReceived.connect(
        lambda message, tag, level: log.append(f"{tag}: {message}"))
    project = QgsProject.instance()
    report = {"read": project.read(given.project), "title": project.title()}
    report["crs"] = project.crs().authid()
    layers = project.mapLayers().values()
    report["layers"] = {layer.name(): describe(layer) for layer in layers
                        if layer.type() == QgsMapLayerType.VectorLayer}
    report["tiles"] = [
        {"name": layer.name(), "valid": layer.isValid(), "crs": layer.crs().authid(),
         "attribution": layer.attribution(), "rights": layer.metadata().rights(),
         "provider": layer.providerType(), "bands": layer.bandCount()}
        for layer in layers if layer.type() == QgsMapLayerType.RasterLayer]
    report["relations"] = [
        {"id": relation.id(), "name": relation.name(), "valid": relation.isValid(),
         "origin": relation.referencedLayer().name() if relation.isValid() else "",
         "destination": relation.referencingLayer().name() if relation.isValid() else "",
         "composite": int(relation.strength()) == 1}
        for relation in sorted(project.relationManager().relations().values(), key=lambda r: r.id())]
    report["bookmarks"] = [mark.name() for mark in project.bookmarkManager().bookmarks()]
    snapping = project.snappingConfig()
    report["snapping"] = [
        int(snapping.mode()), int(snapping.typeFlag()), int(snapping.tolerance())
    ] if snapping.enabled() else []
    report["ellipsoid"] = project.ellipsoid()
    report["sheets"] = sheets(project)
    report["tree"] = tree(project.layerTreeRoot())
    report["geofence"] = project.readEntry("qfieldsync", "geofencingLayer")[0]
    draw(project, given.picture)
    report["log"] = log
    print(json.dumps(report, default=str))
    sys.stdout.flush()
    if given.form:
        draw_form(project, given.form[0], int(given.form[1]), given.form[2])
    # QGIS and Python destroy objects in different orders.
    os._exit(0)


main()
