"""Draws a base map of a made city by QGIS, for comparison.

usage: draw_tiles.py make FOLDER      write streets, parks and a river of a city as GeoJSON
       draw_tiles.py draw FOLDER OUT  make MBTiles of the .gpkg files of the same names in FOLDER,
                                      levels 13 to 17, by QGIS's "Generate XYZ tiles (MBTiles)"

The streets are drawn by their class, with a border, as `fieldpack tiles` draws them.
"""
import json
import math
import os
import random
import sys

WEST, SOUTH, EAST, NORTH = -122.80, 45.44, -122.48, 45.65
LAYERS = ("streets", "parks", "river")
# Fill, border and width in pixels.
STREETS = {
    "Residential": ("#ffffff", "#e1ded3", 5), "Collector": ("#ffffff", "#dcd8cb", 6),
    "Arterial": ("#fdf1d3", "#eadbb0", 7), "Freeway": ("#fbe3b0", "#e4c98b", 8),
}
AREAS = {"parks": "#deeed7", "river": "#cfe1ef"}


def write(folder, name, features):
    collection = {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": properties,
         "geometry": {"type": kind, "coordinates": coordinates}}
        for properties, kind, coordinates in features]}
    with open("%s/%s.geojson" % (folder, name), "w") as file:
        json.dump(collection, file)


def bent(x, y):
    return [round(x + 0.0016 * math.sin(y * 55) + 0.0009 * math.sin((x + y) * 90), 6),
            round(y + 0.0011 * math.sin(x * 60), 6)]


def make(folder):
    """Some 34,000 streets of two blocks each, two freeways, 300 parks and a river."""
    chance = random.Random(5)
    columns, rows = 190, 185
    across, along = (EAST - WEST) / columns, (NORTH - SOUTH) / rows
    streets = []

    def street(points, kind, name):
        if kind != "Residential" or chance.random() >= 0.05:
            streets.append(({"CLASS": kind, "NAME": name}, "LineString", points))

    def kind(number, collector, arterial):
        return "Residential" if number % collector else "Collector" if number % arterial else "Arterial"

    for i in range(columns + 1):
        for j in range(rows // 2):
            street([bent(WEST + i * across, SOUTH + j * 2 * along + k * along / 2) for k in range(5)],
                   kind(i, 6, 18), "%d AVE" % i)
    for j in range(rows + 1):
        for i in range(columns // 2):
            street([bent(WEST + i * 2 * across + k * across / 2, SOUTH + j * along) for k in range(5)],
                   kind(j, 8, 24), "%d ST" % j)
    for start in (0.25, 0.6):
        street([[round(WEST + k / 200 * (EAST - WEST), 6),
                 round(SOUTH + (NORTH - SOUTH) * (start + 0.1 * math.sin(k / 200 * 6)), 6)]
                for k in range(201)], "Freeway", "I 5")
    parks = []
    for number in range(300):
        x, y = chance.uniform(WEST, EAST), chance.uniform(SOUTH, NORTH)
        radius = chance.uniform(0.0006, 0.004)
        turns = [k * math.pi / 12 for k in range(24)] + [0]
        parks.append(({}, "Polygon", [[
            [round(x + radius * (1 + 0.25 * math.sin(3 * a + number)) * math.cos(a), 6),
             round(y + 0.7 * radius * (1 + 0.2 * math.cos(2 * a + number)) * math.sin(a), 6)]
            for a in turns]]))
    middle = [(WEST + 0.14 + 0.03 * math.sin(k / 30), SOUTH + k / 150 * (NORTH - SOUTH)) for k in range(151)]
    banks = [[round(x - 0.004, 6), round(y, 6)] for x, y in middle]
    banks += [[round(x + 0.004, 6), round(y, 6)] for x, y in reversed(middle)]
    write(folder, "streets", streets)
    write(folder, "parks", parks)
    write(folder, "river", [({}, "Polygon", [banks + banks[:1]])])


def draw(folder, output):
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    sys.path.append("/usr/share/qgis/python/plugins")
    from qgis.analysis import QgsNativeAlgorithms
    from qgis.core import (
        QgsApplication, QgsCategorizedSymbolRenderer, QgsCoordinateReferenceSystem, QgsFillSymbol,
        QgsLineSymbol, QgsProcessingContext, QgsProject, QgsRendererCategory, QgsSimpleLineSymbolLayer,
        QgsSingleSymbolRenderer, QgsUnitTypes, QgsVectorLayer)
    from qgis.PyQt.QtCore import Qt
    from qgis.PyQt.QtGui import QColor

    application = QgsApplication([], False)
    application.initQgis()
    import processing
    from processing.core.Processing import Processing

    Processing.initialize()
    QgsApplication.processingRegistry().addProvider(QgsNativeAlgorithms())
    project = QgsProject.instance()
    project.setCrs(QgsCoordinateReferenceSystem("EPSG:3857"))

    def bordered(fill, border, width):
        symbol = QgsLineSymbol()
        symbol.deleteSymbolLayer(0)
        for turn, (color, wide) in enumerate(((border, width + 1.2), (fill, width))):
            line = QgsSimpleLineSymbolLayer(QColor(color), wide)
            line.setWidthUnit(QgsUnitTypes.RenderPixels)
            line.setPenCapStyle(Qt.RoundCap)
            line.setPenJoinStyle(Qt.RoundJoin)
            line.setRenderingPass(turn)
            symbol.appendSymbolLayer(line)
        return symbol

    for name in LAYERS:
        layer = QgsVectorLayer("%s/%s.gpkg" % (folder, name), name, "ogr")
        assert layer.isValid(), name
        if name == "streets":
            renderer = QgsCategorizedSymbolRenderer("CLASS", [
                QgsRendererCategory(kind, bordered(*style), kind) for kind, style in STREETS.items()])
            renderer.setUsingSymbolLevels(True)
        else:
            renderer = QgsSingleSymbolRenderer(
                QgsFillSymbol.createSimple({"color": AREAS[name], "outline_style": "no"}))
        layer.setRenderer(renderer)
        project.addMapLayer(layer)
    context = QgsProcessingContext()
    context.setProject(project)
    degrees = math.pi / 180 * 6378137

    def north(latitude):
        return math.log(math.tan(math.pi / 4 + latitude * math.pi / 360)) * 6378137

    extent = "%f,%f,%f,%f [EPSG:3857]" % (
        (WEST - 0.003) * degrees, (EAST + 0.003) * degrees, north(SOUTH - 0.002), north(NORTH + 0.002))
    processing.run("qgis:tilesxyzmbtiles", {
        "EXTENT": extent, "ZOOM_MIN": 13, "ZOOM_MAX": 17, "DPI": 96, "TILE_FORMAT": 0, "QUALITY": 75,
        "METATILESIZE": 4, "OUTPUT_FILE": output}, context=context)
    sys.stdout.flush()
    # QGIS may crash when it ends.
    os._exit(0)


if __name__ == "__main__":
    {"make": make, "draw": draw}[sys.argv[1]](*sys.argv[2:])
