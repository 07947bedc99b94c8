"""Serves answers that others have recorded from real servers, and lets Fieldpack fetch them.

    recorded.py FIELDPACK FOLDER RECORDINGS    prints {"problems": [...], "layers": [...]}

RECORDINGS is a folder with checkouts of openaddresses/pyesridump and Esri/arcgis-rest-js, in any
folders below it. Each layer is served twice: with the object IDs of the recorded rows, so that it
must load, and with the recorded list of IDs. If that names other rows, Fieldpack must say so.
"""

import glob
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.parse

DEFINITION_OF_PAGE = ("objectIdFieldName", "globalIdFieldName", "geometryType", "hasZ", "hasM",
                      "fields")
# What is wrong with the recorded records themselves.
OF_THE_DATA = ("GLOBALID_NULL", "GEOM_INVALID")


class Layer:
    """A recorded layer: its definition, a page of rows, and the list of IDs."""

    def __init__(self, name, definition, page, ids):
        self.name, self.definition, self.page, self.ids = name, definition, page, ids
        fields = definition.get("fields") or []
        self.field = definition.get("objectIdField") or next(
            (field["name"] for field in fields if field["type"] == "esriFieldTypeOID"), None)

    def own_ids(self):
        """The IDs of the recorded rows. Some recordings left the field out."""
        ids = [self.id(row) for row in self.page.get("features", [])]
        return [number for number in ids if number is not None]

    def id(self, row):
        return row["attributes"].get(self.field)


def layers(folder):
    found = []
    for path in sorted(glob.glob(folder + "/**/fixtures/us-*", recursive=True)):
        def read(*endings):
            for ending in endings:
                for file in sorted(glob.glob(path + "/*" + ending)):
                    with open(file) as text:
                        return json.load(text)
            return {}
        found.append(Layer(os.path.basename(path), read("metadata.json"),
                           read("-0.json", "page-full.json"), read("ids-only.json")))
    for path in sorted(glob.glob(folder + "/**/mocks/arcgis/*.json", recursive=True)):
        with open(path) as text:
            page = json.load(text)
        definition = {key: page[key] for key in DEFINITION_OF_PAGE if key in page}
        definition.update(
            id=0, name=os.path.basename(path)[:-5], type="Feature Layer",
            objectIdField=page["objectIdFieldName"], maxRecordCount=2000)
        found.append(Layer(definition["name"], definition, page, {}))
    return found


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        self.answer(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())

    def do_GET(self):
        self.answer("")

    def answer(self, form):
        parts = urllib.parse.urlsplit(self.path)
        values = dict(urllib.parse.parse_qsl(parts.query + ("&" + form if form else ""), True))
        layer, isRecorded = self.server.layer, self.server.isRecorded
        if parts.path.endswith("/FeatureServer"):
            return self.send({"layers": [{"id": 0, "name": layer.name}], "tables": []})
        if parts.path.endswith("/FeatureServer/0"):
            return self.send(layer.definition)
        if parts.path.endswith("ttachments"):
            return self.send({"attachmentGroups": []} if "query" in parts.path
                             else {"attachmentInfos": []})
        if "returnIdsOnly" in values:
            return self.send(layer.ids if isRecorded else {
                "objectIdFieldName": layer.field, "objectIds": sorted(layer.own_ids())})
        rows = layer.page.get("features", [])
        if "objectIds" in values:
            wanted = {int(part) for part in values["objectIds"].split(",")}
            rows = [row for row in rows if layer.id(row) in wanted]
        for sign, number in re.findall(r"(>=|<=) (\d+)", values.get("where", "")):
            rows = [row for row in rows if layer.id(row) is not None and (
                layer.id(row) >= int(number) if sign == ">=" else layer.id(row) <= int(number))]
        self.send({**layer.page, "features": rows})

    def send(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def rows(folder):
    found = []
    for path in sorted(glob.glob(folder + "/*_0/*.json")):
        with open(path) as page:
            found += json.load(page)["features"]
    return found


def judge(fieldpack, work, recordings):
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    problems, accounts = [], []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for layer in layers(recordings):
        for isRecorded in (False, True):
            if isRecorded and not layer.ids:
                continue
            server.layer, server.isRecorded = layer, isRecorded
            name = layer.name + (" with recorded IDs" if isRecorded else "")
            folder = "%s/%d" % (work, len(accounts))
            address = "http://127.0.0.1:%d/rest/services/%s/FeatureServer/0" % (
                server.server_address[1], layer.name)
            done = subprocess.run([fieldpack, "fetch", address, "-o", folder, "--no-photos"],
                                  capture_output=True, text=True)
            account = {"layer": name, "status": done.returncode,
                       "code": (re.findall(r"\b[A-Z]+_[A-Z_]+\b", done.stderr) or [""])[0]}
            accounts.append(account)
            own = sorted(layer.own_ids())
            listed = sorted(layer.ids.get("objectIds") or []) if isRecorded else own
            isWhole = (bool(layer.field and layer.definition.get("fields")) and listed == own
                       and len(set(own)) == len(layer.page.get("features", [])))
            if isRecorded and "objectIds" not in layer.ids:
                isWhole = False
            if done.returncode == 0:
                wanted = sorted(
                    (row for row in layer.page.get("features", []) if layer.id(row) is not None),
                    key=layer.id)
                account["rows"] = len(wanted)
                if not isWhole or rows(folder) != wanted:
                    problems.append(name + ": other rows than recorded")
                checked = subprocess.run(
                    [fieldpack, "check", folder + "/map.json", "--data", folder, "--json"],
                    capture_output=True, text=True)
                bad = [finding["id"] for finding in json.loads(checked.stdout).get("findings", [])
                       if finding["severity"] == "error" and finding["id"] not in OF_THE_DATA]
                if checked.returncode not in (0, 1) or bad:
                    problems.append("%s: check says %s%s" % (name, bad, checked.stderr))
            elif isWhole or done.returncode != 3 or not account["code"].startswith("SERVICE_"):
                problems.append("%s: %s" % (name, done.stderr))
    print(json.dumps({"problems": problems, "layers": accounts}))


if __name__ == "__main__":
    judge(*sys.argv[1:4])
