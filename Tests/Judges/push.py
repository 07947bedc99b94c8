"""Serves a feature service that takes edits, and lets Fieldpack push a merge to it with the real curl.

    push.py FIELDPACK FOLDER [KILLS]      judge; prints {"problems": [...]}

The round trip: fetch, build, the edits of two crews by sqlite3, merge, an edit of somebody else in
the service, push, fetch again. What the service must have in the end is written down here by hand.
"""

import copy
import hashlib
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import threading
import time
import urllib.parse
import zipfile

import fetch
from fetch import City, TOKEN, expect, guid, pages, problems, run, tree, watch

LEAF = b"\xff\xd8\xff\xe0 a photo of a leaf " + bytes(range(256)) * 700 + b"\xff\xd9"
OTHER = b"\xff\xd8\xff\xe0 another photo " + bytes(range(255)) * 40 + b"\xff\xd9"


class Server(fetch.Server):
    """A service that takes edits. A rough one loses answers, is busy, and fails."""

    def __init__(self, city, **options):
        super().__init__(city, **options)
        self.RequestHandlerClass = Handler
        self.next, self.edits, self.calls, self.moved = 10**6, 1700000000000, [], None

    def touched(self):
        self.texts = {}
        self.edits += 1000



class Handler(fetch.Handler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        kind = self.headers.get("Content-Type", "")
        operation = self.path.split("?")[0].rsplit("/", 1)[-1]
        if operation not in ("applyEdits", "addAttachment", "updateAttachment",
                             "deleteAttachments"):
            return self.answer(body.decode())
        server = self.server
        with server.lock:
            server.headers_seen.append(dict(self.headers))
            server.calls.append(body)
            number = len(server.calls)
        if server.token and self.headers.get("X-Esri-Authorization") != "Bearer " + server.token:
            return self.send({"error": {"code": 499, "message": "Token Required", "details": []}})
        if server.moved:
            return self.send({}, 307, {"Location": server.moved + self.path})
        if not server.rough:
            return self.send(self.edit(operation, kind, body))
        manner = number % 6
        if manner == 1:
            return self.send({}, 429, {"Retry-After": "0"})
        if manner == 2:
            self.edit(operation, kind, body)
            return self.cut()
        if manner == 3:
            return self.cut()
        if manner == 4:
            self.edit(operation, kind, body)
            return self.raw(b"<html>Bad Gateway</html>", 502, "text/html")
        self.send(self.edit(operation, kind, body))

    def definition(self, layer):
        value = fetch.definition(layer, self.server.size)
        value["supportsApplyEditsWithGlobalIds"] = True
        value["editingInfo"] = {"lastEditDate": self.server.edits}
        return value

    def route(self, path, values):
        match = re.search(r"/FeatureServer/(\d+)$", path)
        if match:
            return self.send(self.definition(int(match[1])))
        return super().route(path, values)

    def query(self, layer, values):
        clause = values.get("where", "")
        found = re.match(r"(\w+) IN \((.*)\)$", clause)
        if not found:
            return super().query(layer, values)
        wanted = set(re.findall(r"'(\{[^']*\})'", found[2]))
        rows = [row for row in self.server.city.rows(layer)
                if row["attributes"][found[1]] in wanted]
        cut = rows[:self.server.size]
        body = {"objectIdFieldName": "OBJECTID", "features": cut}
        if len(cut) < len(rows):
            body["exceededTransferLimit"] = True
        self.send(body)

    def edit(self, operation, kind, body):
        server = self.server
        with server.lock:
            server.touched()
            if operation == "applyEdits":
                layer = int(re.search(r"/FeatureServer/(\d+)/", self.path)[1])
                return self.apply(layer, dict(urllib.parse.parse_qsl(body.decode(), True)))
            row = int(re.search(r"/(\d+)/\w+Attachments?$", self.path)[1])
            photos = server.city.photos.setdefault(row, [])
            if operation == "deleteAttachments":
                number = int(dict(urllib.parse.parse_qsl(body.decode()))["attachmentIds"])
                photos[:] = [photo for photo in photos if photo[0] != number]
                return {"deleteAttachmentResults": [{"objectId": number, "success": True}]}
            values, name, data = parts(kind, body)
            if operation == "updateAttachment":
                number = int(values["attachmentId"])
                photos[:] = [(n, name, data) if n == number else (n, m, d) for n, m, d in photos]
                return {"updateAttachmentResult": {"objectId": number, "success": True}}
            server.next += 1
            photos.append((server.next, name, data))
            return {"addAttachmentResult": {"objectId": server.next, "success": True}}

    def apply(self, layer, values):
        rows = self.server.city.rows(layer)
        byid = {row["attributes"]["GlobalID"]: row for row in rows}
        expect(values.get("useGlobalIds") == "true", "useGlobalIds is " + str(values))
        expect(values.get("rollbackOnFailure") == "false", "rollbackOnFailure is missing")
        answer = {}
        for feature in json.loads(values.get("adds", "[]")):
            name = feature["attributes"]["GlobalID"]
            if name in byid:
                result = {"globalId": name, "success": False,
                          "error": {"code": 1022, "description": "Duplicate."}}
            else:
                self.server.next += 1
                blank = dict.fromkeys(field for field, _ in fetch.FIELDS[layer])
                row = {"attributes": {**blank, **feature["attributes"], "Edited": self.server.edits,
                                      "OBJECTID": self.server.next}}
                if "geometry" in feature:
                    row["geometry"] = coordinates(feature["geometry"])
                rows.append(row)
                result = {"globalId": name, "objectId": self.server.next, "success": True}
            answer.setdefault("addResults", []).append(result)
        for feature in json.loads(values.get("updates", "[]")):
            name = feature["attributes"]["GlobalID"]
            row = byid.get(name)
            if row:
                row["attributes"].update(feature["attributes"], Edited=self.server.edits)
                if "geometry" in feature:
                    row["geometry"] = coordinates(feature["geometry"])
            answer.setdefault("updateResults", []).insert(0, {
                "globalId": name, "success": row is not None})
        for name in json.loads(values.get("deletes", "[]")):
            row = byid.get(name)
            if row:
                rows.remove(row)
                if layer == 0:
                    self.server.city.photos.pop(row["attributes"]["OBJECTID"], None)
            answer.setdefault("deleteResults", []).append({
                "globalId": name, "success": row is not None, "error": {"code": 1011}})
        return answer


def coordinates(geometry):
    return {"x": geometry["x"], "y": geometry["y"]}


def parts(kind, body):
    """The values, the name and the bytes of a form with a file."""
    boundary = b"--" + kind.split("boundary=")[1].encode()
    values, name, data = {}, None, None
    for part in body.split(boundary)[1:-1]:
        head, content = part[2:].split(b"\r\n\r\n", 1)
        content = content[:-2]
        field = re.search(rb'name="([^"]*)"', head)[1].decode()
        file = re.search(rb'filename="([^"]*)"', head)
        if file:
            name, data = file[1].decode(), content
        else:
            values[field] = content.decode()
    return values, name, data


def crew(issued, output, edits):
    """Edits a package as an app on SQLite does."""
    folder = output + ".folder"
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(issued) as archive:
        archive.extractall(folder)
    with sqlite3.connect(folder + "/data.gpkg") as store:
        store.create_function("ST_IsEmpty", 1, lambda blob: blob is None)
        for index, name in enumerate(("ST_MinX", "ST_MinY")):
            for prefix in (name, name.replace("Min", "Max")):
                store.create_function(
                    prefix, 1, lambda blob, i=index: struct.unpack("<dd", blob[-16:])[i])
        edits(store)
    store.close()
    with zipfile.ZipFile(output, "w") as archive:
        for name in sorted(tree(folder)):
            archive.write(folder + "/" + name, name)


def point(x, y):
    return b"GP\0\1" + struct.pack("<i", 4326) + struct.pack("<BIdd", 1, 1, x, y)


def attach(store, parent, name, data):
    store.execute(
        "insert into Trees_attachments(data, content_type, parent_globalid, globalid, name, size, "
        "sha256) values (?, 'image/jpeg', ?, ?, ?, ?, ?)",
        (data, parent, guid(7 * 10**6 + len(name)), name, len(data),
         hashlib.sha256(data).hexdigest()))


def first(store):
    store.execute("update Trees set Species = 'Gingko' where GlobalID = ?", (guid(1),))
    store.execute("update Trees set DBH = 12.25 where GlobalID = ?", (guid(2),))
    store.execute("update Trees set Species = 'Sophora' where GlobalID = ?", (guid(5),))
    store.execute(
        "insert into Trees(geom, GlobalID, Species, DBH) values (?, ?, 'Bürgerbaum', 3.5)",
        (point(-122.55, 45.55), guid(900)))
    store.execute("insert into Visits(GlobalID, TreeGUID, Note) values (?, ?, 'planted')",
                  (guid(901), guid(900)))
    attach(store, guid(900), 'leaf of "it".jpg', LEAF)
    attach(store, guid(3), "other.jpg", OTHER)
    store.execute("delete from Trees_attachments where parent_globalid = ? and name = 'photo.jpg'",
                  (guid(9),))


def second(store):
    store.execute("update Trees set DBH = 40 where GlobalID = ?", (guid(1),))
    store.execute("update Trees set geom = ? where GlobalID = ?",
                  (point(-122.51, 45.51), guid(4)))
    store.execute("update Visits set Note = null where GlobalID = ?", (guid(10**6 + 1),))
    for table, key in (("Visits", "TreeGUID"), ("Trees_attachments", "parent_globalid"),
                       ("Trees", "GlobalID")):
        store.execute('delete from "%s" where "%s" = ?' % (table, key), (guid(18),))
    # Its inspection is edited in the service meanwhile.
    for table, key in (("Visits", "TreeGUID"), ("Trees", "GlobalID")):
        store.execute('delete from "%s" where "%s" = ?' % (table, key), (guid(12),))


def row(city, layer, number):
    return next(row for row in city.rows(layer) if row["attributes"]["GlobalID"] == guid(number))


def meanwhile(city):
    """What somebody else edits in the service after the data was fetched."""
    for layer, number, field, value in (
            (0, 5, "Species", "Ahorn"), (0, 1, "Planted", 1600000000000),
            (0, 30, "Species", "Linde"), (1, 10**6 + 12, "Note", "sick")):
        row(city, layer, number)["attributes"].update({field: value, "Edited": 1700000000000})


def wanted(city):
    """What the service has after the push."""
    meanwhile(city)
    row(city, 0, 1)["attributes"].update(Species="Gingko", DBH=40)
    row(city, 0, 2)["attributes"]["DBH"] = 12.25
    row(city, 0, 4)["geometry"] = {"x": -122.51, "y": 45.51}
    row(city, 1, 10**6 + 1)["attributes"]["Note"] = None
    city.trees.append({
        "attributes": {"OBJECTID": 0, "GlobalID": guid(900), "Species": "Bürgerbaum", "DBH": 3.5,
                       "Planted": None}, "geometry": {"x": -122.55, "y": 45.55}})
    city.visits.append({"attributes": {
        "OBJECTID": 0, "GlobalID": guid(901), "TreeGUID": guid(900), "Note": "planted"}})
    gone = row(city, 0, 18)
    city.trees.remove(gone)
    city.visits.remove(row(city, 1, 10**6 + 18))
    city.photos.pop(gone["attributes"]["OBJECTID"])
    city.photos[0] = [(0, "leaf of %22it%22.jpg", LEAF)]
    city.photos[7 + 3 * 2] = [(0, "other.jpg", OTHER)]
    city.photos[7 + 9 * 2] = city.photos[7 + 9 * 2][1:]


def content(city):
    """All that matters of the data: not the numbers that the service gives."""
    names = {row["attributes"]["OBJECTID"]: row["attributes"]["GlobalID"] for row in city.trees}
    names[0] = guid(900)
    rows = [
        (layer, row["attributes"]["GlobalID"],
         sorted((key, None if value is None else float(value) if key == "DBH" else value)
                for key, value in row["attributes"].items() if key not in ("OBJECTID", "Edited")),
         row.get("geometry"))
        for layer in (0, 1) for row in city.rows(layer)]
    photos = [(names.get(number), name, hashlib.sha256(data).hexdigest())
              for number, list in city.photos.items() for _, name, data in list]
    return sorted(rows, key=str), sorted(photos, key=str)


def same(city, goal, what):
    (rows, photos), (goal_rows, goal_photos) = content(city), content(goal)
    expect(rows == goal_rows, "%s: other records: %s" % (
        what, [row for row in rows if row not in goal_rows]
        + [row for row in goal_rows if row not in rows]))
    expect(photos == goal_photos, "%s: other photos: %s" % (
        what, set(photos) ^ set(goal_photos)))


def conflicts(text):
    return sorted((entry["layer"], entry["globalid"], entry["kind"], entry["field"])
                  for entry in json.loads(text).get("conflicts", []))


def judge(fieldpack, work, kills):
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    city = City(60)
    issued = copy.deepcopy(city)
    goal = copy.deepcopy(city)
    wanted(goal)
    server = Server(city, size=25, token=TOKEN)
    data, review = work + "/data", work + "/review"

    def step(*arguments, code=0, token=TOKEN):
        done = run([fieldpack, *arguments], token=token)
        expect(done.returncode == code, "%s: %d: %s%s" % (
            " ".join(arguments[:2]), done.returncode, done.stdout[-1500:], done.stderr[-1500:]))
        return done

    def merge(output, *more, code=1):
        step("merge", "--into", data, "--map", data + "/map.json", work + "/crew-1.mmpk",
             work + "/crew-2.mmpk", "--dry-run", "--review", output, "-f", *more, code=code)

    step("fetch", server.service, "-o", data)
    step("build", data + "/map.json", "--data", data, "-o", work + "/issued.mmpk",
         "--photos", "blobs")
    crew(work + "/issued.mmpk", work + "/crew-1.mmpk", first)
    crew(work + "/issued.mmpk", work + "/crew-2.mmpk", second)
    merge(review, code=0)
    if problems:
        return
    saved = tree(review)
    meanwhile(city)
    server.touched()

    before = content(city)
    dry = step("push", review, "--to", server.service, "--dry-run", "--json", code=1)
    expect(content(city) == before and not server.calls, "a dry run changes the service")
    expect(tree(review) == saved, "a dry run changes the review")
    expect(not os.path.exists(review + "/edits.push"), "a dry run leaves a ledger")
    step("push", review, "--to", server.service, code=3, token=None)
    expect(content(city) == before, "without a token, the service changes")

    thief = Server(City(1))
    server.moved = thief.address
    stolen = step("push", review, "--to", server.service, code=3)
    server.moved = None
    expect("SERVICE_UNTRUSTED" in stolen.stderr and not thief.headers_seen,
           "edits went to another server: " + stolen.stderr)

    stop, found = threading.Event(), []
    watcher = threading.Thread(target=watch, args=(stop, found))
    watcher.start()
    pushed = step("push", review, "--to", server.service, "--json", code=1)
    stop.set()
    watcher.join()
    expect(not found, "the token is in the arguments of a process")
    same(city, goal, "push")
    shown = [("Trees", guid(5), "changed", "Species"), ("Trees", guid(12), "hasChildren", None),
             ("Visits", guid(10**6 + 12), "changed", "Note")]
    expect(conflicts(pushed.stdout) == shown, "conflicts: " + pushed.stdout)
    expect(conflicts(dry.stdout) == shown, "conflicts of the dry run: " + dry.stdout)
    counts = [[{key: layer[key] for key in layer if key != "present"} for layer in
               json.loads(text)["layers"]] for text in (dry.stdout, pushed.stdout)]
    expect(counts[0] == counts[1], "a dry run counts otherwise: %s" % counts)
    calls = len(server.calls)
    again = step("push", review, "--to", server.service, "--json", code=1)
    expect(len(server.calls) == calls, "a second push sends something: " + again.stdout)
    expect(conflicts(again.stdout) == shown, "conflicts of a second push: " + again.stdout)
    texts = {"answer": (pushed.stdout + pushed.stderr + again.stdout + again.stderr
                        + stolen.stderr).encode(), **tree(work)}
    for name, text in texts.items():
        expect(TOKEN.encode() not in text, "the token is in " + name)

    # Up to date again: now the merge has the conflict, and the office wins it.
    step("fetch", server.service, "-o", data, "-f")
    expect(sorted(pages(data + "/City_0"), key=str) == sorted(city.trees, key=str),
           "the folder has other trees than the service")
    expect(sorted(pages(data + "/City_1"), key=str) == sorted(city.visits, key=str),
           "the folder has other visits than the service")
    merge(review)
    undecided = step("push", review, "--to", server.service, code=3)
    expect("SERVICE_CONFLICTS_UNDECIDED" in undecided.stderr, "undecided: " + undecided.stderr)
    report = json.loads(tree(review)["report.json"])
    found = {entry["globalid"] for entry in report["conflicts"]}
    expect(guid(5) in found, "the merge doesn't show the conflict")

    rough(fieldpack, work, review, saved, issued, goal)
    killed(fieldpack, work, review, saved, issued, goal, kills)


def restore(review, saved):
    shutil.rmtree(review, ignore_errors=True)
    for name, data in saved.items():
        os.makedirs(os.path.dirname(review + "/" + name), exist_ok=True)
        with open(review + "/" + name, "wb") as file:
            file.write(data)


def retarget(review, server):
    """Lets the edits be for another server."""
    path = review + "/edits.json"
    with open(path) as file:
        text = file.read()
    text = re.sub(r"http:(\\?/){2}127\.0\.0\.1:\d+", server.address, text)
    with open(path, "w") as file:
        file.write(text)


def rough(fieldpack, work, review, saved, issued, goal):
    """A server that loses answers, with and without effect."""
    city = copy.deepcopy(issued)
    meanwhile(city)
    server = Server(city, size=7, rough=True)
    restore(review, saved)
    retarget(review, server)
    done = run([fieldpack, "push", review, "--to", server.service, "--json"])
    expect(done.returncode == 1, "rough: " + done.stdout + done.stderr)
    same(city, goal, "rough")


def killed(fieldpack, work, review, saved, issued, goal, kills):
    """Kills the program at random moments, and runs it until it is through."""
    chance = random.Random(5)
    left = kills
    while left > 0:
        city = copy.deepcopy(issued)
        meanwhile(city)
        server = Server(city)
        restore(review, saved)
        retarget(review, server)
        command = [fieldpack, "push", review, "--to", server.service]
        for _ in range(4):
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            time.sleep(chance.random() * 0.5)
            process.send_signal(chance.choice([signal.SIGKILL, signal.SIGINT]))
            code = process.wait()
            left -= 1
            if code == 1:
                break
            if code not in (130, -signal.SIGKILL, -signal.SIGINT):
                problems.append("a killed run ended with %d" % code)
        time.sleep(0.1)
        done = run(command)
        expect(done.returncode == 1, "after kills: " + done.stdout + done.stderr)
        same(city, goal, "killed")
        expect(sorted(os.listdir(review + "/edits.push")) == ["ledger.jsonl"],
               "left behind: %s" % os.listdir(review + "/edits.push"))


if __name__ == "__main__":
    judge(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 8)
    print(json.dumps({"problems": problems}))
