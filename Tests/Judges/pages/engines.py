"""Checks that other engines show a site correctly: a reader's walk, with any driver.

A driver has `go(url)` and `back()`; `run(script)`, which returns the script's result; `act(sources)`,
pointer and key actions in WebDriver's form; `type(selector, text)`, keys into a field; and `printed(orientation)`,
the page as a PDF, or None if the engine can't print.
"""
import base64
import csv
import io
import json
import os
import re
import signal
import subprocess
import time
import zlib

from pages import geopackages, ground

COUNT = "return (document.querySelector('#count') || {textContent: ''}).textContent"
TROUBLE = """
const said = [...document.querySelectorAll('[role=alert], .problem')]
  .filter(one => one.offsetParent && one.textContent.trim());
return said.map(one => one.textContent.trim()).join('; ')"""
# The number of colors on the canvas: a drawn map has several.
DRAWN = """
const seen = new Set();
for (const canvas of document.querySelectorAll('canvas')) {
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  for (let i = 0; i < pixels.length; i += 4 * 7) seen.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
}
return seen.size"""
ONLY = """
const only = document.querySelector('.facet-row .facet-only');
if (!only) return -1;
const count = only.closest('.facet-row').querySelector('.facet-count').textContent;
only.click();
return Number(count.replace(/,/g, ''))"""
# The counts of the second list of values, which has no order of its own.
LISTED = """
return [...document.querySelectorAll('.facet')[1].querySelectorAll('.facet-count')]
  .map(one => Number(one.textContent.replace(/,/g, '')))"""
NONE = """
document.querySelectorAll('.facet')[1].querySelector('.facet-head .plain:not([hidden])').click();
return location.hash"""
NOTE = "return document.querySelector('#search-note').textContent"
# The rows of a list with this many.
ROWS = "return document.querySelectorAll('#list li[aria-setsize=\"%d\"] button:not(.waiting)').length"
HASH = "return location.hash"
TITLE = """
const one = document.querySelector('#card:not([hidden]) .card-title');
return one ? one.textContent : ''"""
RECORD = "const one = document.querySelector('main h1'); return one ? one.textContent.trim() : ''"
DETAILS = "return document.querySelectorAll('dl.details dd').length"
# The width of the picture in the open dialog.
OPENED = "const one = document.querySelector('dialog[open] img'); return one ? one.naturalWidth : 0"
CLOSED = "return !document.querySelector('dialog[open]') && document.activeElement.matches('a.photo')"
SMALL = """
document.querySelector('.photos').scrollIntoView();
return [...document.querySelectorAll('.photos img')].every(one => one.complete && one.naturalWidth)"""
# The center of an element, scrolled into view.
MIDDLE = """
const one = document.querySelector(%s);
if (!one) return null;
one.scrollIntoView({block: 'center'});
const box = one.getClientRects()[0];
return box && [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]"""
NO_PRINTER = "window.asked = 0; window.print = () => { window.asked += 1; }"
# Applies the print rules on the screen, and returns what remains of the page.
ON_PAPER = """
const rules = document.createElement('style');
rules.textContent = %s;
document.head.append(rules);
const seen = selector => [...document.querySelectorAll(selector)]
  .filter(one => one.getClientRects().length);
return {
  tools: seen('.bar-nav, .print-bar, .actions, .steps, .crumbs, .foot').length,
  records: seen('.sheet, .record h1').length,
  breaks: seen('.sheet').filter(one => getComputedStyle(one).breakAfter === 'page').length}"""
# The first addresses of a table whose rows are filled; and whether a cut text is open.
ADDRESSES = """
const rows = [...document.querySelectorAll('.grid tbody tr:not(.grid-space)')];
return rows.length && rows.every(row => row.querySelector('a'))
  ? rows.slice(0, 12).map(row => row.cells[1].textContent) : []"""
ORDER = "const one = document.querySelector('th[aria-sort]'); return one ? one.getAttribute('aria-sort') : ''"
OPEN = "const one = document.querySelector('.grid-open'); return one ? one.textContent.length : 0"
RESULTS = "return document.querySelector('#search').value + ': ' + document.querySelector('#count').textContent"

# Makes a download of all trees, and keeps it as Base64.
MAKE = """
window.made = '';
const save = FP.download;
FP.download = (name, type, parts) => {
  FP.download = save;
  const reader = new FileReader();
  reader.onload = () => { window.made = reader.result.split(',')[1]; };
  reader.readAsDataURL(new Blob([].concat(parts)));
};
FP.data.layer('trees').then(layer => {
  const menu = FP.page.downloads;
  menu.source = {layer: () => layer, selections: () => [{title: 'All', name: 'all', count: layer.count,
    indexes: () => Uint32Array.from({length: layer.count}, (_, at) => at)}]};
  menu.menu.open = true;
  menu.refresh();
  [...document.querySelectorAll('#downloads button')].find(one => one.textContent === %s).click();
});"""
MADE = "return window.made"


def start(arguments, **options):
    """Starts a program in its own process group, so that its children end with it."""
    return subprocess.Popen(
        arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        **options)


def stop(process):
    """Kills it, because a test runner may have made its children ignore gentler signals."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait(30)


def until(driver, script, test, seconds=120):
    """Returns the script's result when it passes the test, or the last one after the timeout."""
    end = time.time() + seconds
    while True:
        answer = driver.run(script)
        if test(answer) or time.time() > end:
            return answer
        time.sleep(0.2)


def click(driver, selector):
    """Clicks at the center of the element, whatever is there."""
    middle = until(driver, MIDDLE % json.dumps(selector), bool)
    if not middle:
        raise LookupError("nothing to click: " + selector)
    pointed = {"type": "pointerMove", "x": middle[0], "y": middle[1]}
    driver.act([{
        "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
        "actions": [
            pointed, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}],
    }])


def walk(site, driver):
    """Walks through the demo like a reader, then opens every page."""
    for leg in (
            maps, grounds, ranges, clicks, searches, downloads, records, tables, prints, pages):
        try:
            yield from leg(site, driver)
        except (LookupError, RuntimeError) as error:
            # The rest of the walk still runs.
            yield "%s: %s" % (leg.__name__, error)


def maps(site, driver):
    """Checks that the map is drawn, and that a filter shows as many records as it says."""
    driver.go(site.url("index.html"))
    count = until(driver, COUNT, lambda text: "in view" in text)
    if "in view" not in count:
        raise RuntimeError("the map page says %r: %s" % (count, driver.run(TROUBLE)))
    colors = until(driver, DRAWN, lambda number: number > 3)
    if colors <= 3:
        yield "the map shows %d colors" % colors
    wanted = until(driver, ONLY, lambda number: number >= 0)
    note = until(driver, NOTE, lambda text: " of " in text)
    if not note.replace(",", "").startswith("%d of" % wanted):
        yield "a filter of %d says %r" % (wanted, note)
    listed = driver.run(LISTED)
    if listed != sorted(listed, reverse=True) or not any(listed):
        yield "a list of values does not follow a filter: %s" % listed
    driver.run(NONE)
    note = until(driver, NOTE, lambda text: text.startswith("No matches"))
    if not note.startswith("No matches"):
        yield "without any value of a list, the map says %r" % note


def grounds(site, driver):
    """Checks the base map."""
    yield from ground.complaints(
        site, driver.go, driver.run, lambda script, test: until(driver, script, test, 20))


def ranges(site, driver):
    """Checks the sliders of ranges."""
    # `ranges` itself needs this module.
    from pages.ranges import walk as slide

    yield from slide(site, driver)


def clicks(site, driver):
    """Checks that a click in the center of the map selects the tree there."""
    tree = [tree for tree in site.truth() if tree["geometry"]][7]
    longitude, latitude = tree["geometry"]["coordinates"]
    driver.go("about:blank")
    driver.go(site.url("index.html#20/%.6f/%.6f" % (latitude, longitude)))
    until(driver, COUNT, lambda text: "in view" in text)
    click(driver, "#map .map-surface")
    title = until(driver, TITLE, bool)
    wanted = "sel=trees/%d" % tree["properties"]["OBJECTID"]
    if not title or wanted not in until(driver, HASH, lambda hash: wanted in hash):
        yield "a click on tree %s selects %s" % (wanted, driver.run(HASH))


def searches(site, driver):
    """Checks that a search finds its words, a hit opens its card and page, and back restores the page."""
    trees = [tree for tree in site.truth() if tree["geometry"]]
    street = re.sub(r"^\d+ ", "", trees[0]["properties"]["Address"])
    hits = [t for t in trees if street in (t["properties"]["Address"] or "")]
    driver.go("about:blank")
    driver.go(site.url("index.html"))
    until(driver, COUNT, lambda text: "in view" in text)
    driver.type("#search", street.lower())
    count = until(driver, COUNT, lambda text: text.startswith("%d in view" % len(hits)))
    if not count.startswith("%d in view" % len(hits)):
        yield "a search for %s says %r, wanted %d" % (street, count, len(hits))
    until(driver, ROWS % len(hits), lambda number: number > 1)
    click(driver, "#list li:nth-child(2) button")
    title = until(driver, TITLE, bool, 20)
    if not title:
        # The list may have been drawn again between finding and clicking the button.
        click(driver, "#list li:nth-child(2) button")
        title = until(driver, TITLE, bool)
    if not title:
        yield "a hit opens no card"
        return
    selected = re.search(r"sel=trees/(\d+)", until(driver, HASH, lambda hash: "sel=" in hash))
    if not selected or int(selected[1]) not in [t["properties"]["OBJECTID"] for t in hits]:
        yield "a hit selects %s, which does not stand at %s" % (driver.run(HASH), street)
    # Waits for what the page does after the map rests: the link.
    time.sleep(0.5)
    results = driver.run(RESULTS)
    click(driver, "#card .card-actions a[href^='feature.html']")
    name = until(driver, RECORD, lambda text: text == title)
    if name != title or not driver.run(DETAILS):
        yield "the record of %s is titled %r: %s" % (title, name, driver.run(TROUBLE))
    driver.back()
    again = until(driver, RESULTS, lambda text: text == results)
    if again != results:
        yield "back at the search: %r was %r" % (again, results)


def downloads(site, driver):
    """Checks that files made in this engine are those of the site."""
    driver.go("about:blank")
    driver.go(site.url("index.html"))
    until(driver, COUNT, lambda text: "in view" in text)
    layer = next(one for one in site.meta["layers"] if one["id"] == "trees")
    files = {file["label"]: file["href"] for file in layer["downloads"]}
    whole, made = {}, {}
    for label in files:
        driver.run(MAKE % json.dumps(label))
        made[label] = base64.b64decode(until(driver, MADE, bool))
        with open(os.path.join(site.folder, files[label]), "rb") as file:
            whole[label] = file.read()
        if label != "GeoPackage" and made[label] != whole[label]:
            yield "the %s made here is not that of the site" % label
    rows = list(csv.reader(io.StringIO(whole["CSV"].decode("utf-8-sig"), newline="")))
    features = json.loads(whole["GeoJSON"])["features"]
    yield from geopackages.complaints(layer, made["GeoPackage"], rows, features, is_indexed=False)


def records(site, driver):
    """Opens one of a tree's inspections and returns; opens its photo in full size."""
    tree = "#trees/%d" % with_photos(site)
    driver.go(site.url("feature.html" + tree))
    title = until(driver, RECORD, bool)
    if not until(driver, SMALL, bool):
        yield "feature.html%s shows a photo without a picture" % tree
    click(driver, ".photos a.photo")
    if not until(driver, OPENED, bool):
        yield "feature.html%s: a photo does not open" % tree
    click(driver, "dialog[open] .button.main")
    if not until(driver, CLOSED, bool):
        yield "a closed photo does not give the keyboard back"
    click(driver, "table.records a[href^='feature.html#inspections/']")
    hash = until(driver, HASH, lambda hash: hash.startswith("#inspections/"))
    name = until(driver, RECORD, lambda text: text != title)
    if not hash.startswith("#inspections/") or name == title or not driver.run(DETAILS):
        yield "a related record opens %s, titled %r" % (hash, name)
    click(driver, "main a[href='feature.html%s']" % tree)
    if until(driver, RECORD, lambda text: text == title) != title:
        yield "an inspection leads to %s instead of its tree" % driver.run(HASH)
    driver.back()
    if until(driver, HASH, lambda now: now == hash) != hash:
        yield "back leads to %s instead of %s" % (driver.run(HASH), hash)
    if until(driver, RECORD, lambda text: text == name) != name:
        yield "back at an inspection its page is titled %r" % driver.run(RECORD)


def with_photos(site):
    for tree in site.truth():
        folder = tree["properties"]["GlobalID"].strip("{}")
        if os.path.isdir("%s/attachments/Trees/%s" % (site.source, folder)):
            return tree["properties"]["OBJECTID"]
    raise LookupError("no tree has a photo")


def tables(site, driver):
    """Sorts the table by a column that is not in memory, and opens a text that is cut."""
    addresses = [tree["properties"]["Address"] for tree in site.truth()]
    numbers = sorted(int(each.split()[0]) for each in addresses if re.match(r"\d+ ", each or ""))
    driver.go("about:blank")
    driver.go(site.url("layer-trees.html#cols=Address,Notes"))
    until(driver, ADDRESSES, bool)
    for order, wanted in (("ascending", numbers[:12]), ("descending", numbers[::-1][:12])):
        click(driver, ".grid-sort[data-column='Address']")
        until(driver, ORDER, lambda text: text == order)
        shown = until(driver, ADDRESSES, lambda rows: numbered(rows) == wanted, 20)
        if numbered(shown) != wanted:
            yield "a table by address, %s: %s, wanted %s" % (order, shown, wanted)
    driver.go("about:blank")
    longest = max(len(tree["properties"]["Notes"] or "") for tree in site.truth())
    driver.go(site.url("layer-trees.html#cols=Address,Notes;f=Notes:!,;sort=Notes"))
    until(driver, ORDER, bool)
    until(driver, ADDRESSES, bool)
    click(driver, ".grid-cut")
    if until(driver, OPEN, bool, 20) < longest:
        yield "a cut text opens with %d characters of %d" % (driver.run(OPEN), longest)


def numbered(addresses):
    return [int(each.split()[0]) for each in addresses if re.match(r"\d+ ", each)]


def prints(site, driver):
    """Opens the printed form of one and of several records, and of a record's own page."""
    tree = "#trees/%d" % with_photos(site)
    driver.go(site.url("feature.html" + tree))
    until(driver, RECORD, bool)
    yield from sheets_of_paper(driver, "a record's page", range(1, 3))
    yield from on_paper(site, driver, "a record's page", 1, 0)
    driver.go("about:blank")
    driver.go(site.url("feature.html" + tree))
    until(driver, RECORD, bool)
    click(driver, ".actions a[href^='print.html']")
    yield from sheets(driver, 1)
    driver.run(NO_PRINTER)
    click(driver, "#print-form button")
    if until(driver, "return window.asked", bool, 5) != 1:
        yield "the button of print.html does not print"
    driver.go("about:blank")
    ids = [str(t["properties"]["OBJECTID"]) for t in site.truth()[:3]]
    driver.go(site.url("print.html#trees/" + ",".join(ids)))
    yield from sheets(driver, len(ids))
    yield from on_paper(site, driver, "print.html", len(ids), len(ids) - 1)


def sheets(driver, wanted):
    said = "%d page%s" % (wanted, "s" if wanted > 1 else "")
    count = until(driver, COUNT, lambda text: text == said)
    if count != said:
        yield "print.html says %r instead of %s: %s" % (count, said, driver.run(TROUBLE))
    yield from sheets_of_paper(driver, "print.html with " + said, [wanted])


def on_paper(site, driver, what, records, breaks):
    """Checks what the style sheets leave for print, also if the engine makes no PDF."""
    rules = "".join(
        site.text(path).replace("@media print", "@media screen")
        for path in ("assets/site.css", "assets/pages.css"))
    left = driver.run(ON_PAPER % json.dumps(rules))
    wanted = {"tools": 0, "records": records, "breaks": breaks}
    if left != wanted:
        yield "on paper %s has %s, wanted %s" % (what, left, wanted)


def sheets_of_paper(driver, what, wanted):
    pdf = driver.printed()
    if pdf is not None and paper(pdf) not in wanted:
        yield "%s takes %d sheets of paper" % (what, paper(pdf))


def paper(pdf):
    """Returns the number of pages of a PDF, with plain or compressed objects."""
    parts = [pdf]
    for packed in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            parts.append(zlib.decompressobj().decompress(packed))
        except zlib.error:
            pass
    return sum(len(re.findall(rb"/Type\s*/Page\b", part)) for part in parts)


def pages(site, driver):
    """Checks that every page has content and no problems."""
    for page in site.links():
        driver.go(site.url(page))
        time.sleep(0.3)
        until(driver, "return /loading|making/i.test(document.body.innerText) ? '' : 'x'", bool)
        trouble = driver.run(TROUBLE)
        if trouble:
            yield "%s: %s" % (page, trouble)
        if not driver.run("return document.querySelector('h1') ? 1 : 0"):
            yield page + ": no heading"
