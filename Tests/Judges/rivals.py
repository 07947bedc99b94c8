"""Compares fetch with esridump and ogr2ogr on servers with the manners of real ones.

    rivals.py FIELDPACK FOLDER                prints the table of rough servers in fetch.md
    rivals.py --race FIELDPACK FOLDER TREES   prints the table of times in fetch.md, with the trees of
                                              a CSV file, packed by gzip or not

esridump is a module of Python. "right" means each row of the server once, "refused" a failure,
and "wrong" success with other rows. For some manners, only a refusal is right.
"""

import csv
import gzip
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import time

import fetch

ROWS = 450
PAGE = 100
BAD = 7 + 2 * 123

# What the server does, and whether it has all rows to give.
MANNERS = [
    ("polite", "nothing unusual", True),
    ("short", "sends 37 rows at once, and says that more follow", True),
    ("silent", "sends 37 rows at once, and doesn't say so", True),
    ("more", "says on each page that more rows follow", True),
    ("unsorted", "sends rows in another order each time", True),
    ("unpaged", "doesn't know pages", True),
    ("inside", "answers with an error inside status 200 first", True),
    ("html", "answers with a web page first", True),
    ("above", "fails with status 500 above 20 rows", True),
    ("busy", "is busy first (429)", True),
    ("cut", "cuts connections first", True),
    ("length", "sends half of what it announces first", True),
    ("edits", "changes between pages: rows come and go", True),
    ("expires", "ends tokens after 8 requests", True),
    ("bad", "can't send one row", False),
    ("hides", "doesn't send a row that it lists", False),
    ("repeats", "sends a row twice", False),
]


class Handler(fetch.Handler):
    def answer(self, form):
        manner, page = self.server.manner, "/query" in self.path and "Only" not in self.path
        if page:
            with self.server.lock:
                times = self.server.seen[self.path + form + " first"] = (
                    self.server.seen.get(self.path + form + " first", 0) + 1)
            if times == 1 and manner == "inside":
                return self.send({"error": {"code": 500, "message": "Error performing query"}})
            if times == 1 and manner == "html":
                return self.raw(b"<html>Service busy</html>", 200, "text/html")
            if times == 1 and manner == "busy":
                return self.send({}, 429)
            if times == 1 and manner == "cut":
                return self.cut()
        super().answer(form)

    def raw(self, body, status, kind, headers={}):
        self.first = None
        if self.server.manner == "length" and b'"features"' in body:
            with self.server.lock:
                self.server.halves += 1
                if self.server.halves % 3 == 1:
                    self.first = len(body) // 2
        if self.first is None:
            return super().raw(body, status, kind, headers)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[:self.first])
        self.close_connection = True

    def query(self, layer, values):
        manner, server = self.server.manner, self.server
        if "returnIdsOnly" in values or "returnCountOnly" in values or "outStatistics" in values:
            return super().query(layer, values)
        if manner == "unpaged":
            values.pop("resultOffset", None)
        if manner == "unsorted" and "orderByFields" not in values and "resultOffset" in values:
            return self.shuffled(layer, values)
        super().query(layer, values)
        if manner == "edits":
            with server.lock:
                server.pages += 1
                if server.pages == 2:
                    server.city.edit(3)

    def shuffled(self, layer, values):
        """A page of the rows in any order."""
        rows = [json.loads(text) for _, text in self.server.text(layer)]
        with self.server.lock:
            self.server.chance.shuffle(rows)
        start = int(values["resultOffset"])
        self.send({"objectIdFieldName": "OBJECTID", "geometryType": "esriGeometryPoint",
                   "spatialReference": {"wkid": 4326}, "fields": fetch.fields(layer),
                   "features": rows[start:start + PAGE]})

    def send(self, value, status=200, headers={}):
        if "advancedQueryCapabilities" in value:
            value["advancedQueryCapabilities"].update(
                supportsPagination=self.server.manner != "unpaged",
                supportsOrderBy=self.server.manner not in ("unsorted", "unpaged"))
        super().send(value, status, headers)


def tamper(handler, body):
    """What the manner does to a page of rows."""
    server, manner = handler.server, handler.server.manner
    page = json.loads(body)
    rows = page["features"]
    if manner in ("short", "silent") and len(rows) > 37:
        page["features"] = rows[:37]
        page["exceededTransferLimit"] = True
    if manner == "silent":
        page.pop("exceededTransferLimit", None)
    if manner == "more":
        page["exceededTransferLimit"] = True
    if manner == "unsorted":
        with server.lock:
            server.chance.shuffle(rows)
    if manner == "above" and len(rows) > 20:
        return None
    ids = [row["attributes"]["OBJECTID"] for row in rows]
    if manner == "bad" and BAD in ids:
        return None
    if manner == "hides":
        page["features"] = [row for row in rows if row["attributes"]["OBJECTID"] != BAD]
    if manner == "repeats" and BAD in ids:
        rows.append(rows[ids.index(BAD)])
    return json.dumps(page).encode()


class Server(fetch.Server):
    def __init__(self, manner):
        self.manner, self.pages, self.halves = manner, 0, 0
        self.chance = random.Random(3)
        super().__init__(fetch.City(ROWS), size=PAGE, handler=TamperingHandler,
                         lasting=8 if manner == "expires" else None)


class TamperingHandler(Handler):
    def raw(self, body, status, kind, headers={}):
        if b'"features": [' in body and b'"THE_MIN"' not in body:
            body = tamper(self, body)
            if body is None:
                return super().raw(b"<html>Error</html>", 500, "text/html", headers)
        super().raw(body, status, kind, headers)


def commands(fieldpack, server, work, token):
    layer = server.service + "/0"
    ours = [fieldpack, "fetch", layer, "--no-photos", "-o", work + "/ours", "--progress", "none"]
    secret = "&token=" + token if token else ""
    return {
        "fieldpack": ours + (["--user", "anna"] if token else []),
        "esridump": [sys.executable, "-c", ESRIDUMP, layer, work + "/esri.jsonl", token],
        "ogr2ogr": ["ogr2ogr", "-f", "GeoJSON", work + "/ogr.geojson",
                    "ESRIJSON:" + layer + "/query?where=1%3D1&outFields=*&f=json"
                    "&orderByFields=OBJECTID+ASC&resultRecordCount=100" + secret],
    }


ESRIDUMP = fetch.ESRIDUMP.replace(
    "pause_seconds=0)",
    "pause_seconds=0, extra_query_args={'token': sys.argv[3]} if sys.argv[3] else {})")


def ids(name, work):
    if name == "fieldpack":
        return [row["attributes"]["OBJECTID"] for row in fetch.pages(work + "/ours/City_0")]
    if name == "esridump":
        with open(work + "/esri.jsonl") as lines:
            return [json.loads(line)["properties"]["OBJECTID"] for line in lines]
    with open(work + "/ogr.geojson") as file:
        return [row["properties"]["OBJECTID"] for row in json.load(file)["features"]]


def outcome(name, command, server, work, hasAll):
    environment = {**os.environ, "FIELDPACK_PASSWORD": fetch.PASSWORD, "HOME": "/nowhere"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=180)
    except subprocess.TimeoutExpired:
        return "wrong: no end in 3 minutes"
    if done.returncode:
        return "refused" if hasAll else "refused, which is right"
    try:
        found = ids(name, work)
    except (OSError, ValueError, KeyError):
        return "wrong: no rows"
    wanted = [row["attributes"]["OBJECTID"] for row in server.city.trees]
    if sorted(found) == wanted and hasAll:
        return "right"
    missing, more = len(set(wanted) - set(found)), len(found) - len(set(found))
    gone = len(set(found) - set(wanted))
    parts = ["%d missing" % missing] * (missing > 0) + ["%d twice" % more] * (more > 0)
    parts += ["%d that are gone" % gone] * (gone > 0)
    return "wrong: " + (", ".join(parts) or "doesn't say that anything is amiss")


def main(fieldpack, work):
    names = ["fieldpack", "esridump", "ogr2ogr"]
    print("| the server | `fieldpack fetch` | esridump | ogr2ogr |")
    print("| --- | --- | --- | --- |")
    for manner, words, hasAll in MANNERS:
        cells = []
        for name in names:
            shutil.rmtree(work, ignore_errors=True)
            os.makedirs(work)
            server = Server(manner)
            token = ""
            if manner == "expires":
                token = fetch.ISSUED + "start"
                server.issued[token] = 8
            command = commands(fieldpack, server, work, token)[name]
            cells.append(outcome(name, command, server, work, hasAll))
            server.shutdown()
        print("| %s | %s |" % (words, " | ".join(cells)), flush=True)


# The race. The server has each row as text, one after the other, so that a page is a part of it.


class Trees:
    """A layer with the rows of a CSV file."""

    def __init__(self, path):
        with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
            rows = list(csv.DictReader(file))
        self.names = [name for name in rows[0] if name not in PLACE and name != "OBJECTID"]
        numbers = {name for name in self.names if all(is_number(row[name]) for row in rows)}
        self.fields = [{"name": "OBJECTID", "type": "esriFieldTypeOID"}] + [
            {"name": name, "alias": name,
             **({"type": "esriFieldTypeDouble"} if name in numbers else
                {"type": "esriFieldTypeString", "length": 500})}
            for name in self.names]
        texts, self.ends, size = [], [0], 0
        for number, row in enumerate(rows, 1):
            values = {"OBJECTID": number}
            for name in self.names:
                text = row[name] or None
                values[name] = float(text) if text and name in numbers else text
            x, y = (float(row[name]) for name in PLACE)
            texts.append(json.dumps({"attributes": values, "geometry": {"x": x, "y": y}}).encode())
            size += len(texts[-1]) + 1
            self.ends.append(size)
        self.text = b",".join(texts) + b","
        self.count = len(rows)
        self.edited = fetch.START
        self.photos = {}

    def rows(self, layer):
        return []


PLACE = ("Longitude", "Latitude")


def is_number(text):
    return not text or re.fullmatch(r"-?\d+(\.\d+)?", text) is not None


class RaceHandler(fetch.Handler):
    def route(self, path, values):
        if re.search(r"/FeatureServer/0$", path):
            value = fetch.definition(0, 2000)
            return self.send({**value, "fields": self.server.city.fields, "hasAttachments": False,
                              "globalIdField": None, "relationships": [], "editFieldsInfo": None})
        super().route(path, values)

    def query(self, layer, values):
        city = self.server.city
        if "returnIdsOnly" in values:
            return self.raw(city.ids, 200, "application/json")
        if "returnCountOnly" in values:
            return self.send({"count": city.count})
        first, last = 0, city.count
        for sign, number in re.findall(r"OBJECTID *([<>]=?) *(\d+)", values.get("where", "")):
            if sign[0] == ">":
                first = max(first, int(number) - (sign == ">="))
            else:
                last = min(last, int(number) - (sign == "<"))
        first += int(values.get("resultOffset", 0))
        end = min(last, first + min(2000, int(values.get("resultRecordCount", 2000))))
        head = {"objectIdFieldName": "OBJECTID", "geometryType": "esriGeometryPoint",
                "spatialReference": {"wkid": 4326}, "fields": city.fields}
        if end < last:
            head["exceededTransferLimit"] = True
        start, stop = city.ends[min(first, end)], city.ends[end]
        body = b"".join((json.dumps(head).encode()[:-1], b', "features": [',
                         city.text[start:max(start, stop - 1)], b"]}"))
        self.raw(body, 200, "application/json")


def race(fieldpack, work, path):
    """Seconds of each program for the same layer on the same server, in turn."""
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    city = Trees(path)
    city.ids = json.dumps({"objectIdFieldName": "OBJECTID",
                           "objectIds": list(range(1, city.count + 1))}).encode()
    server = fetch.Server(city, size=2000, handler=RaceHandler)
    layer = server.service + "/0"
    programs = {
        "`fieldpack fetch`": [fieldpack, "fetch", layer, "-o", work + "/race", "--progress", "none"],
        "esridump": [sys.executable, "-c", fetch.ESRIDUMP, layer, work + "/race.jsonl"],
        "ogr2ogr": ["ogr2ogr", "-f", "GeoJSON", work + "/race.geojson",
                    "ESRIJSON:" + layer + "/query?where=1%3D1&outFields=*&f=json"
                    "&orderByFields=OBJECTID+ASC&resultRecordCount=2000"],
    }
    times = {name: [] for name in programs}
    for _ in range(5):
        for name, command in programs.items():
            output = [word for word in command if word.startswith(work)][-1]
            shutil.rmtree(output, ignore_errors=True)
            if os.path.exists(output):
                os.remove(output)
            start = time.monotonic()
            subprocess.run(command, check=True, capture_output=True)
            times[name].append(time.monotonic() - start)
    with open(work + "/race.jsonl") as lines:
        esridump = sum(1 for _ in lines)
    with open(work + "/race.geojson") as file:
        ogr = len(json.load(file)["features"])
    pages = work + "/race/City_0"
    rows = {"`fieldpack fetch`": len(fetch.pages(pages)), "esridump": esridump, "ogr2ogr": ogr}
    size = sum(os.path.getsize(pages + "/" + name) for name in os.listdir(pages))
    print("%s rows, %d MB" % (format(city.count, ","), size / 1e6))
    base = statistics.median(times["`fieldpack fetch`"])
    print("| program | rows | seconds | |")
    print("| --- | --- | --- | --- |")
    for name, values in times.items():
        median = statistics.median(values)
        print("| %s | %s | %.1f (%.1f to %.1f) | %s |" % (
            name, format(rows[name], ","), median, min(values), max(values),
            "" if name[0] == "`" else "%.1f times as long" % (median / base)))


if __name__ == "__main__":
    if sys.argv[1] == "--race":
        race(*sys.argv[2:5])
    else:
        main(sys.argv[1], sys.argv[2])
