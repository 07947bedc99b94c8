"""Lets strace send signals and return errors at system calls of fetch and push, and fills disks.

    faults.py FIELDPACK FOLDER [MOMENTS]      judge; prints {"problems": [...]}

After each fault, the folder of a fetch is as before, or complete. Then the command runs again
without faults: the folder has what the service has, and the service has each edit once.
"""

import copy
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys

import fetch
import push
from fetch import City, expect, guid, problems, run, tree

NAMING = ["rename", "renameat2", "link", "unlink", "mkdir", "rmdir"]
CALLS = NAMING + ["pwrite64", "sendfile", "fsync", "openat"]
# Errors, and how commands end with them. An input that can't be opened may be there later. curl
# doesn't say why it could not write.
ERRORS = {"ENOSPC": {6}, "EIO": {5, 6, 75}, "EROFS": {5, 6, 75}, "EMFILE": {5, 6, 75}}


def strace(words, *options):
    return run(["strace", "-f", "-qq", *options, *words])


def calls(words, log):
    """The name and the number of each call of a run, of the threads that make files."""
    done = strace(words, "-o", log, "-e", "trace=" + ",".join(CALLS))
    expect(done.returncode in (0, 1), "%s: %s" % (words[1], done.stderr))
    counts, found = {}, []
    with open(log) as lines:
        for line in lines:
            match = re.match(r"(\d+) +(\w+)\((.*)", line)
            if not match:
                continue
            key = match[1], match[2]
            counts[key] = counts.get(key, 0) + 1
            call = match[2], counts[key]
            if (match[2] != "openat" or "O_CREAT" in match[3]) and call not in found:
                found.append(call)
    return found


def chosen(found, count, chance):
    """Faults: kills and errors, most of them where names change."""
    names = [call for call in found if call[0] in NAMING]
    others = [call for call in found if call[0] not in NAMING]
    picked = chance.sample(names, min(len(names), count * 2 // 3))
    picked += chance.sample(others, min(len(others), count - len(picked)))
    kinds = ["SIGKILL", *ERRORS]
    for index, (call, number) in enumerate(picked):
        kind = kinds[index % len(kinds)]
        if kind == "EMFILE" and call != "openat":
            kind = "EIO"
        yield kind, call, number


def strike(words, fault):
    kind, call, number = fault
    effect = "signal=SIGKILL" if kind == "SIGKILL" else "error=" + kind
    return strace(words, "-o", "/dev/null", "-e", "trace=" + ",".join(CALLS),
                  "-e", "inject=%s:%s:when=%d" % (call, effect, number))


def check_end(done, fault, good, what):
    """The right exit code."""
    kind = fault[0]
    code = done.returncode
    # The fault can meet the loader of curl or of the program.
    if code in (127, 2) and "USAGE" in done.stderr or code == 127:
        return
    fine = {137, -9} if kind == "SIGKILL" else ERRORS[kind]
    if fault[1] == "openat" or kind == "SIGKILL":
        fine = fine | {5, 6, 75}
    expect(code in good | fine, "%s, %s: %d %s" % (what, fault, code, done.stderr))


def fetched(fieldpack, work, moments, chance):
    """A fresh fetch, and an update."""
    for isUpdate in (False, True):
        city = City(60)
        server = fetch.Server(city, size=20)
        output = work + "/out"
        words = [fieldpack, "fetch", server.service, "-o", output, "-f"]
        before = None
        if isUpdate:
            run(words)
            shutil.copytree(output, work + "/before")
            before = tree(output)
            city.edit(3)

        def reset():
            for path in (output, output + ".fetching"):
                shutil.rmtree(path, ignore_errors=True)
            if isUpdate:
                shutil.copytree(work + "/before", output)

        found = calls(words, work + "/log")
        after = tree(output)
        what = "update" if isUpdate else "fetch"
        for fault in chosen(found, moments, chance):
            reset()
            done = strike(words, fault)
            now = tree(output) if os.path.exists(output) else None
            expect(now in (before, after), "%s, %s: a part of the folder" % (what, fault))
            check_end(done, fault, {0}, what)
            if done.returncode == 0:
                expect(now == after, "%s, %s: success without the folder" % (what, fault))
            again = run(words)
            expect(again.returncode == 0 and tree(output) == after,
                   "%s, %s: the next run: %s" % (what, fault, again.stderr))
            left = [name for name in os.listdir(work)
                    if name.startswith(".out") or name == "out.fetching"]
            expect(not left, "%s, %s: left behind: %s" % (what, fault, left))
        reset()
        if not isUpdate:
            disks(words, output, work, after)
        shutil.rmtree(work + "/before", ignore_errors=True)


def disks(words, output, work, after):
    """Disks of any size, and one that nobody may write to, if this machine lets us mount some."""
    disk = work + "/disk"
    os.makedirs(disk)
    words = [word.replace(output, disk + "/out") for word in words]

    def mount(options):
        return subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", disk],
                              capture_output=True).returncode == 0

    for size in (4, 16, 48, 100, 200, 400, 4000):
        if not mount("size=%dk" % size):
            return
        try:
            done = run(words)
            name = disk + "/out"
            if size == 4000:
                expect(done.returncode == 0 and tree(name) == after, "a disk: " + done.stderr)
                break
            whole = os.path.exists(name) and tree(name) == after
            expect(whole or not os.path.exists(name), "%d KB: a part of the folder" % size)
            expect(done.returncode == (0 if whole else 6), "%d KB: %s" % (size, done.stderr))
        finally:
            subprocess.run(["umount", disk])
    mount("size=4000k,ro")
    try:
        done = run(words)
        expect(done.returncode == 5 and "FILE_NOT_WRITABLE" in done.stderr,
               "a disk that nobody may write to: " + done.stderr)
    finally:
        subprocess.run(["umount", disk])


def pushed(fieldpack, work, moments, chance):
    """Edits by hand: an update, an addition, a deletion and a photo."""
    city = City(30)
    city.visits = []
    review = work + "/review"
    os.makedirs(review)
    photo = b"\xff\xd8\xff\xe0 a photo" * 50
    with open(review + "/new.jpg", "wb") as file:
        file.write(photo)
    gone = copy.deepcopy(push.row(city, 0, 4))
    gone["attributes"].pop("Edited")
    start = copy.deepcopy(city)

    def serve():
        server = push.Server(copy.deepcopy(start), size=20)
        edits = [{
            "id": 0, "url": server.service + "/0", "globalIdField": "GlobalID",
            "adds": [{"attributes": {"GlobalID": guid(900), "Species": "Linde"},
                      "geometry": {"x": -122.5, "y": 45.5}}],
            "updates": [{"attributes": {"GlobalID": guid(3), "Species": "Gingko"}}],
            "deletes": [guid(4)],
            "before": [{"attributes": {
                "GlobalID": guid(3), "Species": push.row(start, 0, 3)["attributes"]["Species"]}},
                gone],
            "attachments": {"adds": [{
                "globalId": guid(901), "parentGlobalId": guid(3), "name": "new.jpg",
                "contentType": "image/jpeg", "size": len(photo), "file": "new.jpg",
                "sha256": hashlib.sha256(photo).hexdigest()}]}}]
        with open(review + "/edits.json", "w") as file:
            json.dump(edits, file)
        shutil.rmtree(review + "/edits.push", ignore_errors=True)
        return server, [fieldpack, "push", review + "/edits.json", "--to", server.service]

    server, words = serve()
    found = calls(words, work + "/log")
    goal = server.city
    expect(push.row(goal, 0, 3)["attributes"]["Species"] == "Gingko", "nothing was pushed")
    expect(any(photo == data for _, _, data in goal.photos.get(7 + 3 * 2, [])), "no photo")
    for fault in chosen(found, moments, chance):
        server, words = serve()
        done = strike(words, fault)
        check_end(done, fault, {0}, "push")
        if done.returncode == 0:
            push.same(server.city, goal, "push, %s" % (fault,))
        again = run(words)
        expect(again.returncode == 0, "push, %s: the next run: %s" % (fault, again.stdout
                                                                      + again.stderr))
        push.same(server.city, goal, "push again, %s" % (fault,))
        left = os.listdir(review + "/edits.push")
        expect(left == ["ledger.jsonl"], "push, %s: left behind: %s" % (fault, left))
    server, words = serve()
    done = run([*words, "--ledger", "/proc/nowhere"])
    expect(done.returncode in (5, 3), "a ledger that can't be written: " + done.stderr)
    expect(not server.calls, "without a ledger, edits were sent")


def judge(fieldpack, work, moments):
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    chance = random.Random(11)
    fetched(fieldpack, work, moments, chance)
    pushed(fieldpack, work, moments, chance)


if __name__ == "__main__":
    judge(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 12)
    print(json.dumps({"problems": problems}))
