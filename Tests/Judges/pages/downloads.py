"""Compares the files that pages make in the browser with the files of whole layers: all records byte
for byte, and for the demo also filtered records and one record. Compares the files of a layer with each
other."""
import csv
import io
import json
import os
import re
import zipfile

from pages import geopackages
from pages.browser import settled

# Offers all records of a layer in the menu, as if a reader had selected them.
ALL = """(id) => FP.data.layer(id).then((layer) => {
    const menu = FP.page.downloads;
    menu.source = {
        layer: () => layer,
        selections: () => [{ title: 'All', name: 'all', count: layer.count,
            indexes: () => Uint32Array.from({ length: layer.count }, (_, at) => at) }]
    };
    menu.menu.open = true;
    menu.refresh();
})"""
LAYERS = "() => FP.data.meta().then((site) => site.layers)"
MENU = "#downloads details.menu"


def whole(site, file):
    """Returns the document that a link of a layer leads to, and complaints about its archive."""
    path = os.path.join(site.folder, file["href"])
    if not path.endswith(".zip"):
        with open(path, "rb") as plain:
            return plain.read(), []
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        found = [] if names == [os.path.basename(path)[:-4]] else ["%s holds %s" % (path, names)]
        if not file["size"].startswith("zip, "):
            found.append("%s does not say that it is an archive" % file["label"])
        return archive.read(names[0]), found


def made(page, title, label):
    """Returns the bytes of a download that the menu makes."""
    page.evaluate("() => { document.querySelector('%s').open = true; }" % MENU)
    head = page.locator(MENU + " .menu-items > p", has_text=title)
    button = head.locator("xpath=following-sibling::div/button[starts-with(., '%s')]" % label).first
    with page.expect_download() as caught:
        button.click()
    with open(caught.value.path(), "rb") as file:
        return file.read()


def difference(one, other):
    at = next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    return "%d and %d bytes, different at %d: %r, %r" % (
        len(one), len(other), at, one[max(0, at - 40):at + 40], other[max(0, at - 40):at + 40])


def complaints(site, browser, skip):
    found = []
    with browser.page(found, accept_downloads=True) as page:
        page.goto(site.url("index.html"))
        settled(page)
        for layer in page.evaluate(LAYERS):
            entire(site, page, layer, found)
        if site.source:
            filtered(site, page, found)
            record(site, page, found)
    return found


def entire(site, page, layer, found):
    """Checks that all records of a layer give the bytes of its files."""
    labels = [file["label"] for file in layer["downloads"]]
    if labels != (["GeoJSON"] if layer["kind"] != "table" else []) + ["CSV", "GeoPackage"]:
        found.append("the downloads of %s are %s" % (layer["title"], labels))
    page.evaluate(ALL, layer["id"])
    files = {}
    for file in layer["downloads"]:
        expected, wrong = whole(site, file)
        found += wrong
        files[file["label"]] = expected
        got = made(page, "All", file["label"])
        if file["label"] == "GeoPackage":
            files["made"] = got
        elif got != expected:
            found.append("%s of %s made in the browser: %s" % (
                file["label"], layer["title"], difference(got, expected)))
    if not files["CSV"].startswith(b"\xef\xbb\xbf"):
        found.append("the CSV of %s has no byte order mark" % layer["title"])
    rows = list(csv.reader(io.StringIO(files["CSV"].decode("utf-8-sig"), newline="")))
    names(layer, rows, found)
    features = json.loads(files["GeoJSON"])["features"] if "GeoJSON" in files else []
    for name in ("GeoPackage", "made"):
        found += ["the GeoPackage of %s (%s): %s" % (layer["title"], name, complaint)
                  for complaint in geopackages.complaints(
                      layer, files[name], rows, features, is_indexed=name != "made")]


def names(layer, rows, found):
    """Checks that each code has its name in the next column."""
    for field in layer["fields"]:
        domain = {str(code): name for code, name in field.get("domain") or []}
        if not domain:
            continue
        at = rows[0].index(field["name"])
        if rows[0][at + 1] != field["name"] + "_name":
            found.append("%s is followed by %s" % (field["name"], rows[0][at + 1]))
        wrong = [row[at:at + 2] for row in rows[1:] if domain.get(row[at], "") != row[at + 1]]
        if wrong:
            found.append("names of %s: %s" % (field["name"], wrong[:3]))


def cells(line):
    return next(csv.reader(io.StringIO(line, newline="")))


def filtered(site, page, found):
    """Checks that a filtered file has the filtered rows of the whole file, and that the menu stays."""
    page.goto(site.url("about.html"))
    page.goto(site.url("index.html#f=Condition:Poor,Dead"))
    settled(page)
    layer = next(one for one in page.evaluate(LAYERS) if one["id"] == "trees")
    files = {file["label"]: whole(site, file)[0].decode("utf-8") for file in layer["downloads"]
             if file["label"] != "GeoPackage"}
    lines = made(page, "Filtered", "CSV").decode("utf-8").split("\r\n")
    page.wait_for_function(
        "() => [...document.querySelectorAll('%s button')].some(one => one.textContent === "
        "'CSV, saved')" % MENU)
    menu = page.locator(MENU)
    if menu.get_attribute("open") is None or not menu.get_by_text("CSV, saved").is_visible():
        found.append("the menu closes after a download, so nobody sees that it is saved")
    every = files["CSV"].split("\r\n")
    at = cells(every[0]).index("Condition")
    wanted = [every[0]] + [line for line in every[1:-1] if cells(line)[at] in ("Poor", "Dead")]
    if len(wanted) < 3 or lines != wanted + [""]:
        found.append("the filtered CSV has %d lines, wanted %d of the whole file" % (
            len(lines), len(wanted) + 1))
    text = made(page, "Filtered", "GeoJSON").decode("utf-8")
    every = json.loads(files["GeoJSON"])["features"]
    wanted = [one for one in every if one["properties"]["Condition"] in ("Poor", "Dead")]
    if json.loads(text)["features"] != wanted:
        found.append("the filtered GeoJSON has other features than the whole file")
    if not set(text.split(",\n")[1:-1]) <= set(re.split(",\n", files["GeoJSON"])):
        found.append("features of the filtered GeoJSON are written differently")


def record(site, page, found):
    """Checks that the file of one record is its feature in the file of its layer."""
    layer = next(one for one in page.evaluate(LAYERS) if one["id"] == "trees")
    every = json.loads(whole(site, layer["downloads"][0])[0])["features"][0]
    page.goto(site.url("feature.html#trees/%d" % every["properties"]["OBJECTID"]))
    settled(page)
    with page.expect_download() as caught:
        page.locator("[data-download]").click()
    with open(caught.value.path(), encoding="utf-8") as file:
        if json.load(file) != every:
            found.append("a record differs from its feature in the file of its layer")
