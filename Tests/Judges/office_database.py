#!/usr/bin/env python3
"""A real office's GeoPackage, made by GDAL, QGIS and SQL, before and after a merge.

usage: office_database.py make DIR              makes base.gpkg, crew.gpkg and office.gpkg
       office_database.py merge DIR FIELDPACK   writes merged.gpkg and merge.json with that program
       office_database.py check DIR [FIELDPACK] a line for each check: `ok` or `wrong`, and why
       office_database.py all DIR FIELDPACK     the three in turn

The base is what the office issued. GDAL and QGIS edit the crew's copy, and SQL the office's. The judge
is SQLite: the crew's edits as SQL statements, run in a copy of the office's file (expected.gpkg).
Exits with 1 if a check is wrong.

Needs GDAL's Python (usually the system's python3). If QGIS's is missing, GDAL does its part, and the
checks that need QGIS are reported as `skipped`.
"""
import collections
import difflib
import json
import os
import shutil
import sqlite3
import struct
import subprocess
import sys
import uuid

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# GDAL writes this as the time of an edit. It is not compared.
os.environ.setdefault("OGR_CURRENT_DATE", "2026-05-04T10:00:00.000Z")

from osgeo import gdal, ogr, osr  # noqa: E402

gdal.UseExceptions()
ACCOUNTS = ("urn:fieldpack:merge:1", "urn:fieldpack:history:1")
# The fields that identify rows. --key names those that are not GlobalIDs.
KEYS = {"trees": "GlobalID", "parks": "GlobalID", "inspections": "GlobalID", "permits": "permit_no"}
# Parents first.
EDITED = ["parks", "trees", "inspections", "permits"]
DANGLING = ("SELECT id FROM trees_parks WHERE base_id NOT IN (SELECT fid FROM trees) "
            "OR related_id NOT IN (SELECT fid FROM parks)")
LAYERS = EDITED + ["routes", "benches", "poor_trees", "inspection_counts"]


def identity(text):
    return "{" + str(uuid.uuid5(uuid.NAMESPACE_URL, text)).upper() + "}"


# --- Making the office's file ---------------------------------------------------------------


def make_with_gdal(path, with_parks):
    """Writes the layers with GDAL, with everything that it can declare."""
    store = gdal.GetDriverByName("GPKG").Create(path, 0, 0, 0, gdal.GDT_Unknown, ["VERSION=1.3"])
    store.AddFieldDomain(ogr.CreateCodedFieldDomain(
        "species codes", "what grows", ogr.OFTString, ogr.OFSTNone,
        {"ACER": "Maple", "QUGA": "Oak", "ZZ": "Unknown"}))
    store.AddFieldDomain(ogr.CreateRangeFieldDomain(
        "heights", "in feet", ogr.OFTReal, ogr.OFSTNone, 0, True, 400, True))
    make_trees(store)
    make_routes(store)
    if with_parks:
        make_parks(store)
    benches = store.CreateLayer("benches", reference(4326), ogr.wkbPoint, ["SPATIAL_INDEX=NO"])
    benches.CreateField(ogr.FieldDefn("made", ogr.OFTDate))
    store = None


def reference(code):
    reference = osr.SpatialReference()
    reference.ImportFromEPSG(code)
    reference.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return reference


def field(name, kind, subtype=None, unique=False, required=False, default=None, domain=None):
    made = ogr.FieldDefn(name, kind)
    if subtype is not None:
        made.SetSubType(subtype)
    made.SetUnique(unique)
    made.SetNullable(not required)
    if default:
        made.SetDefault(default)
    if domain:
        made.SetDomainName(domain)
    return made


def make_trees(store):
    trees = store.CreateLayer("trees", reference(4326), ogr.wkbPoint, ["IDENTIFIER=Street trees",
                                                                   "DESCRIPTION=All of them"])
    for made in [
        field("GlobalID", ogr.OFTString, unique=True, required=True),
        field("address", ogr.OFTString), field("species", ogr.OFTString, domain="species codes"),
        field("tag_no", ogr.OFTInteger, unique=True), field("height", ogr.OFTReal, domain="heights"),
        field("planted", ogr.OFTDate), field("seen", ogr.OFTDateTime),
        field("alive", ogr.OFTInteger, ogr.OFSTBoolean, default="1"),
        field("counted", ogr.OFTInteger64), field("ring", ogr.OFTBinary),
        field("more", ogr.OFTString, ogr.OFSTJSON), field("note", ogr.OFTString, default="'none'"),
    ]:
        trees.CreateField(made)
    trees.SetMetadataItem("SOURCE", "walked by the office")
    store.StartTransaction()
    for number in range(1, 401):
        add_tree(trees, number, f"{number} MAIN ST")
    store.CommitTransaction()


def add_tree(trees, number, address):
    row = ogr.Feature(trees.GetLayerDefn())
    row["GlobalID"] = identity(f"tree {number}")
    row["address"] = address
    row["species"] = ["ACER", "QUGA"][number % 2]
    row["tag_no"] = 5000 + number
    row["height"] = number / 7
    row["planted"] = "2001/02/03"
    row["seen"] = "2026/01/02 03:04:05.678+00"
    row.SetField("ring", bytes([number % 256, 0, 255]).hex()) if number % 3 else None
    row["more"] = json.dumps({"row": number})
    if number % 17:
        row.SetGeometry(ogr.CreateGeometryFromWkt(f"POINT ({-122.7 + number / 997} {45.5 + number % 20 / 313})"))
    trees.CreateFeature(row)


def make_routes(store):
    routes = store.CreateLayer("routes", reference(3857), ogr.wkbLineStringZM)
    routes.CreateField(ogr.FieldDefn("name", ogr.OFTString))
    for number in range(30):
        row = ogr.Feature(routes.GetLayerDefn())
        row["name"] = f"route {number}"
        row.SetGeometry(ogr.CreateGeometryFromWkt(f"LINESTRING ZM ({number} 0 1 2, {number + 5} 9 3 {number})"))
        routes.CreateFeature(row)


def park(number):
    return f"POLYGON (({number} 0, {number + 3} 0, {number + 3} {number + 1}, {number} 1, {number} 0))"


def make_parks(store):
    parks = store.CreateLayer("parks", reference(3857), ogr.wkbPolygon)
    for made in ("name", "GlobalID"):
        parks.CreateField(ogr.FieldDefn(made, ogr.OFTString))
    parks.CreateField(ogr.FieldDefn("acres", ogr.OFTReal))
    for number in range(40):
        row = ogr.Feature(parks.GetLayerDefn())
        row["name"], row["GlobalID"], row["acres"] = f"Park {number}", identity(f"park {number}"), number / 3
        row.SetGeometry(ogr.CreateGeometryFromWkt(park(number)))
        parks.CreateFeature(row)


# What an administrator adds by SQL, with many features of SQLite.
DECLARED = """
CREATE TABLE species (code TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  CHECK (length(code) BETWEEN 2 AND 4)) WITHOUT ROWID;
INSERT INTO species VALUES ('ACER', 'Maple'), ('QUGA', 'Oak'), ('ZZ', 'Unknown');
ALTER TABLE trees ADD COLUMN risk INTEGER DEFAULT 1 CONSTRAINT "risk, 1 to 5" CHECK (risk BETWEEN 1 AND 5);
ALTER TABLE trees ADD COLUMN sort TEXT REFERENCES species (code) ON UPDATE CASCADE;
UPDATE trees SET sort = species;
CREATE UNIQUE INDEX "parks by GlobalID" ON parks ("GlobalID");
ALTER TABLE parks ADD COLUMN keeper TEXT CHECK (keeper IS NULL OR keeper <> '');
CREATE TABLE inspections ( -- written by hand
  fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  "GlobalID" TEXT NOT NULL UNIQUE,
  tree_guid TEXT NOT NULL REFERENCES trees ("GlobalID") ON DELETE CASCADE ON UPDATE CASCADE,
  condition TEXT CHECK (condition IN ('Good', 'Fair', 'Poor')),
  inspected DATE NOT NULL, notes TEXT, cost REAL CHECK (cost >= 0), stamped TEXT,
  CONSTRAINT "once a day" UNIQUE (tree_guid, inspected));
CREATE TABLE permits (
  id INTEGER PRIMARY KEY, permit_no TEXT NOT NULL UNIQUE, tree_guid TEXT REFERENCES trees ("GlobalID")
  ON DELETE SET NULL, fee REAL NOT NULL DEFAULT 10, total REAL AS (fee * 1.25) STORED,
  label TEXT AS (permit_no || ' (' || fee || ')') VIRTUAL);
CREATE TABLE audit_log (id INTEGER PRIMARY KEY AUTOINCREMENT, trigger_name TEXT, row_id INTEGER, old TEXT, new TEXT);
CREATE VIRTUAL TABLE address_search USING fts5 (address, content = 'trees', content_rowid = 'fid');
INSERT INTO address_search (address_search) VALUES ('rebuild');
CREATE INDEX trees_by_lower ON trees (lower(address), height DESC);
CREATE INDEX trees_risky ON trees (risk) WHERE risk > 2 AND alive = 1;
CREATE INDEX inspections_of ON inspections (tree_guid);
CREATE INDEX inspections_poor ON inspections (tree_guid, inspected DESC) WHERE condition = 'Poor';
CREATE INDEX inspections_by_year ON inspections (substr(inspected, 1, 4));
CREATE INDEX permits_by_total ON permits (total, label COLLATE NOCASE);
CREATE VIEW poor_trees AS SELECT t.fid AS fid, t.geom AS geom, t.address, i.inspected FROM trees t
  JOIN inspections i ON i.tree_guid = t."GlobalID" WHERE i.condition = 'Poor';
CREATE VIEW inspection_counts AS SELECT t.fid AS fid, t.address, (SELECT count(*) FROM inspections i
  WHERE i.tree_guid = t."GlobalID") AS n FROM trees t;
CREATE VIEW "total fees" AS SELECT sum(total) AS total FROM permits;
CREATE TRIGGER audit_new_tree AFTER INSERT ON trees BEGIN
  INSERT INTO audit_log (trigger_name, row_id, new) VALUES ('audit_new_tree', NEW.fid, NEW.address); END;
CREATE TRIGGER audit_tree AFTER UPDATE ON trees BEGIN
  INSERT INTO audit_log (trigger_name, row_id, old, new)
  VALUES ('audit_tree', NEW.fid, OLD.address, NEW.address); END;
CREATE TRIGGER audit_address AFTER UPDATE OF address, note ON trees BEGIN
  INSERT INTO audit_log (trigger_name, row_id) VALUES ('audit_address', NEW.fid); END;
CREATE TRIGGER audit_old_tree BEFORE DELETE ON trees BEGIN
  INSERT INTO audit_log (trigger_name, row_id, old) VALUES ('audit_old_tree', OLD.fid, OLD.address); END;
CREATE TRIGGER audit_permit AFTER UPDATE OF fee ON permits WHEN OLD.fee IS NOT NEW.fee BEGIN
  INSERT INTO audit_log (trigger_name, row_id) VALUES ('audit_permit', NEW.id); END;
CREATE TRIGGER "stamp inspections" AFTER UPDATE OF condition, notes ON inspections BEGIN
  UPDATE inspections SET stamped = 'stamped ' || coalesce(NEW.notes, '') WHERE fid = NEW.fid; END;
CREATE TRIGGER no_fees INSTEAD OF INSERT ON "total fees" BEGIN SELECT RAISE(ABORT, 'a view'); END;
CREATE TRIGGER guard_tag BEFORE UPDATE OF tag_no ON trees WHEN NEW.tag_no < 0 BEGIN
  SELECT RAISE(ABORT, 'no such tag'); END;
CREATE TABLE gpkgext_styles (id INTEGER PRIMARY KEY AUTOINCREMENT, style TEXT NOT NULL UNIQUE, layer TEXT,
  format TEXT NOT NULL DEFAULT 'application/vnd.ogc.sld+xml', stylesheet BLOB NOT NULL);
INSERT INTO gpkgext_styles (style, layer, stylesheet) VALUES
  ('night', 'trees', CAST('<StyledLayerDescriptor/>' AS BLOB)),
  ('day', 'parks', CAST('<StyledLayerDescriptor version="1.1.0"/>' AS BLOB));
INSERT INTO gpkg_extensions VALUES ('gpkgext_styles', NULL, 'office_styles', 'http://example.com/styles', 'read-write');
-- Related Tables Extension: which trees stand in which parks.
CREATE TABLE gpkgext_relations (id INTEGER PRIMARY KEY AUTOINCREMENT, base_table_name TEXT NOT NULL,
  base_primary_column TEXT NOT NULL DEFAULT 'id', related_table_name TEXT NOT NULL,
  related_primary_column TEXT NOT NULL DEFAULT 'id', relation_name TEXT NOT NULL,
  mapping_table_name TEXT NOT NULL UNIQUE);
CREATE TABLE trees_parks (id INTEGER PRIMARY KEY AUTOINCREMENT, base_id INTEGER NOT NULL, related_id INTEGER NOT NULL);
CREATE UNIQUE INDEX pairs_once ON trees_parks (base_id, related_id);
INSERT INTO trees_parks (base_id, related_id) SELECT fid, fid % 40 + 1 FROM trees WHERE fid % 4 = 0;
INSERT INTO gpkgext_relations VALUES (1, 'trees', 'fid', 'parks', 'fid', 'features', 'trees_parks');
INSERT INTO gpkg_extensions VALUES
  ('gpkgext_relations', NULL, 'gpkg_related_tables', 'http://www.opengis.net/doc/IS/gpkg-rte/1.0', 'read-write'),
  ('trees_parks', NULL, 'gpkg_related_tables', 'http://www.opengis.net/doc/IS/gpkg-rte/1.0', 'read-write');
INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('inspections', 'attributes', 'inspections'),
  ('permits', 'attributes', 'permits'), ('inspection_counts', 'attributes', 'inspection_counts');
INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id)
  VALUES ('poor_trees', 'features', 'poor_trees', 4326);
INSERT INTO gpkg_geometry_columns VALUES ('poor_trees', 'geom', 'POINT', 4326, 0, 0);
"""


def declare(path):
    """Adds the office's own tables, constraints, indexes, views and triggers, with rows."""
    database = connect(path)
    database.executescript(DECLARED)
    database.execute("BEGIN")
    for number in range(1, 401):
        for visit in range(number % 3):
            database.execute(
                'INSERT INTO inspections ("GlobalID", tree_guid, condition, inspected, notes, cost) '
                "VALUES (?, ?, ?, ?, ?, ?)",
                (identity(f"inspection {number} {visit}"), identity(f"tree {number}"),
                 ["Good", "Fair", "Poor"][number % 3 - visit], f"202{visit}-03-04", None, number / 8))
        if number % 5 == 0:
            database.execute("INSERT INTO permits (permit_no, tree_guid, fee) VALUES (?, ?, ?)",
                             (f"P-{number:04}", identity(f"tree {number}"), number / 4))
    database.execute("COMMIT")
    database.execute("ANALYZE")
    database.close()


def bounds(blob):
    """Returns the box of a GeoPackage geometry; None for an empty one."""
    if blob is None or blob[3] & 0x10:
        return None
    header = 8 + [0, 32, 48, 48, 64][blob[3] >> 1 & 7]
    return ogr.CreateGeometryFromWkb(blob[header:]).GetEnvelope()


def connect(path):
    """Opens SQLite with the functions of GDAL's R-tree triggers."""
    database = sqlite3.connect(path, isolation_level=None)
    for position, name in enumerate(["ST_MinX", "ST_MaxX", "ST_MinY", "ST_MaxY"]):
        database.create_function(
            name, 1, lambda blob, at=position: (bounds(blob) or [None] * 4)[at], deterministic=True)
    database.create_function(
        "ST_IsEmpty", 1, lambda blob: None if blob is None else int(bounds(blob) is None), deterministic=True)
    database.execute("PRAGMA foreign_keys = ON")
    return database


# --- QGIS's part, each step in its own process ----------------------------------------------


def has_qgis():
    return subprocess.run([sys.executable, "-c", "import qgis.core"], capture_output=True).returncode == 0


def qgis(verb, *arguments):
    """Runs one of the commands below; returns its JSON answer."""
    done = subprocess.run([sys.executable, __file__, "qgis-" + verb, *arguments], capture_output=True, text=True)
    if done.returncode or not done.stdout:
        raise SystemExit(f"QGIS stopped at {verb}: {done.stderr}")
    # QGIS's libraries may print, too.
    return json.loads(done.stdout.splitlines()[-1])


def in_qgis(work, *arguments):
    """Starts QGIS, does the work, and prints the answer with all log messages."""
    from qgis.core import QgsApplication
    application = QgsApplication([], False)
    application.initQgis()
    log = []
    QgsApplication.messageLog().messageReceived.connect(
        lambda message, tag, level: log.append(f"{tag}: {message}") if level > 0 else None)
    answer = work(*arguments)
    print("\n" + json.dumps({"answer": answer, "log": log}))
    sys.stdout.flush()
    os._exit(0)  # QGIS crashes at exit on some machines, after the work is done.


def open_layer(path, name):
    from qgis.core import QgsVectorLayer
    return QgsVectorLayer(f"{path}|layername={name}", name, "ogr")


def qgis_parks(path):
    """Writes a layer with QGIS into the file that GDAL made."""
    from qgis.core import (
        QgsCoordinateTransformContext, QgsFeature, QgsGeometry, QgsVectorFileWriter, QgsVectorLayer)
    parks = QgsVectorLayer(
        "Polygon?crs=EPSG:3857&field=name:string&field=GlobalID:string(38)&field=acres:double", "parks", "memory")
    rows = []
    for number in range(40):
        row = QgsFeature(parks.fields())
        row.setAttributes([f"Park {number}", identity(f"park {number}"), number / 3])
        row.setGeometry(QgsGeometry.fromWkt(park(number)))
        rows.append(row)
    parks.dataProvider().addFeatures(rows)
    options = QgsVectorFileWriter.SaveVectorOptions()
    options.driverName, options.layerName = "GPKG", "parks"
    options.actionOnExistingFile = QgsVectorFileWriter.CreateOrOverwriteLayer
    return [str(part) for part in QgsVectorFileWriter.writeAsVectorFormatV3(
        parks, path, QgsCoordinateTransformContext(), options)]


def qgis_styles(path):
    """Saves styles, a layer's metadata and a project in the file, like QGIS."""
    from qgis.core import (
        QgsFillSymbol, QgsLayerMetadata, QgsMarkerSymbol, QgsProject, QgsProviderRegistry, QgsSingleSymbolRenderer)
    trees, parks = open_layer(path, "trees"), open_layer(path, "parks")
    said = []
    for name, color in (("green", "#2c7a3f"), ("red", "#aa3322")):
        trees.setRenderer(QgsSingleSymbolRenderer(QgsMarkerSymbol.createSimple({"color": color})))
        said.append(trees.saveStyleToDatabase(name, f"{name} trees", name == "green", ""))
    parks.setRenderer(QgsSingleSymbolRenderer(QgsFillSymbol.createSimple({"color": "#eef3e6"})))
    said.append(parks.saveStyleToDatabase("lawn", "", True, ""))
    about = QgsLayerMetadata()
    about.setTitle("Parks of the city")
    about.setAbstract("by QGIS")
    QgsProviderRegistry.instance().saveLayerMetadata("ogr", parks.source(), about)
    project = QgsProject.instance()
    project.addMapLayers([trees, parks, open_layer(path, "inspections"), open_layer(path, "poor_trees")])
    said.append(project.write(f"geopackage:{path}?projectName=office"))
    project.clear()
    return said


def qgis_crew(path):
    """Does the crew's edits through QGIS's edit buffers."""
    parks, inspections = open_layer(path, "parks"), open_layer(path, "inspections")
    return edit_parks(parks) + edit_inspections(inspections)


def row_of(layer, name, value):
    return next(row for row in layer.getFeatures() if row[name] == value)


def added(layer, values, wkt=None):
    from qgis.core import QgsGeometry, QgsVectorLayerUtils
    numbered = {layer.fields().indexFromName(name): value for name, value in values.items()}
    geometry = QgsGeometry.fromWkt(wkt) if wkt else QgsGeometry()
    assert layer.addFeature(QgsVectorLayerUtils.createFeature(layer, geometry, numbered))


def edit_parks(parks):
    from qgis.core import QgsGeometry
    assert parks.startEditing()
    parks.changeGeometry(row_of(parks, "name", "Park 3").id(), QgsGeometry.fromWkt(park(303.5)))
    parks.changeAttributeValue(
        row_of(parks, "name", "Park 5").id(), parks.fields().indexFromName("name"), "Park of the crew")
    parks.deleteFeature(row_of(parks, "name", "Park 7").id())
    added(parks, {"name": "New park", "GlobalID": identity("new park"), "acres": 0.1}, park(77))
    return [] if parks.commitChanges() else parks.commitErrors()


def edit_inspections(inspections):
    assert inspections.startEditing()
    for name, value in (("condition", "Poor"), ("notes", "dead limb, says Zoë 🌲")):
        inspections.changeAttributeValue(
            row_of(inspections, "GlobalID", identity("inspection 20 0")).id(),
            inspections.fields().indexFromName(name), value)
    inspections.deleteFeature(row_of(inspections, "GlobalID", identity("inspection 23 1")).id())
    added(inspections, {"GlobalID": identity("new inspection"), "tree_guid": identity("tree 1001"),
                        "condition": "Good", "inspected": "2026-05-01", "cost": 3.5})
    return [] if inspections.commitChanges() else inspections.commitErrors()


def qgis_look(path):
    """Opens everything that QGIS has in a file: layers, styles, metadata, the project."""
    from qgis.core import QgsProject, QgsProviderRegistry
    connection = QgsProviderRegistry.instance().providerMetadata("ogr").createConnection(path, {})
    seen = {}
    for name in sorted({table.tableName() for table in connection.tables()} | set(LAYERS)):
        layer = open_layer(path, name)
        rows = [[str(row[n]) for n in layer.fields().names()] + [row.geometry().asWkt()]
                for row in layer.getFeatures()]
        seen[name] = {"valid": layer.isValid(), "counted": layer.featureCount(), "rows": sorted(rows),
                      "fields": [f"{f.name()} {f.typeName()}" for f in layer.fields()],
                      "unique": [f.name() for f in layer.fields() if f.constraints().constraints() & 2],
                      "form": [f.editorWidgetSetup().type() for f in layer.fields()],
                      "title": layer.metadata().title(), "styles": styles(layer),
                      "default": layer.loadDefaultStyle()[1]}
    project = QgsProject.instance()
    read = project.read(f"geopackage:{path}?projectName=office")
    layers = sorted(f"{one.name()} {one.isValid()} {one.source()}" for one in project.mapLayers().values())
    project.clear()
    return {"layers": seen, "project": read, "project layers": [text.replace(path, "") for text in layers]}


def styles(layer):
    """Returns the styles of a layer; QGIS lists those of other layers after them."""
    count, ids, names, abstracts, error = layer.listStylesInDatabase()
    texts = [layer.getStyleFromDatabase(one)[0] for one in ids[:count]]
    return {"names": names[:count], "about": abstracts[:count], "error": error,
            "texts": [len(text) for text in texts]}


def qgis_edit(path):
    """Edits the merged file, so that its triggers run."""
    trees = open_layer(path, "trees")
    assert trees.startEditing()
    added(trees, {"GlobalID": identity("after"), "address": "1 AFTER ST", "tag_no": 9_999, "risk": 2},
          "POINT (-122.5 45.6)")
    trees.changeAttributeValue(
        row_of(trees, "GlobalID", identity("tree 30")).id(), trees.fields().indexFromName("address"), "2 AFTER ST")
    trees.deleteFeature(row_of(trees, "GlobalID", identity("tree 39")).id())
    return [] if trees.commitChanges() else trees.commitErrors()


# --- The edits --------------------------------------------------------------------------------


def crew_by_gdal(path, all_of_it):
    """Does the crew's edits through GDAL, including QGIS's if QGIS is missing."""
    store = gdal.OpenEx(path, gdal.OF_VECTOR | gdal.OF_UPDATE)
    trees = store.GetLayerByName("trees")
    wanted = [(3, "address", "3 CREW ST"), (4, "height", 44.125), (6, "tag_no", 7777), (8, "sort", "ZZ"),
              (9, "address", "9 CREW ST"), (11, "ring", "DEADBEEF"), (13, "seen", "2026/05/01 10:20:30.5+00"),
              (14, "alive", 0), (15, "planted", None), (16, "risk", 5), (20, "note", "it's \"crew\" \\ é")]
    for number, name, value in wanted:
        row = named(trees, identity(f"tree {number}"))
        row.SetFieldNull(name) if value is None else row.SetField(name, value)
        trees.SetFeature(row)
    move(trees, 5, "POINT (-122.1 45.123456789)")
    move(trees, 17, "POINT (-122.2 45.2)")
    # One has an inspection, the third a pair, the last a pair and a permit.
    inspections = store.GetLayerByName("inspections")
    inspections.DeleteFeature(named(inspections, identity("inspection 22 0")).GetFID())
    for number in (22, 42, 24, 60):
        trees.DeleteFeature(named(trees, identity(f"tree {number}")).GetFID())
    for number in (1001, 1002):
        add_tree(trees, number, "new")
    if all_of_it:
        crew_instead_of_qgis(store)
    store = None


def named(layer, value, column="GlobalID"):
    layer.SetAttributeFilter(f"\"{column}\" = '{value}'")
    row = layer.GetNextFeature()
    layer.SetAttributeFilter(None)
    return row


def move(layer, number, wkt):
    row = named(layer, identity(f"tree {number}"))
    row.SetGeometry(ogr.CreateGeometryFromWkt(wkt))
    layer.SetFeature(row)


def crew_instead_of_qgis(store):
    parks, inspections = store.GetLayerByName("parks"), store.GetLayerByName("inspections")
    row = named(parks, "Park 3", "name")
    row.SetGeometry(ogr.CreateGeometryFromWkt(park(303.5)))
    parks.SetFeature(row)
    parks.DeleteFeature(named(parks, "Park 7", "name").GetFID())
    row = named(inspections, identity("inspection 20 0"))
    row["condition"], row["notes"] = "Poor", "dead limb"
    inspections.SetFeature(row)
    row = ogr.Feature(parks.GetLayerDefn())
    row["name"], row["GlobalID"] = "New park", identity("new park")
    row.SetGeometry(ogr.CreateGeometryFromWkt(park(77)))
    parks.CreateFeature(row)
    row = ogr.Feature(inspections.GetLayerDefn())
    row["GlobalID"], row["tree_guid"] = identity("new inspection"), identity("tree 1001")
    row["condition"], row["inspected"] = "Good", "2026/05/01"
    inspections.CreateFeature(row)


def crew_by_sql(path):
    """Edits rows with generated columns, which some versions of GDAL can't write."""
    database = connect(path)
    database.execute("UPDATE permits SET fee = 99.5 WHERE permit_no = 'P-0025'")
    database.execute("INSERT INTO permits (permit_no, tree_guid, fee) VALUES ('P-9001', ?, 1)",
                     (identity("tree 1002"),))
    database.execute("DELETE FROM permits WHERE permit_no = 'P-0035'")
    database.execute("INSERT INTO trees_parks (base_id, related_id) VALUES (1, 1), (3, 20)")
    database.execute("DELETE FROM trees_parks WHERE base_id = 8")
    database.close()


def office_by_sql(path):
    """Does the office's edits; its triggers run."""
    database = connect(path)
    for statement in [
        "ALTER TABLE trees ADD COLUMN surveyed TEXT DEFAULT 'no'",
        "ALTER TABLE permits ADD COLUMN paid INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX trees_by_survey ON trees (surveyed, tag_no)",
        "CREATE TRIGGER audit_survey AFTER UPDATE OF surveyed ON trees BEGIN "
        "INSERT INTO audit_log (trigger_name, row_id) VALUES ('audit_survey', NEW.fid); END",
        "UPDATE trees SET surveyed = 'yes', address = '1 OFFICE ST' WHERE tag_no = 5001",
        "UPDATE trees SET note = 'seen by the office' WHERE tag_no = 5004",
        "UPDATE trees SET tag_no = 7777 WHERE tag_no = 5007",
        "UPDATE trees SET address = '9 OFFICE ST' WHERE tag_no = 5009",
        "DELETE FROM species WHERE code = 'ZZ'", "DELETE FROM trees WHERE tag_no = 5012",
        f"INSERT INTO trees (\"GlobalID\", address, tag_no) VALUES "
        f"('{identity('office tree')}', 'of the office', 6001)",
        f"INSERT INTO inspections (\"GlobalID\", tree_guid, condition, inspected) VALUES "
        f"('{identity('office inspection')}', '{identity('office tree')}', 'Poor', '2026-04-01')",
        "UPDATE inspections SET notes = 'office' WHERE fid = 40",
        "UPDATE permits SET fee = 7 WHERE permit_no = 'P-0045'",
        "INSERT INTO address_search (address_search) VALUES ('rebuild')",
    ]:
        database.execute(statement)
    database.close()


def make(folder):
    os.makedirs(folder, exist_ok=True)
    base, crew, office = [os.path.join(folder, name + ".gpkg") for name in ("base", "crew", "office")]
    for name in os.listdir(folder):
        if name.split(".")[0] in ("base", "crew", "office", "merged", "expected", "fired", "merge"):
            os.remove(os.path.join(folder, name))
    with_qgis = has_qgis()
    make_with_gdal(office, with_parks=not with_qgis)
    if with_qgis:
        print("QGIS wrote parks:", qgis("parks", office)["answer"])
    else:
        print("skipped: QGIS is missing; no styles of its own, no project")
    declare(office)
    if with_qgis:
        print("QGIS saved styles and a project:", qgis("styles", office))
    shutil.copy(office, base)
    shutil.copy(office, crew)
    crew_by_gdal(crew, not with_qgis)
    if with_qgis:
        print("QGIS edited the crew's copy:", qgis("crew", crew))
    crew_by_sql(crew)
    office_by_sql(office)


def merge(folder, program):
    path = {name: os.path.join(folder, name + ".gpkg") for name in ("base", "crew", "office", "merged")}
    done = subprocess.run(
        [program, "merge", "--into", path["office"], path["crew"], "--base", path["base"],
         "--key", "permits=permit_no", "-o", path["merged"], "-f", "--json", "--now", "2026-05-05T00:00:00Z",
         "--changes", os.path.join(folder, "changes.sql")],
        capture_output=True, text=True)
    with open(os.path.join(folder, "merge.json"), "w") as file:
        file.write(done.stdout)
    print("merged:", done.returncode, done.stderr.strip())
    if done.returncode not in (0, 1):
        raise SystemExit(1)


# --- The in-place edit --------------------------------------------------------------------------


def columns(database, table):
    """Returns the columns that store values."""
    return [row[1] for row in database.execute(f'PRAGMA table_xinfo("{table}")') if row[6] == 0 and not row[5]]


def keyed(database, table, names):
    listed = ", ".join(f'"{name}"' for name in names)
    rows = database.execute(f'SELECT "{KEYS[table]}", {listed} FROM "{table}" ORDER BY rowid')
    return {row[0]: dict(zip(names, row[1:])) for row in rows}


def crew_edits(base, crew):
    """Returns the crew's edits, as (table, kind, key, values), in an order that foreign keys allow."""
    edits = []
    for table in EDITED:
        names = columns(base, table)
        old, new = keyed(base, table, names), keyed(crew, table, names)
        # A merge numbers new rows in the order of their keys, so that the order of packages doesn't
        # matter.
        edits += [(table, "insert", key, row) for key, row in sorted(new.items()) if key not in old]
        for key, row in new.items():
            changed = {n: v for n, v in row.items() if key in old and v != old[key][n]}
            if changed:
                edits.append((table, "update", key, changed))
    for table in reversed(EDITED):
        names = columns(base, table)
        old, new = keyed(base, table, names), keyed(crew, table, names)
        edits += [(table, "delete", key, {}) for key in old if key not in new]
    return edits


def apply(database, edits):
    """Runs the edits as SQL, without the values that SQL refuses; returns those values."""
    refused = []
    for table, kind, key, values in edits:
        values = dict(values)
        while values or kind == "delete":
            try:
                run(database, table, kind, key, values)
                break
            except sqlite3.IntegrityError as error:
                # SQLite names the column of a unique key, but not of a foreign key.
                name = str(error).split(".")[-1]
                if name not in values:
                    name = "sort" if table == "trees" and "sort" in values else None
                refused.append(f"{table} {kind} {key} {name}: {error}")
                if name is None:
                    break
                del values[name]
    return refused


def run(database, table, kind, key, values):
    names = [f'"{name}"' for name in values]
    if kind == "insert":
        text = f'INSERT INTO "{table}" ({", ".join(names)}) VALUES ({", ".join("?" * len(names))})'
        return database.execute(text, list(values.values()))
    where = f'WHERE "{KEYS[table]}" = ?'
    if kind == "delete":
        return database.execute(f'DELETE FROM "{table}" {where}', [key])
    sets = ", ".join(f"{name} = ?" for name in names)
    database.execute(f'UPDATE "{table}" SET {sets} {where}', [*values.values(), key])


def is_kept_up(name):
    """Returns whether a trigger maintains GDAL's indexes and counts, which a merge maintains itself."""
    return name.startswith(("rtree_", "trigger_insert_feature_count", "trigger_delete_feature_count"))


def edit_in_place(folder, edits, pairs):
    """Makes expected.gpkg: the crew's edits in the office's file, without the office's triggers."""
    path = os.path.join(folder, "expected.gpkg")
    shutil.copy(os.path.join(folder, "office.gpkg"), path)
    database = connect(path)
    asleep = [row for row in database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
              if not is_kept_up(row[0])]
    for name, _ in asleep:
        database.execute(f'DROP TRIGGER "{name}"')
    # A person would delete the pairs of deleted rows. Those that the office left dangling stay.
    forgotten = database.execute(DANGLING).fetchall()
    refused = apply(database, edits)
    for row in database.execute(DANGLING).fetchall():
        if row not in forgotten:
            database.execute("DELETE FROM trees_parks WHERE id = ?", row)
    for kind, pair in pairs:
        database.execute("INSERT INTO trees_parks (base_id, related_id) VALUES (?, ?)" if kind == "insert" else
                         "DELETE FROM trees_parks WHERE base_id = ? AND related_id = ?", pair)
    for _, text in asleep:
        database.execute(text)
    database.close()
    return refused


def pair_edits(base, crew):
    """Returns the crew's edits to pairs, for rows with equal numbers in all copies, sorted by key."""
    query = ('SELECT base_id, related_id FROM trees_parks JOIN trees t ON t.fid = base_id JOIN parks p '
             'ON p.fid = related_id ORDER BY t."GlobalID", p."GlobalID"')
    old, new = base.execute(query).fetchall(), crew.execute(query).fetchall()
    gone = [pair for pair in old if pair not in new and crew.execute(
        "SELECT 1 FROM trees, parks WHERE trees.fid = ? AND parks.fid = ?", pair).fetchone()]
    return [("delete", pair) for pair in gone] + [("insert", pair) for pair in new if pair not in old]


def fire(folder, edits):
    """Returns how often each audit trigger runs when SQL does the edits."""
    path = os.path.join(folder, "fired.gpkg")
    shutil.copy(os.path.join(folder, "office.gpkg"), path)
    database = connect(path)
    database.execute("DELETE FROM audit_log")
    apply(database, edits)
    told = dict(database.execute("SELECT trigger_name, count(*) FROM audit_log GROUP BY 1"))
    database.close()
    os.remove(path)
    return told


# --- The checks ---------------------------------------------------------------------------------


class Judge:
    """Prints a line for each check."""

    def __init__(self):
        self.wrong = 0

    def tell(self, what, problems, note=""):
        problems = list(problems)
        self.wrong += bool(problems)
        print("wrong" if problems else "ok   ", what, f"({note})" if note else "")
        for problem in problems[:8]:
            print("        ", str(problem)[:400])
        if len(problems) > 8:
            print("         and", len(problems) - 8, "more")


def literal(value):
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return "x'" + value.hex() + "'"
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else repr(value)


def objects(database):
    return database.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()


def tables(database):
    """Returns names and SQL of the compared tables, without R-trees, which have another layout."""
    boxes = [name for kind, name, _, sql in objects(database) if sql and "USING rtree" in sql]
    return {name: sql or "" for kind, name, _, sql in objects(database) if kind == "table"
            and name not in boxes and not any(name.startswith(one + "_") for one in boxes)
            and "VIRTUAL TABLE" not in (sql or "")}


def statements(database, table, sql, skipped=()):
    """Returns the rows of a table as INSERT statements, with their numbers."""
    names = [row[1] for row in database.execute(f'PRAGMA table_xinfo("{table}")') if row[1] not in skipped]
    wanted = ", ".join(f'"{name}"' for name in names)
    number, order = ("0", "2") if "WITHOUT ROWID" in sql.upper() else ("rowid", "1")
    rows = database.execute(f'SELECT {number}, {wanted} FROM "{table}" ORDER BY {order}')
    return [f"INSERT INTO {table} /* {row[0]} */ VALUES ({', '.join(map(literal, row[1:]))});" for row in rows]


def dump(database, left_out):
    """Returns a database as SQL statements, except the merge's own notes and times.

    Left-out indexes that the merge reports are checked separately."""
    gone = [one["name"] for one in left_out]
    lines = [str(row[3]) + ";" for row in sorted(objects(database), key=str) if row[1] not in gone]
    for pragma in ("application_id", "user_version", "encoding", "page_size", "auto_vacuum"):
        lines.append(f"PRAGMA {pragma} = {database.execute('PRAGMA ' + pragma).fetchone()[0]};")
    ledger = [row[0] for row in database.execute(
        "SELECT id FROM gpkg_metadata WHERE md_standard_uri IN (?, ?)", ACCOUNTS)]
    for table, sql in sorted(tables(database).items()):
        skipped = ("last_change", "min_x", "min_y", "max_x", "max_y") if table == "gpkg_contents" else ()
        rows = statements(database, table, sql, skipped)
        if table == "gpkg_metadata":
            rows = [row for row in rows if not any(account in row for account in ACCOUNTS)]
        if table == "gpkg_metadata_reference":
            rows = [row for row in rows if not any(row.endswith(f", {one}, NULL);") for one in ledger)]
        lines += rows
    return lines


def difference(one, other):
    return [line for line in difflib.unified_diff(one, other, "expected", "merged", lineterm="", n=0)
            if not line.startswith(("---", "+++", "@@"))]


def check_schema(judge, office, merged):
    before, after = objects(office), objects(merged)
    kinds = collections.Counter(one[0] for one in before)
    judge.tell("every object of the office's schema, with its text",
               [one for one in before if one not in after], dict(kinds))
    judge.tell("no other object", [one for one in after if one not in before])
    same = [one for one in before if one in after] == [one for one in after if one in before]
    judge.tell("objects in the same order", [] if same else ["another order"])


def check_untouched(judge, office, merged, touched):
    for table, sql in sorted(tables(office).items()):
        if table not in touched:
            judge.tell(f"rows of {table} are the same", difference(
                statements(office, table, sql), statements(merged, table, sql)))


def check_rtrees(judge, expected, merged):
    for name in [one[1] for one in objects(expected) if one[3] and "USING rtree" in one[3]]:
        table, column = expected.execute(
            "SELECT table_name, column_name FROM gpkg_geometry_columns "
            "WHERE 'rtree_' || table_name || '_' || column_name = ?", [name]).fetchone()
        said = [row[0] for row in merged.execute("SELECT rtreecheck(?)", [name])]
        judge.tell(f"{name} is sound", [one for one in said if one != "ok"])
        boxes = [{row[0]: row[1:] for row in one.execute(f'SELECT * FROM "{name}"')} for one in (expected, merged)]
        shapes = dict(merged.execute(f'SELECT rowid, "{column}" FROM "{table}" WHERE "{column}" IS NOT NULL'))
        problems = [f"ids {boxes[0].keys() ^ boxes[1].keys()}"] if boxes[0].keys() != boxes[1].keys() else []
        for rowid, box in boxes[1].items():
            true, theirs = bounds(shapes[rowid]), boxes[0].get(rowid)
            holds = all(box[i] <= true[i] for i in (0, 2)) and all(box[i] >= true[i] for i in (1, 3))
            tight = theirs and all(box[i] >= theirs[i] for i in (0, 2)) and all(box[i] <= theirs[i] for i in (1, 3))
            if not holds or not tight:
                problems.append((rowid, box, theirs, true))
        judge.tell(f"{name} has the same boxes, or tighter ones", problems, f"{len(boxes[1])} boxes")


def check_extents(judge, merged):
    for table, column in merged.execute("SELECT table_name, column_name FROM gpkg_geometry_columns").fetchall():
        boxes = [b for b in (bounds(row[0]) for row in merged.execute(f'SELECT "{column}" FROM "{table}"')) if b]
        extent = merged.execute(
            "SELECT min_x, max_x, min_y, max_y FROM gpkg_contents WHERE table_name = ?", [table]).fetchone()
        outside = [b for b in boxes if None not in extent and not (
            extent[0] <= b[0] and b[1] <= extent[1] and extent[2] <= b[2] and b[3] <= extent[3])]
        judge.tell(f"the extent of {table} holds its rows", outside)


def check_triggers(judge, folder, answer, edits):
    """Checks that the answer names the triggers that did not run, as often as SQL runs them."""
    told = {one["name"]: one["rows"] for one in answer["triggers"]}
    fired = fire(folder, edits)
    judge.tell("triggers that did not run are reported", difference(
        [f"{name} {rows}" for name, rows in sorted(fired.items())],
        [f"{name} {rows}" for name, rows in sorted(told.items()) if name.startswith("audit_")]), told)
    judge.tell("nothing is left out", answer["leftOut"])


def check_conflicts(judge, answer, edits):
    """Checks that reported conflicts are conflicts; returns the edits without withheld rows.

    SQL accepts each of those: it has ON DELETE for referring rows, and defaults."""
    kept = {one["globalid"]: one for one in answer["conflicts"]
            if one["kind"] == "constraint" and one["field"] is None}
    held = [edit for edit in edits if edit[2] in kept and edit[0] == kept[edit[2]]["table"]]
    judge.tell("no row is held back that SQL takes", [
        f"{one['table']} {key}: {one['constraint']}, {one['other']}" for key, one in kept.items()])
    wanted = [("constraint", identity(f"tree {number}"), name) for number, name in
              ((6, "tag_no"), (8, "sort"), (1001, "tag_no"))] + [("update/update", identity("tree 9"), "address")]
    told = [(one["kind"], one["globalid"], one["field"]) for one in answer["conflicts"] if one["field"]]
    judge.tell("the conflicts are those there are",
               difference(sorted(map(str, wanted)), sorted(map(str, told))), f"{len(told)} reported")
    return [edit for edit in edits if edit not in held]


def tidy(text, folder):
    """Returns a tool's output for a file, without the file's name and the merge's own notes."""
    for name in ("expected", "merged", "office", "base"):
        text = text.replace(os.path.join(folder, name + ".gpkg"), "FILE").replace(name + ".gpkg", "FILE")
    lines = [line for line in text.splitlines() if not any(account in line for account in ACCOUNTS) and not line.startswith("Extent:")]
    return [line for line, next in zip(lines, lines[1:] + [""])
            if not any(f"fieldpack.{one}/1" in line + next for one in ("merges", "history"))]


def check_gdal(judge, folder):
    answers = {}
    for name in ("expected", "merged"):
        path = os.path.join(folder, name + ".gpkg")
        done = subprocess.run(["ogrinfo", "-al", "-ro", path], capture_output=True, text=True)
        judge.tell(f"ogrinfo -al of {name} without a complaint",
                   done.stderr.splitlines() + ([done.returncode] if done.returncode else []))
        answers[name] = tidy(done.stdout, folder)
    judge.tell("GDAL shows the same of both", difference(answers["expected"], answers["merged"]),
               f"{len(answers['merged'])} lines")
    said = {}
    for name in ("expected", "merged"):
        done = subprocess.run([sys.executable, "-m", "osgeo_utils.samples.validate_gpkg", "-k",
                               os.path.join(folder, name + ".gpkg")], capture_output=True, text=True)
        said[name] = tidy(done.stdout + done.stderr, folder)
    judge.tell("validate_gpkg complains of nothing new",
               [line for line in said["merged"] if line not in said["expected"]],
               f"of the office's own: {len(said['expected'])} lines")


def look(folder, name):
    """Returns what QGIS sees in a file with the office's name, as its project needs."""
    opened = os.path.join(folder, "opened")
    os.makedirs(opened, exist_ok=True)
    path = os.path.join(opened, "office.gpkg")
    for end in ("", "-wal", "-shm"):
        if os.path.exists(path + end):
            os.remove(path + end)
    shutil.copy(os.path.join(folder, name + ".gpkg"), path)
    return path, qgis("look", path)


def check_qgis(judge, folder):
    if not has_qgis():
        print("skipped QGIS is missing: layers, styles, project, edits afterwards")
        return
    _, wanted = look(folder, "expected")
    path, found = look(folder, "merged")
    judge.tell("QGIS has no message about the merged file", found["log"],
               f"about the in-place one: {len(wanted['log'])}")
    for name, layer in found["answer"]["layers"].items():
        problems = [] if layer["valid"] else ["not valid"]
        if layer["counted"] != len(layer["rows"]):
            problems.append(f"counts {layer['counted']} rows, reads {len(layer['rows'])}")
        theirs = wanted["answer"]["layers"].get(name, {})
        problems += [f"{key}: {theirs.get(key)} became {value}" for key, value in layer.items()
                     if value != theirs.get(key) and key != "rows"]
        problems += difference([str(row) for row in theirs.get("rows", [])], [str(row) for row in layer["rows"]])
        problems += [layer["styles"]["error"]] if layer["styles"]["error"] else []
        judge.tell(f"QGIS opens {name} as the in-place one", problems,
                   f"{len(layer['rows'])} rows, styles {layer['styles']['names']}, default {layer['default']}")
    names = [found["answer"]["layers"][name]["styles"]["names"] for name in ("trees", "parks")]
    judge.tell("QGIS lists the styles", [] if [sorted(one) for one in names] == [["green", "red"], ["lawn"]] else names)
    projects = [one["answer"]["project layers"] for one in (wanted, found)]
    problems = difference(*projects) + ([] if found["answer"]["project"] else ["not read"])
    problems += [one for one in projects[1] if " True " not in one]
    judge.tell("QGIS opens the stored project", problems, f"{len(projects[1])} layers")
    check_editing(judge, path)


def check_editing(judge, path):
    """Checks that QGIS can edit the merged file: triggers run, and indexes and counts stay correct."""
    database = connect(path)
    before = dict(database.execute("SELECT trigger_name, count(*) FROM audit_log GROUP BY 1"))
    database.close()
    answer = qgis("edit", path)
    judge.tell("QGIS edits the merged file", answer["answer"] + answer["log"])
    check_after(judge, path, before, ["audit_new_tree", "audit_tree", "audit_address", "audit_old_tree"])


def check_editing_by_gdal(judge, folder):
    path = os.path.join(folder, "by-gdal.gpkg")
    shutil.copy(os.path.join(folder, "merged.gpkg"), path)
    database = connect(path)
    before = dict(database.execute("SELECT trigger_name, count(*) FROM audit_log GROUP BY 1"))
    database.close()
    store = gdal.OpenEx(path, gdal.OF_VECTOR | gdal.OF_UPDATE)
    trees = store.GetLayerByName("trees")
    add_tree(trees, 2001, "by GDAL")
    move(trees, 33, "POINT (-120 44)")
    trees.DeleteFeature(named(trees, identity("tree 36")).GetFID())
    trees, store = None, None
    check_after(judge, path, before, ["audit_new_tree", "audit_tree", "audit_old_tree"])


def check_after(judge, path, before, names):
    database = connect(path)
    after = dict(database.execute("SELECT trigger_name, count(*) FROM audit_log GROUP BY 1"))
    judge.tell("triggers run again", [name for name in names if after.get(name, 0) <= before.get(name, 0)])
    check_integrity(judge, database, "afterwards")
    counts = database.execute("SELECT (SELECT count(*) FROM trees), (SELECT feature_count FROM gpkg_ogr_contents "
                              "WHERE table_name = 'trees'), (SELECT count(*) FROM trees WHERE geom IS NOT NULL), "
                              "(SELECT count(*) FROM rtree_trees_geom)").fetchone()
    same = counts[0] == counts[1] and counts[2] == counts[3]
    judge.tell("counts and R-tree keep in step", [] if same else [counts])
    database.close()


def check_integrity(judge, database, what):
    for pragma in ("integrity_check", "foreign_key_check"):
        judge.tell(f"{pragma} {what}", [row for row in database.execute(f"PRAGMA {pragma}") if row != ("ok",)])


def check_constraints(judge, merged):
    """Checks that each constraint of the office still refuses; rolls everything back."""
    first = merged.execute("SELECT \"GlobalID\" FROM trees ORDER BY fid LIMIT 1").fetchone()[0]
    for statement in [
        f"INSERT INTO trees (\"GlobalID\") VALUES ('{first}')", "UPDATE trees SET risk = 6 WHERE fid = 1",
        "UPDATE trees SET sort = 'none' WHERE fid = 1", "UPDATE trees SET tag_no = 7777 WHERE fid = 1",
        "UPDATE inspections SET condition = 'Dead' WHERE fid = 1",
        "UPDATE inspections SET tree_guid = 'x' WHERE fid = 1",
        "INSERT INTO permits (permit_no) VALUES ('P-0005')", "INSERT INTO species VALUES ('X', 'too short')",
        "INSERT INTO species VALUES ('ACE2', 'MAPLE')", "UPDATE trees SET tag_no = -1 WHERE fid = 1",
        "INSERT INTO \"total fees\" VALUES (1)", "UPDATE parks SET keeper = '' WHERE fid = 1",
    ]:
        merged.execute("BEGIN")
        try:
            merged.execute(statement)
            problems = ["was taken"]
        except sqlite3.IntegrityError:
            problems = []
        finally:
            if merged.in_transaction:
                merged.execute("ROLLBACK")
        judge.tell(f"refused: {statement[:70]}", problems)


def check_views(judge, office, expected, merged):
    for view in [name for kind, name, _, _ in objects(office) if kind == "view"]:
        rows = [sorted(map(str, one.execute(f'SELECT * FROM "{view}"'))) for one in (expected, merged)]
        judge.tell(f"the view {view} gives the same", difference(*rows), f"{len(rows[1])} rows")


def check_changes(judge, folder, expected, merged, answer):
    """Checks that the change file, run by SQLite without geometry functions, gives the merged file."""
    path = os.path.join(folder, "patched.gpkg")
    shutil.copy(os.path.join(folder, "office.gpkg"), path)
    patched = sqlite3.connect(path, isolation_level=None)
    asleep = [row for row in patched.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
              if not is_kept_up(row[0])]
    for name, _ in asleep:
        patched.execute(f'DROP TRIGGER "{name}"')
    with open(os.path.join(folder, "changes.sql"), encoding="utf-8") as file:
        text = file.read()
    patched.executescript(text)
    for _, sql in asleep:
        patched.execute(sql)
    patched.close()
    patched = connect(path)
    judge.tell("the changes as SQL make the merged file of the office's",
               difference(dump(merged, answer["leftOut"]), dump(patched, [])), f"{len(text)} bytes")
    check_integrity(judge, patched, "of the file that SQL changed")
    check_rtrees(judge, expected, patched)
    patched.close()


def check_undo(judge, folder, program):
    """Checks that undo, on a copy, restores the office's file."""
    undone = os.path.join(folder, "undone.gpkg")
    for end in ("", ".undo"):
        shutil.copy(os.path.join(folder, "merged.gpkg" + end), undone + end)
    done = subprocess.run([program, "undo", undone], capture_output=True, text=True)
    with open(undone, "rb") as left, open(os.path.join(folder, "office.gpkg"), "rb") as right:
        same = left.read() == right.read()
    judge.tell("undo gives the office's file byte for byte", [] if same else ["other bytes", done.stderr])


def check(folder, program=None):
    judge = Judge()
    stores = {name: connect(os.path.join(folder, name + ".gpkg")) for name in ("base", "crew", "office", "merged")}
    edits = crew_edits(stores["base"], stores["crew"])
    kinds = collections.Counter(f"{table} {kind}" for table, kind, _, _ in edits)
    print("the crew's edits as SQL:", dict(kinds))
    with open(os.path.join(folder, "merge.json")) as file:
        answer = json.load(file)
    edits = check_conflicts(judge, answer, edits)
    for one in edit_in_place(folder, edits, pair_edits(stores["base"], stores["crew"])):
        print("SQL refuses:", one)
    stores["expected"] = connect(os.path.join(folder, "expected.gpkg"))
    office, expected, merged = stores["office"], stores["expected"], stores["merged"]
    check_triggers(judge, folder, answer, edits)
    check_schema(judge, office, merged)
    check_untouched(judge, office, merged, set(EDITED) | {
        "gpkg_contents", "gpkg_metadata", "gpkg_metadata_reference", "gpkg_ogr_contents",
        "sqlite_sequence", "trees_parks"})
    dumps = {name: dump(stores[name], answer["leftOut"]) for name in ("expected", "merged")}
    for name, lines in dumps.items():
        with open(os.path.join(folder, name + ".sql"), "w") as file:
            file.write("\n".join(lines) + "\n")
    judge.tell("equals the in-place edit, statement for statement", difference(*dumps.values()),
               f"{len(dumps['merged'])} statements")
    check_integrity(judge, merged, "of the merged file")
    check_rtrees(judge, expected, merged)
    check_extents(judge, merged)
    check_constraints(judge, merged)
    check_views(judge, office, expected, merged)
    check_changes(judge, folder, expected, merged, answer)
    for store in stores.values():
        store.close()
    check_gdal(judge, folder)
    check_editing_by_gdal(judge, folder)
    check_qgis(judge, folder)
    if program:
        check_undo(judge, folder, program)
    print("wrong:", judge.wrong)
    return 1 if judge.wrong else 0


def main():
    verb, *rest = sys.argv[1:] or ["help"]
    parts = {"qgis-parks": qgis_parks, "qgis-styles": qgis_styles, "qgis-crew": qgis_crew,
             "qgis-look": qgis_look, "qgis-edit": qgis_edit}
    if verb in parts:
        in_qgis(parts[verb], *rest)
    elif verb == "all" and len(rest) == 2:
        make(rest[0])
        merge(*rest)
        return check(*rest)
    elif verb in ("make", "merge", "check") and rest:
        return {"make": make, "merge": merge, "check": check}[verb](*rest)
    else:
        print(__doc__)
        return 2


if __name__ == "__main__":
    sys.exit(main())
