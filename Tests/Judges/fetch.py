"""Serves a web map, a feature service with photos and a portal on loopback, with the manners of
real servers, and lets Fieldpack fetch from it with the real curl.

    fetch.py FIELDPACK FOLDER [KILLS]   judge; prints {"problems": [...]}

Python's http.server knows nothing of Fieldpack's code. What was fetched is read with json, and
what was built from it with sqlite3.
"""

import base64
import bisect
import calendar
import gzip
import hashlib
import http.server
import json
import math
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
import zipfile

ITEM = "0123456789abcdef0123456789abcdef"
TOKEN = "S3CRET-T0KEN-OF-THE-OFFICE"
PASSWORD = "S3CRET-PASSW0RD"
APP_SECRET = "S3CRET-0F-THE-APP"
REFRESH = "S3CRET-REFRESH"
CODE = "S3CRET-C0DE"
ISSUED = "S3CRET-ISSUED-"
# All of them, and all tokens that the server issues.
SECRETS = [text.encode() for text in (TOKEN, PASSWORD, APP_SECRET, REFRESH, CODE, ISSUED)]
START = 1700000000000
PHOTO = b"\xff\xd8\xff\xe0" + bytes(range(256)) * 40


def guid(number):
    return "{%08X-0000-4000-8000-%012X}" % (number, number)


class City:
    """The data: trees with photos, inspections of trees."""

    def __init__(self, count):
        self.trees = [
            {
                "attributes": {
                    "OBJECTID": 7 + i * 2, "GlobalID": guid(i), "Species": "Ämber %d" % (i % 40),
                    "DBH": i % 97 / 2, "Planted": 1500000000000 + i * 86400000,
                    "Edited": START - 10**6,
                },
                "geometry": {"x": -122.6 + i % 500 / 5000, "y": 45.5 + i // 500 / 5000},
            }
            for i in range(count)
        ]
        self.visits = [
            {"attributes": {
                "OBJECTID": i + 1, "GlobalID": guid(10**6 + i), "TreeGUID": guid(i % max(1, count)),
                "Note": None if i % 5 == 0 else "visit %d" % i, "Edited": START - 10**6}}
            for i in range(count // 3)
        ]
        self.edited = START
        self.photos = {}
        for i in range(0, min(count, 200), 9):
            self.photos[7 + i * 2] = [
                (i * 10 + k, "photo.jpg", PHOTO + bytes([i % 256, k])) for k in range(2)]

    def edit(self, count):
        """Some trees come, some go, and some change."""
        self.edited += 60000
        for i in range(count):
            tree = self.trees[-2 - i * 3]["attributes"]
            tree.update(Species=tree["Species"] + "!", Edited=self.edited)
        for i in range(count):
            gone = self.trees.pop(i * 5)
            self.photos.pop(gone["attributes"]["OBJECTID"], None)
        last = self.trees[-1]["attributes"]["OBJECTID"]
        for i in range(count):
            self.trees.append({
                "attributes": {
                    "OBJECTID": last + 3 + i, "GlobalID": guid(2 * 10**6 + self.edited % 10**6 + i),
                    "Species": "New", "DBH": 1.5, "Planted": START, "Edited": self.edited},
                "geometry": {"x": -122.5, "y": 45.6}})

    def rows(self, layer):
        return self.trees if layer == 0 else self.visits


FIELDS = {
    0: [("OBJECTID", "OID"), ("GlobalID", "GlobalID"), ("Species", "String"), ("DBH", "Double"),
        ("Planted", "Date"), ("Edited", "Date")],
    1: [("OBJECTID", "OID"), ("GlobalID", "GlobalID"), ("TreeGUID", "GUID"), ("Note", "String"),
        ("Edited", "Date")],
}


def fields(layer):
    return [
        {"name": name, "type": "esriFieldType" + kind, "alias": name,
         **({"length": 80} if kind == "String" else {})}
        for name, kind in FIELDS[layer]]


def definition(layer, size, edited=START):
    relation = {
        "id": 0, "name": "Visits", "cardinality": "esriRelCardinalityOneToMany", "composite": False}
    common = {
        "id": layer, "currentVersion": 11.2, "fields": fields(layer), "objectIdField": "OBJECTID",
        "globalIdField": "GlobalID", "maxRecordCount": size, "capabilities": "Query,Editing",
        "advancedQueryCapabilities": {
            "supportsPagination": True, "supportsOrderBy": True, "supportsQueryAttachments": True,
            "supportsStatistics": True},
        "editFieldsInfo": {"editDateField": "Edited"},
        "editingInfo": {"lastEditDate": edited}}
    if layer == 0:
        return {**common, "name": "Trees", "type": "Feature Layer", "hasAttachments": True,
                "geometryType": "esriGeometryPoint", "extent": {
                    "xmin": -122.6, "ymin": 45.5, "xmax": -122.4, "ymax": 45.7,
                    "spatialReference": {"wkid": 4326}},
                "relationships": [{**relation, "relatedTableId": 1, "keyField": "GlobalID",
                                   "role": "esriRelRoleOrigin"}]}
    return {**common, "name": "Visits", "type": "Table", "hasAttachments": False,
            "relationships": [{**relation, "relatedTableId": 0, "keyField": "TreeGUID",
                               "role": "esriRelRoleDestination"}]}


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, city, size=100, rough=False, token=None, thief=None, lasting=None,
                 handler=None):
        super().__init__(("127.0.0.1", 0), handler or Handler)
        # Tokens that the server issues last for so many requests.
        self.lasting, self.issued, self.challenge = lasting, {}, None
        self.city, self.size, self.rough, self.token, self.thief = city, size, rough, token, thief
        self.seen, self.headers_seen, self.lock = {}, [], threading.Lock()
        self.texts = {}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self):
        return "http://127.0.0.1:%d" % self.server_address[1]

    @property
    def service(self):
        return self.address + "/arcgis/rest/services/City/FeatureServer"

    def text(self, layer):
        """The rows as JSON, made once, so that the race times the clients."""
        with self.lock:
            if self.texts.get("edited") != self.city.edited:
                self.texts = {"edited": self.city.edited}
            if layer not in self.texts:
                self.texts[layer] = [
                    (row["attributes"]["OBJECTID"], json.dumps(row))
                    for row in self.city.rows(layer)]
            return self.texts[layer]


    def chosen(self, layer, clause, box):
        """The IDs of the rows that a filter and a box choose, by SQLite."""
        rows = self.city.rows(layer)
        if clause in ("", "1=1") and not box:
            return [row["attributes"]["OBJECTID"] for row in rows]
        if clause == "1=0":
            return []
        # SQLite has no literals of dates.
        clause = re.sub(r"timestamp '([^']*)'", lambda match: str(1000 * calendar.timegm(
            time.strptime(match[1], "%Y-%m-%d %H:%M:%S"))), clause)
        names = [name for name, _ in FIELDS[layer]]
        store = sqlite3.connect(":memory:")
        store.execute("create table rows (x, y, %s)" % ", ".join(names))
        store.executemany(
            "insert into rows values (%s)" % ", ".join("?" * (len(names) + 2)),
            [[row.get("geometry", {}).get("x"), row.get("geometry", {}).get("y")]
             + [row["attributes"][name] for name in names] for row in rows])
        box = json.loads(box) if box else None
        rings = box.get("rings") if box else None
        if rings:
            inside = {row["attributes"]["OBJECTID"] for row in rows
                      if is_inside(row["geometry"], rings)}
            found = store.execute("select OBJECTID from rows where " + clause)
            return [row[0] for row in found if row[0] in inside]
        if box:
            sides = box
            clause += " and x between %r and %r and y between %r and %r" % tuple(
                sides[name] for name in ("xmin", "xmax", "ymin", "ymax"))
        return [row[0] for row in store.execute("select OBJECTID from rows where " + clause)]


def is_inside(point, rings):
    """Whether an odd number of edges is to the right of a point."""
    count = 0
    for ring in rings:
        for (x1, y1), (x2, y2) in zip(ring, ring[1:]):
            if (y1 > point["y"]) != (y2 > point["y"]):
                count += point["x"] < x1 + (point["y"] - y1) / (y2 - y1) * (x2 - x1)
    return count % 2 == 1


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        self.answer(self.rfile.read(length).decode())

    def do_GET(self):
        self.answer("")

    def answer(self, form):
        parts = urllib.parse.urlsplit(self.path)
        values = dict(urllib.parse.parse_qsl(parts.query + ("&" + form if form else ""), True))
        server = self.server
        with server.lock:
            key = self.path + form
            server.seen[key] = times = server.seen.get(key, 0) + 1
            server.headers_seen.append(dict(self.headers))
        if parts.path.endswith(("/generateToken", "/oauth2/token")):
            return self.issue(values)
        if parts.path.endswith("/oauth2/authorize"):
            server.challenge = values["code_challenge"]
            return self.send({"code": CODE})
        if parts.path.endswith("/rest/info"):
            return self.send({"owningSystemUrl": server.address + "/portal"})
        if server.lasting:
            with server.lock:
                bearer = self.headers.get("X-Esri-Authorization", "")[len("Bearer "):]
                left = server.issued[bearer] = server.issued.get(bearer, 0) - 1
            if left < 0:
                return self.send({"error": {"code": 498, "message": "Invalid token.", "details": []}})
        if server.token and self.headers.get("X-Esri-Authorization") != "Bearer " + server.token:
            return self.send({"error": {"code": 499, "message": "Token Required", "details": []}})
        page = parts.path.endswith("/query") and "returnIdsOnly" not in values
        if server.rough and page and times == 1:
            kind = int(hashlib.sha256(key.encode()).hexdigest(), 16) % 8
            if kind == 0:
                return self.send({}, 429, {"Retry-After": "0"})
            if kind == 1:
                return self.cut()
            if kind == 2:
                return self.raw(b"<html>Service busy</html>", 200, "text/html")
            if kind == 3:
                return self.send({"error": {"code": 500, "message": "Error performing query"}})
        if server.thief and "/attachments/" in parts.path:
            return self.send({}, 302, {"Location": server.thief + parts.path})
        self.route(parts.path, values)

    def issue(self, values):
        """Tokens for a user, an app, a code, a stored sign-in, and in exchange for another."""
        server = self.server
        kind = values.get("grant_type")
        name = "access_token" if kind else "token"
        verifier = hashlib.sha256(values.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(verifier).rstrip(b"=").decode()
        right = {
            "client_credentials": values.get("client_secret") == APP_SECRET,
            "authorization_code": values.get("code") == CODE and challenge == server.challenge,
            "refresh_token": values.get("refresh_token") == REFRESH,
            None: values.get("password") == PASSWORD or server.issued.get(values.get("token"), 0) > 0,
        }[kind]
        if not right:
            return self.send({"error": {"code": 400, "message": "Unable to generate token.",
                                        "details": ["Invalid username or password."]}})
        with server.lock:
            token = ISSUED + str(len(server.issued))
            server.issued[token] = server.lasting
        self.send({name: token, "refresh_token": REFRESH, "username": "anna", "expires": 1})

    def route(self, path, values):
        city = self.server.city
        match = re.search(r"/FeatureServer(?:/(\d+))?(/.*)?$", path)
        if path.endswith("/portals/self"):
            return self.send({"authorizedCrossOriginDomains": []})
        if path.endswith("/items/" + ITEM):
            return self.send({"id": ITEM, "type": "Web Map", "title": "City Trees"})
        if path.endswith("/items/%s/data" % ITEM):
            return self.send(self.map())
        if not match:
            return self.send({"error": {"code": 404, "message": "no such resource"}})
        if match[1] is None:
            return self.send({
                "capabilities": "Query,Editing", "layers": [{"id": 0, "name": "Trees"}],
                "tables": [{"id": 1, "name": "Visits"}], "spatialReference": {"wkid": 4326}})
        layer, rest = int(match[1]), match[2] or ""
        if not rest:
            return self.send(definition(
                layer, self.server.size, START if layer else city.edited))
        if rest == "/query":
            return self.query(layer, values)
        if rest == "/queryAttachments":
            ids = [int(part) for part in values["objectIds"].split(",")]
            return self.send({"attachmentGroups": [
                {"parentObjectId": i, "attachmentInfos": [
                    {"id": number, "name": name, "size": len(data), "contentType": "image/jpeg"}
                    for number, name, data in city.photos[i]]}
                for i in ids if i in city.photos]})
        row, number = (int(part) for part in re.findall(r"\d+", rest))
        for other, _, data in city.photos[row]:
            if other == number:
                return self.raw(data, 200, "image/jpeg")

    def query(self, layer, values):
        rows = self.server.text(layer)
        clause = values.get("where", "")
        if "returnIdsOnly" in values:
            try:
                numbers = self.server.chosen(layer, clause, values.get("geometry"))
            except sqlite3.Error as error:
                return self.send({"error": {"code": 400, "message": "Cannot perform query.",
                                            "details": [str(error)]}})
            return self.send({"objectIdFieldName": "OBJECTID", "objectIds": numbers})
        if "returnCountOnly" in values:
            return self.send({"count": len(rows)})
        if "outStatistics" in values:
            return self.send({"features": [{"attributes": {
                "THE_MIN": rows[0][0], "THE_MAX": rows[-1][0]}}]})
        if "objectIds" in values:
            ids = set(int(part) for part in values["objectIds"].split(","))
            rows = [row for row in rows if row[0] in ids]
        elif clause not in ("", "1=1", "1=0") and not re.search("[<>]", clause):
            try:
                ids = set(self.server.chosen(layer, clause, None))
            except sqlite3.Error as error:
                return self.send({"error": {"code": 400, "message": "Cannot perform query.",
                                            "details": [str(error)]}})
            rows = [row for row in rows if row[0] in ids]
        else:
            first, last = 0, len(rows)
            for sign, number in re.findall(r"OBJECTID *([<>]=?) *(\d+)", clause):
                # The rows are in the order of their IDs, as an index of a database is.
                edge = (int(number) + 1,) if sign in (">", "<=") else (int(number),)
                if sign[0] == ">":
                    first = max(first, bisect.bisect_left(rows, edge))
                else:
                    last = min(last, bisect.bisect_left(rows, edge))
            rows = [] if clause == "1=0" else rows[first:last]
        start = int(values.get("resultOffset", 0))
        count = min(int(values.get("resultRecordCount", 10**9)), self.server.size)
        more = len(rows) > start + count
        head = {"objectIdFieldName": "OBJECTID", "globalIdFieldName": "GlobalID",
                "fields": fields(layer)}
        if layer == 0:
            head.update(geometryType="esriGeometryPoint", spatialReference={"wkid": 4326})
        if more:
            head["exceededTransferLimit"] = True
        body = json.dumps(head)[:-1] + ', "features": [' + ", ".join(
            text for _, text in rows[start:start + count]) + "]}"
        self.raw(body.encode(), 200, "application/json")

    def map(self):
        url = self.server.service
        return {
            "version": "2.31", "authoringApp": "Judge", "spatialReference": {"wkid": 102100},
            "operationalLayers": [{
                "id": "trees", "title": "Trees", "layerType": "ArcGISFeatureLayer",
                "url": url + "/0", "popupInfo": {"title": "{Species}", "fieldInfos": []}}],
            "tables": [{"id": "visits", "title": "Visits", "url": url + "/1"}],
            "bookmarks": [{"name": "West Side", "extent": {
                "xmin": -122.59, "ymin": 45.4, "xmax": -122.57, "ymax": 45.6,
                "spatialReference": {"wkid": 4326}}}]}

    def send(self, value, status=200, headers={}):
        self.raw(json.dumps(value).encode(), status, "application/json", headers)

    def raw(self, body, status, kind, headers={}):
        packed = "gzip" in self.headers.get("Accept-Encoding", "") and self.server.rough
        if packed:
            body = gzip.compress(body, 1)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass

    def cut(self):
        self.send_response(200)
        self.send_header("Content-Length", "4000")
        self.end_headers()
        self.wfile.write(b'{"features": [')
        self.close_connection = True


problems = []


def expect(truth, text):
    if not truth:
        problems.append(text)


def run(arguments, token=None, path=None, more={}, input=None):
    environment = {key: value for key, value in os.environ.items()
                   if not key.startswith("FIELDPACK_") and key != "XDG_CONFIG_HOME"}
    environment["HOME"] = "/nowhere"
    if token:
        environment["FIELDPACK_TOKEN"] = token
    if path is not None:
        environment["PATH"] = path
    return subprocess.run(
        arguments, capture_output=True, text=True, env={**environment, **more}, input=input)


def pages(folder):
    rows = []
    for name in sorted(os.listdir(folder)):
        with open(folder + "/" + name) as file:
            page = json.load(file)
        expect(page.get("exceededTransferLimit") is not True, name + " says that more follows")
        rows += page["features"]
    return rows


def tree(folder):
    files = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            with open(path, "rb") as file:
                files[os.path.relpath(path, folder)] = file.read()
    return files


def compare(folder, city, what):
    expect(pages(folder + "/City_0") == city.trees, what + ": trees differ")
    expect(pages(folder + "/City_1") == city.visits, what + ": visits differ")
    photos = {hashlib.sha256(data).hexdigest() for list in city.photos.values()
              for _, _, data in list}
    files = tree(folder + "/attachments")
    found = {hashlib.sha256(data).hexdigest() for data in files.values()}
    expect(photos == found and len(files) == len(photos), what + ": photos differ")


def build(fieldpack, folder, city, work, what):
    """What check and build make of the folder, with no arguments but map and folder."""
    map_and_data = [folder + "/map.json", "--data", folder]
    checked = run([fieldpack, "check", *map_and_data, "--json"])
    report = json.loads(checked.stdout)
    bad = [finding for finding in report["findings"] if finding["severity"] != "information"]
    expect(checked.returncode == 0 and not bad, "%s: check says %s" % (what, bad))
    package = work + "/city.zip"
    built = run([fieldpack, "build", *map_and_data, "-o", package])
    expect(built.returncode == 0, "%s: build says %s" % (what, built.stderr))
    if built.returncode:
        return
    with zipfile.ZipFile(package) as archive:
        archive.extract("data.gpkg", work)
    with sqlite3.connect(work + "/data.gpkg") as store:
        title = store.execute(
            "select count(*) from sqlite_master where name in ('Trees', 'Visits')").fetchone()[0]
        expect(title == 2, what + ": tables are missing")
        got = store.execute("select GlobalID, Species, DBH from Trees order by 1").fetchall()
        wanted = sorted((row["attributes"]["GlobalID"], row["attributes"]["Species"],
                         row["attributes"]["DBH"]) for row in city.trees)
        expect(got == wanted, what + ": the package has other trees")
        count = store.execute("select count(*) from Visits").fetchone()[0]
        expect(count == len(city.visits), what + ": the package has other visits")
    os.remove(package)


def watch(stop, found):
    """Looks for secrets in the arguments of all processes."""
    while not stop.is_set():
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    with open("/proc/%s/cmdline" % name, "rb") as file:
                        words = file.read()
                        if any(secret in words for secret in SECRETS):
                            found.append(name)
                except OSError:
                    pass
        time.sleep(0.005)


def judge(fieldpack, work, kills):
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    city = City(950)

    polite = Server(city)
    done = run([fieldpack, "fetch", polite.service, "-o", work + "/service"])
    expect(done.returncode == 0, "service: " + done.stderr)
    compare(work + "/service", city, "service")
    build(fieldpack, work + "/service", city, work, "service")

    thief = Server(city)
    rough = Server(city, size=60, rough=True, token=TOKEN, thief=thief.address)
    stop, found = threading.Event(), []
    watcher = threading.Thread(target=watch, args=(stop, found))
    watcher.start()
    done = run([fieldpack, "fetch", ITEM, "--portal", rough.address + "/portal", "-o",
                work + "/map", "--json"], token=TOKEN)
    stop.set()
    watcher.join()
    expect(done.returncode == 0, "map: " + done.stdout + done.stderr)
    expect(not found, "the token is in the arguments of a process")
    expect(thief.headers_seen, "photos are not from the other server")
    expect(not any("X-Esri-Authorization" in headers for headers in thief.headers_seen),
           "the token went to another server")
    if done.returncode == 0:
        compare(work + "/map", city, "map")
        build(fieldpack, work + "/map", city, work, "map")
    texts = {"answer": (done.stdout + done.stderr).encode(), **tree(work + "/map")}
    for name, text in texts.items():
        expect(TOKEN.encode() not in text, "the token is in " + name)
    signed_in(fieldpack, work)
    parts(fieldpack, work)
    named_areas(fieldpack, work)
    updated(fieldpack, work)

    again = run([fieldpack, "fetch", polite.service, "-o", work + "/service", "--force", "--json"])
    report = json.loads(again.stdout)
    expect([layer.get("new") for layer in report.get("layers", [])] == [0, 0],
           "a second run doesn't say that nothing changed: " + again.stdout)
    expect(tree(work + "/service/City_0") and pages(work + "/service/City_0") == city.trees,
           "a second run gives other trees")

    denied = run([fieldpack, "fetch", rough.service, "-o", work + "/denied"])
    expect(denied.returncode == 3 and "SERVICE_SIGN_IN_NEEDED" in denied.stderr,
           "without a token: " + denied.stderr)
    none = run([fieldpack, "fetch", polite.service, "-o", work + "/none"], path="/nowhere")
    expect(none.returncode == 4 and "apt-get install curl" in none.stderr,
           "without curl: " + none.stderr)
    for name in ("denied", "none"):
        expect(not os.path.exists(work + "/" + name), name + " was written")

    killed(fieldpack, work, polite, kills)
    print(json.dumps({"problems": problems}))


def signed_in(fieldpack, work):
    """A user, an app and a pasted code, with tokens that last for 9 requests."""
    city = City(400)
    rough = Server(city, size=60, rough=True, lasting=9)
    settings = {"XDG_CONFIG_HOME": work + "/settings"}
    stop, found = threading.Event(), []
    watcher = threading.Thread(target=watch, args=(stop, found))
    watcher.start()
    with open(work + "/password.txt", "w") as file:
        file.write(PASSWORD + "\n")
    portal = rough.address + "/portal"
    ways = {
        "user": (["--user", "anna", "--password-file", work + "/password.txt"], {}),
        "app": (["--client-id", "K1"], {"FIELDPACK_CLIENT_SECRET": APP_SECRET}),
        "stored": ([], settings),
    }
    signing = subprocess.Popen(
        [fieldpack, "sign-in", portal, "--client-id", "K1"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **settings})
    page = ""
    while "http" not in page:
        page = signing.stderr.readline()
    with urllib.request.urlopen(page.strip()) as answer:
        code = json.load(answer)["code"]
    out, err = signing.communicate(code + "\n")
    expect(signing.returncode == 0 and "anna is signed in" in out, "sign-in: " + out + err)
    texts = {"sign-in": (out + err).encode()}
    stored = os.listdir(work + "/settings/fieldpack")
    expect([os.stat(work + "/settings/fieldpack/" + name).st_mode & 0o777 for name in stored]
           == [0o600], "the stored sign-in isn't secret: %s" % stored)
    for name, (words, more) in ways.items():
        folder = work + "/signed-" + name
        for source in ([ITEM, "--portal", portal], [rough.service]):
            done = run([fieldpack, "fetch", *source, "-o", folder, "-f", *words], more=more)
            expect(done.returncode == 0, "%s: %s%s" % (name, done.stdout, done.stderr))
            if done.returncode == 0:
                compare(folder, city, name)
            texts.update({name: (done.stdout + done.stderr).encode(), **tree(folder)})
    wrong = run([fieldpack, "fetch", rough.service, "-o", work + "/wrong", "--user", "anna"],
                more={"FIELDPACK_PASSWORD": "wrong"})
    expect(wrong.returncode == 3 and "Invalid username or password" in wrong.stderr,
           "with a wrong password: " + wrong.stderr)
    stop.set()
    watcher.join()
    expect(not found, "a secret is in the arguments of a process")
    for name, text in texts.items():
        expect(not any(secret in text for secret in SECRETS), "a secret is in " + name)
    expect(len(rough.issued) > 20, "tokens were not renewed: %d" % len(rough.issued))
    expect(not any(secret.decode() in key.split("?")[-1] for key in rough.seen
                   if "?" in key for secret in SECRETS), "a secret is in an address")


def parts(fieldpack, work):
    """A filter and an area, with what is related to the chosen rows."""
    city = City(700)
    server = Server(city, size=60)
    fetch = [fieldpack, "fetch", server.service]
    choice = ["--where", "Trees:DBH > 20 AND Species <> 'it''s'", "--area", "-122.59,45.4,-122.52,45.6"]
    folder = work + "/part"
    plan = run([*fetch, *choice, "--plan", "--json"])
    done = run([*fetch, *choice, "-o", folder])
    expect(done.returncode == 0, "part: " + done.stderr)
    trees = [tree for tree in city.trees
             if tree["attributes"]["DBH"] > 20 and -122.59 <= tree["geometry"]["x"] <= -122.52]
    chosen = {tree["attributes"]["GlobalID"] for tree in trees}
    visits = [visit for visit in city.visits if visit["attributes"]["TreeGUID"] in chosen]
    expect(10 < len(trees) < 400 and 3 < len(visits) < 200, "the part is no part")
    if done.returncode == 0:
        expect(pages(folder + "/City_0") == trees, "part: trees differ")
        expect(pages(folder + "/City_1") == visits, "part: visits differ")
        checked = run([fieldpack, "check", folder + "/map.json", "--data", folder, "--json"])
        bad = [finding for finding in json.loads(checked.stdout)["findings"]
               if finding["severity"] != "information"]
        expect(checked.returncode == 0 and not bad, "part: check says %s" % bad)
    counts = [layer["records"] for layer in json.loads(plan.stdout)["layers"]]
    expect(counts == [len(trees), len(visits)], "the plan of a part says %s" % counts)
    other = run([*fetch, "-o", folder, "-f"])
    expect(other.returncode and "SERVICE_OTHER_PART" in other.stderr,
           "another part: " + other.stderr)
    wrong = run([*fetch, "--where", "Trees:NOSUCH = 1", "-o", work + "/wrong"])
    expect(wrong.returncode == 3 and "no such column: NOSUCH" in wrong.stderr,
           "a wrong filter: " + wrong.stderr)
    none = run([*fetch, "--where", "Trees:DBH > 1000", "-o", work + "/empty"])
    expect(none.returncode == 0 and pages(work + "/empty/City_0") == []
           and pages(work + "/empty/City_1") == [], "an empty part: " + none.stderr)


def named_areas(fieldpack, work):
    """Areas that only the map names: a bookmark, and what is around a tree."""
    city = City(700)
    server = Server(city, size=60)
    fetch = [fieldpack, "fetch", ITEM, "--portal", server.address + "/portal", "--area"]
    middle = city.trees[300]

    def meters(tree):
        east = (tree["geometry"]["x"] - middle["geometry"]["x"]) * math.cos(math.radians(45.5))
        north = tree["geometry"]["y"] - middle["geometry"]["y"]
        return math.hypot(east, north) * 111320

    areas = {
        "West Side": [tree for tree in city.trees if -122.59 <= tree["geometry"]["x"] <= -122.57],
        "within:340m:Trees:OBJECTID=%d" % middle["attributes"]["OBJECTID"]:
            [tree for tree in city.trees if meters(tree) < 340],
    }
    for name, trees in areas.items():
        folder = work + "/named"
        done = run([*fetch, name, "-o", folder])
        expect(done.returncode == 0, "%s: %s" % (name, done.stderr))
        expect(10 < len(trees) < 400, "%s is no part" % name)
        if done.returncode == 0:
            expect(pages(folder + "/City_0") == trees, name + ": trees differ")
            again = run([*fetch, name, "-o", folder, "-f"])
            expect(again.returncode == 0, "%s again: %s" % (name, again.stderr))
            other = run([*fetch, "-122.6,45.4,-122.5,45.6", "-o", folder, "-f"])
            expect("SERVICE_OTHER_PART" in other.stderr, "another area: " + other.stderr)
        shutil.rmtree(folder, ignore_errors=True)
    for name, word in (("East Side", "West Side"), ("Trees:OBJECTID=1", "but there is none"),
                       ("Trees:NOSUCH=1", "no such column: NOSUCH"),
                       ("Trees:OBJECTID=7", "within:50m:")):
        wrong = run([*fetch, name, "-o", work + "/named"])
        expect(wrong.returncode and word in wrong.stderr, "%s: %s" % (name, wrong.stderr))
        expect(not os.path.exists(work + "/named"), name + " was written")


def updated(fieldpack, work):
    """A folder that is brought up to date has the bytes of a fresh one."""
    city = City(900)
    server = Server(city, size=60)
    fetch = [fieldpack, "fetch", server.service, "--json", "-o"]
    folder, fresh = work + "/updated", work + "/fresh"
    run([*fetch, folder])
    for count in (1, 20):
        city.edit(count)
        server.seen.clear()
        again = run([*fetch, folder, "-f"])
        expect(again.returncode == 0, "update: " + again.stdout)
        layers = json.loads(again.stdout).get("layers", [{}])
        changes = [layers[0].get(name) for name in ("new", "changed", "gone")]
        expect(changes == [count, count, count], "an update says %s" % changes)
        asked = sum(1 for key in server.seen if "outFields" in key)
        expect(asked <= 2, "an update asks for %d pages" % asked)
        shutil.rmtree(fresh, ignore_errors=True)
        run([*fetch, fresh])
        expect(tree(folder) == tree(fresh), "an update gives another folder than a fresh fetch")


def killed(fieldpack, work, server, kills):
    """Kills the program at random moments, and runs it until it is through."""
    wanted = tree(work + "/service")
    output = work + "/killed"
    chance = random.Random(7)
    rounds = 0
    while rounds < kills:
        process = subprocess.Popen([fieldpack, "fetch", server.service, "-o", output],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(chance.random() * 0.6)
        process.send_signal(chance.choice([signal.SIGKILL, signal.SIGINT]))
        _, text = process.communicate()
        code = process.returncode
        rounds += 1
        if code == 0 or os.path.exists(output):
            expect(tree(output) == wanted, "round %d gives another folder" % rounds)
            shutil.rmtree(output)
            shutil.rmtree(output + ".fetching", ignore_errors=True)
        elif code not in (130, -signal.SIGKILL, -signal.SIGINT):
            problems.append("a killed run ended with %d: %s" % (code, text.decode()))
    done = run([fieldpack, "fetch", server.service, "-o", output])
    expect(done.returncode == 0 and tree(output) == wanted,
           "the last run gives another folder: " + done.stderr)
    left = [name for name in os.listdir(work) if name.startswith((".killed", "killed."))]
    expect(not left, "left behind: %s" % left)


# Its command pauses for 10 seconds after each five pages, which its library can leave out.
ESRIDUMP = """
import json, sys
from esridump.dumper import EsriDumper
with open(sys.argv[2], "w") as lines:
    for feature in EsriDumper(sys.argv[1], max_page_size=2000, pause_seconds=0):
        lines.write(json.dumps(feature) + "\\n")
"""


if __name__ == "__main__":
    judge(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 10)
