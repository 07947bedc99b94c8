#!/usr/bin/env python3
"""Writes a map in which every text is an attack or an accident, and the data for it.

usage: hostile.py FOLDER

Makes FOLDER/map.json, FOLDER/data/ and FOLDER/expected.json: what the page of each record must show
literally, by the kind of its layer and its ID.
"""
import gzip
import json
import os
import sys

LONG = ("Long notes are written by people who care. " * 240)[:10240].strip()
TEXTS = [
    "<script>ran()</script>",
    "</script><script>ran()</script>",
    "\"><img src=x onerror=ran()>",
    "' onmouseover='ran()' x='",
    "{{#layers}}{{title}}{{/layers}} {{{name}}} {Name}",
    "\u2028line\u2029paragraph",
    "\u202eright to left\u202c and \u200fback\u200e",
    "a\u0000b\u0007c\u001b[31m",
    "<!-- --><!--",
    "]]> ?> --> \\ \\\" \\u003c",
    LONG,
    "\U0001f468\u200d\U0001f33e Linde, 菩提樹, عربي, e\u0301",
    "javascript:ran()",
    "&lt;b&gt; &amp; &#106; <Null>",
    "=cmd|'/c calc'!A1",
    "__proto__",
    "constructor",
    "../../etc/passwd",
    "http://e.invalid/\"><script>ran()</script>",
    "</title></textarea></style></table></div></main>",
]
# Attachments that a browser runs, if it is told their type or has to guess it. `opened.py` looks for
# the title.
PAGE = (b"<!doctype html><title>x</title><body><script>document.title='RAN';ran()</script>"
        b"<img src=http://e.invalid/x.png>")
SVG = b"<svg xmlns='http://www.w3.org/2000/svg'><script>document.title='RAN';ran()</script></svg>"
XHTML = (b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head>"
         b"<script>document.title='RAN';ran()</script></head><body/></html>")
ATTACHMENTS = {
    "notes.html": PAGE, "index.html": PAGE, "INDEX.HTM": PAGE, "default.shtml": PAGE, "a.xhtml": XHTML,
    "b.xht": XHTML, "c.xml": XHTML, "d.svg": SVG, "e.svgz": gzip.compress(SVG, mtime=0), "f.rss": XHTML,
    "g.kml": XHTML, "h.xsl": XHTML, "i.mht": b"MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n" + PAGE,
    "j.mhtml": b"Content-Type: multipart/related; boundary=x\r\n\r\n--x\r\n"
               b"Content-Type: text/html\r\n\r\n" + PAGE + b"\r\n--x--",
    "k.js": b"ran()", "l.mjs": b"ran()", "m.php": PAGE, "n.php.jpg": PAGE, "o": PAGE, ".htaccess": b"AddType text/html jpg",
    "p.jpg.html": PAGE, "q.html.": PAGE, "r.heic": PAGE, "s.dwg": b"\xef\xbb\xbf \n" + PAGE,
    "t.pdf": PAGE, "u.txt": PAGE, "v.csv": PAGE, "w.json": PAGE, "x.jpg": PAGE, "y.swf": b"FWS" + PAGE,
    "z.utf16.dat": PAGE.decode().encode("utf-16"), "za.hta": PAGE, "zb.url": b"[InternetShortcut]\nURL=http://e.invalid/",
    "zc.css": b"@import 'http://e.invalid/x.css';", "zd.wasm": b"\0asm", "ze.webmanifest": b"{}",
    "zf.gpx": XHTML, "zg.html5": PAGE, "zh.asp": PAGE, "zi.pdf.exe": b"MZ",
}
# Texts that no page may contain are not expected.
SHOWN = {"a\u0000b\u0007c\u001b[31m": "abc[31m"}

SYMBOL = {"type": "esriSMS", "style": "esriSMSCircle", "color": [200, 40, 40, 255], "size": 8}
URL = "https://services.example.com/arcgis/rest/services/Hostile/FeatureServer/"


def field(name, kind="String", **more):
    return dict({"name": name, "type": "esriFieldType" + kind, "alias": name, "nullable": True}, **more)


def service():
    text = {"length": 20000}
    domain = {
        "type": "codedValue", "name": TEXTS[0],
        "codedValues": [{"name": text, "code": str(n)} for n, text in enumerate(TEXTS) if text != LONG],
    }
    fields = [
        field("OBJECTID", "OID", nullable=False), field("GlobalID", "GlobalID", nullable=False),
        field("Name", **text), field("Note", alias=TEXTS[2], **text),
        field("Kind", alias=TEXTS[1], domain=domain, length=10), field("Link", **text),
    ]
    related = [
        field("OBJECTID", "OID", nullable=False), field("GlobalID", "GlobalID", nullable=False),
        field("Thing", "GUID"), field("Word", alias=TEXTS[3], **text), field("Other", **text),
    ]
    join = {"id": 0, "name": TEXTS[4], "cardinality": "esriRelCardinalityOneToMany", "composite": False}
    return {
        "layers": [{
            "id": 0, "name": "Things", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
            "objectIdField": "OBJECTID", "globalIdField": "GlobalID", "displayField": "Name",
            "hasAttachments": True, "fields": fields, "extent": None,
            "relationships": [dict(
                join, relatedTableId=1, role="esriRelRoleOrigin", keyField="GlobalID")],
        }],
        "tables": [{
            "id": 1, "name": "Parts", "type": "Table", "objectIdField": "OBJECTID",
            "globalIdField": "GlobalID", "displayField": "Word", "fields": related,
            "relationships": [dict(
                join, relatedTableId=0, role="esriRelRoleDestination", keyField="Thing")],
        }],
    }


def popup(names, labels, **more):
    return dict({
        "title": "{%s}" % names[0],
        "fieldInfos": [
            {"fieldName": name, "label": label, "visible": True} for name, label in zip(names, labels)],
    }, **more)


def web_map():
    kinds = [
        {"value": str(n), "label": text, "symbol": SYMBOL} for n, text in enumerate(TEXTS) if text != LONG]
    wide = "<table width=3000><td>x</table><div style='width:4000px;color:#900'>y</div><ul><li>z"
    elements = [
        {"type": "text", "text": "<p style=\"color:#333\">{Note}</p>" + wide + "".join(TEXTS[:4])},
        {"type": "fields", "title": TEXTS[2], "description": TEXTS[0]},
        {"type": "attachments", "title": TEXTS[3], "displayType": "auto"},
        {"type": "relationship", "title": TEXTS[1], "relationshipId": 0, "displayCount": 5},
    ]
    names = ["Name", "Note", "Kind", "Link"]
    return {
        "version": "2.31",
        "operationalLayers": [{
            "id": "things", "title": "Things " + TEXTS[1], "url": URL + "0",
            "layerType": "ArcGISFeatureLayer", "visibility": True, "opacity": 1,
            "layerDefinition": {"drawingInfo": {"renderer": {
                "type": "uniqueValue", "field1": "Kind", "defaultSymbol": SYMBOL,
                "defaultLabel": TEXTS[0], "uniqueValueInfos": kinds}}},
            "popupInfo": popup(names, ["Name", TEXTS[0], TEXTS[2], TEXTS[3]], popupElements=elements),
        }],
        "tables": [{
            "id": "parts", "title": TEXTS[2] + " parts", "url": URL + "1",
            "popupInfo": popup(["Word", "Other"], [TEXTS[4], TEXTS[9]]),
        }],
        "baseMap": {"title": TEXTS[0], "baseMapLayers": []},
        "bookmarks": [
            {"name": text, "extent": {
                "xmin": -122.7, "ymin": 45.4, "xmax": -122.6, "ymax": 45.6,
                "spatialReference": {"wkid": 4326}}}
            for text in TEXTS[:10]],
        "spatialReference": {"wkid": 102100, "latestWkid": 3857},
    }


def identity(kind, number):
    return "{%08X-0000-4000-8000-%012X}" % (kind, number)


def photos(folder):
    for parent, _, names in sorted(os.walk(folder)):
        for name in names:
            if name.endswith(".jpg"):
                yield os.path.join(parent, name)


def main():
    folder = sys.argv[1]
    os.makedirs(folder + "/data", exist_ok=True)

    def write(name, value):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            json.dump(value, file, ensure_ascii=False)

    write("map.json", web_map())
    write("data/service.json", service())
    features, rows, expected = [], [], {"point": {}, "table": {}}
    for n, text in enumerate(TEXTS):
        other = TEXTS[(n + 1) % len(TEXTS)]
        values = {
            "OBJECTID": n + 1, "GlobalID": identity(1, n), "Name": text, "Note": other,
            "Kind": None if text == LONG else str(n), "Link": "https://e.invalid/?q=" + text[:40]}
        features.append({
            "type": "Feature", "properties": values,
            "geometry": {"type": "Point", "coordinates": [-122.7 + n / 200, 45.4 + n / 100]}})
        expected["point"][str(n + 1)] = [text, other]
        rows.append({"attributes": {
            "OBJECTID": n + 1, "GlobalID": identity(2, n), "Thing": identity(1, n // 2),
            "Word": text, "Other": other}})
        expected["table"][str(n + 1)] = [text, other]
    write("data/Things.geojson", {"type": "FeatureCollection", "features": features})
    write("data/Parts.json", {
        "objectIdFieldName": "OBJECTID", "fields": service()["tables"][0]["fields"], "features": rows})
    for layer in expected.values():
        for texts in layer.values():
            texts[:] = [SHOWN.get(text, text) for text in texts]
    write("expected.json", expected)
    demo = os.path.dirname(__file__) + "/../../Fixtures/TreesOfPortland/attachments"
    with open(next(photos(demo)), "rb") as file:
        photo = file.read()
    for number, name in enumerate(["a b#c?.jpg", "100%25.jpg", "quote'\"<b>.jpg", "ünï.txt"]):
        path = "%s/data/attachments/Things/%s" % (folder, identity(1, number)[1:-1])
        os.makedirs(path, exist_ok=True)
        with open(path + "/" + name, "wb") as file:
            file.write(photo)
    path = "%s/data/attachments/Things/%s" % (folder, identity(1, 5)[1:-1])
    os.makedirs(path, exist_ok=True)
    for name, content in ATTACHMENTS.items():
        with open(path + "/" + name, "wb") as file:
            file.write(content)


main()
