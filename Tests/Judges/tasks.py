#!/usr/bin/env python3
"""Counts the steps of readers' tasks on the demo's site, and how long they take, in three engines.

usage: tasks.py SITE [--before SITE] --source FOLDER

A step is a click, a typed text, a key, or scrolling by most of the window. Readers take the shortest way that
the pages have. Prints a table. With --before, each cell has the earlier site's figure first.
"""
import argparse
import json
import sys
import time

from pages.browser import Browser
from pages.chromium import Chromium
from pages.engines import COUNT, RECORD, TITLE, until
from pages.firefox import Firefox
from pages.site import Site
from pages.webkit import WebKit

TAB, ENTER, DOWN = "\ue004", "\ue007", "\ue015"
# The middle of an element and the number of windows that a reader scrolls to see it.
REACH = """
const one = %s;
if (!one) return null;
let box = one.getClientRects()[0];
if (!box) return null;
let holder = one.parentElement;
while (holder && !/auto|scroll/.test(getComputedStyle(holder).overflowY)) holder = holder.parentElement;
const frame = holder && holder !== document.body && holder.scrollHeight > holder.clientHeight + 1
  ? holder.getBoundingClientRect() : {top: 0, bottom: innerHeight};
const away = Math.max(0, box.bottom - Math.min(frame.bottom, innerHeight), frame.top - box.top);
if (away) { one.scrollIntoView({block: 'center'}); box = one.getClientRects()[0]; }
return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2), Math.ceil(away / (innerHeight * 0.8))]"""
FACET = "[...document.querySelectorAll('.facet-row')].find(row => row.textContent.includes('%s'))"
# Whether the filters are in a sheet that is closed.
CLOSED = """const one = document.querySelector('#filters-open');
return Boolean(one && one.getClientRects().length && one.getAttribute('aria-expanded') === 'false')"""
OPENED = "return Boolean(document.querySelector('#filters-open[aria-expanded=\"true\"]'))"
SEARCHED = "return document.activeElement.id === 'search'"
WHOLE = "return document.querySelectorAll('#card:not([hidden]) .card-body dd, main dl.details dd').length"
DONE = "return document.querySelectorAll('#card table.records tbody tr, main table.records tbody tr').length"
COPIED = "return [...document.querySelectorAll('#card, #list')].some(one => one.textContent.includes('Copied'))"
# The button in the row of the tree in the middle, which is the first.
SHARE = "document.querySelector('#list li .list-share')"
# The button beside the number of matches that saves them.
SAVE = "[...document.querySelectorAll('#search-note button')].find(one => one.textContent === 'Download')"
SAVED = "return [...document.querySelectorAll('#search-note button')].some(one => one.textContent === 'Saved')"
# Without scripts: a tree in a list page, and its inspections there or on the page that it leads to.
ARTICLE = "[...document.querySelectorAll('article')].find(one => one.textContent.includes('%s'))"
FOUND = "return document.querySelectorAll('#list li button:not(.waiting)').length"


def query(selector):
    return "document.querySelector(%s)" % json.dumps(selector)


class Reader:
    """Acts like a reader, and counts the steps."""

    def __init__(self, site, driver):
        self.site = site
        self.driver = driver
        self.steps = 0
        self.began = time.time()

    def begin(self, link="index.html"):
        self.began = time.time()
        self.driver.go("about:blank")
        self.driver.go(self.site.url(link))
        until(self.driver, COUNT, lambda text: "in view" in text)
        self.steps = 0

    def reach(self, element):
        place = until(self.driver, REACH % element, bool, 20)
        if not place:
            raise LookupError("nothing like " + element)
        self.steps += place[2]
        return place[:2]

    def point(self, element, *actions):
        x, y = self.reach(element)
        self.driver.act([{
            "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
            "actions": [{"type": "pointerMove", "x": x, "y": y}, *actions]}])

    def click(self, element):
        self.point(element, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})
        self.steps += 1

    def type(self, text):
        self.reach(query("#search"))
        self.driver.type("#search", text)
        self.steps += 1

    def press(self, key):
        self.driver.act([{"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}])
        self.steps += 1

    def wait(self, script, test=bool):
        answer = until(self.driver, script, test, 20)
        if not test(answer):
            raise LookupError("%s: %r" % (script, answer))

    def has(self, script):
        return bool(until(self.driver, script, bool, 2))

    def only(self, name):
        """Chooses one value of a filter. Without a mouse, nothing offers that in one step."""
        if self.driver.run(CLOSED):
            self.click(query("#filters-open"))
        row = FACET % name
        self.point(row)
        if self.has("return %s.querySelector('.facet-only').getClientRects().length" % row):
            self.click(row + ".querySelector('.facet-only')")
        else:
            self.click("[...%s.closest('.facet').querySelectorAll('.facet-head button')]"
                       ".find(one => one.textContent === 'None')" % row)
            self.click(row + ".querySelector('input')")

    def filter(self, *names):
        """Shows only the records that have these values: by their names in the search if that finds exactly
        these, otherwise by ticks."""
        wanted = sum(
            set(names) <= set(tree["properties"].values()) for tree in self.site.truth() if tree["geometry"])
        text = "%d in view" % wanted
        self.type(" ".join(names).lower())
        if self.has("return %s.startsWith('%s')" % (COUNT.removeprefix("return "), text)):
            return
        self.begin()
        for name in names:
            self.only(name)
        self.wait(COUNT, lambda found: found.startswith(text))

    def see(self, script):
        """Sees something of a record: in its card, or else on its page."""
        self.wait(TITLE)
        if not self.has(script):
            self.open()
            self.wait(script)

    def open(self):
        """Opens the page of the record in the card."""
        self.click(query("#card .card-actions a[href^='feature.html']"))
        # A page that is left answers no more.
        time.sleep(0.5)
        self.wait(RECORD)


def elm(reader):
    reader.begin()
    reader.type("elm tillamook")
    reader.wait(COUNT, lambda text: 0 < int(text.split(" ")[0].replace(",", "")) < 20)
    reader.wait(FOUND)
    steps = reader.steps
    reader.click(query("#list li button"))
    if not reader.has(TITLE):
        # The list was drawn again between finding and clicking the button.
        reader.steps = steps
        reader.click(query("#list li button"))
    reader.see(WHOLE)


def worst(reader):
    reader.begin()
    reader.filter("IRVINGTON", "Dead")
    reader.wait(FOUND)


def with_inspections(reader):
    """A view with a tree in the middle that was inspected."""
    tree = next(t for t in reader.site.truth() if t["properties"]["OBJECTID"] == 283)
    return "index.html#20/%.6f/%.6f" % tuple(reversed(tree["geometry"]["coordinates"]))


def done(reader):
    reader.begin(with_inspections(reader))
    reader.click(query("#map .map-surface"))
    reader.see(DONE)


def share(reader):
    """From the list if its rows share, otherwise from the card."""
    reader.begin(with_inspections(reader))
    reader.wait(FOUND)
    if reader.driver.run("return Boolean(%s)" % SHARE):
        reader.point(query("#list .list-row"))
        reader.click(SHARE)
        reader.wait(COPIED)
        return
    reader.click(query("#map .map-surface"))
    reader.wait(TITLE)
    reader.click("[...document.querySelectorAll('#card .card-actions button')]"
                 ".find(one => /^(Link|Share)$/.test(one.textContent))")
    if not reader.has(COPIED):
        # The reader copies the address instead: a click into it, and the keys to copy.
        reader.steps += 2


def download(reader):
    reader.begin()
    reader.filter("Poor")
    if reader.driver.run("return Boolean(%s)" % SAVE):
        reader.click(SAVE)
        reader.wait(SAVED)
        return
    if reader.driver.run(OPENED):
        reader.click(query("#filters-done"))
    reader.click(query("#downloads summary"))
    reader.reach("[...document.querySelectorAll('#downloads button')].find(one => /CSV/.test(one.textContent))")
    reader.steps += 1


def printed(reader):
    reader.begin(with_inspections(reader))
    reader.click(query("#map .map-surface"))
    reader.wait(TITLE)
    print_link = query("#card .card-actions a[href^='print.html']")
    if not reader.driver.run("return Boolean(%s)" % print_link):
        reader.open()
        print_link = query(".actions a[href^='print.html']")
    reader.click(print_link)
    time.sleep(0.5)
    reader.wait(COUNT, lambda text: "page" in text)


def keyboard(reader):
    reader.begin()
    while not reader.driver.run(SEARCHED):
        reader.press(TAB)
        if reader.steps > 60:
            raise LookupError("Tab does not reach the search")
    reader.type("1400 ne tillamook")
    if reader.has("return document.querySelector('.suggestion')"):
        reader.press(DOWN)
        reader.press(ENTER)
    else:
        in_list = "return document.activeElement.closest('#list') !== null"
        reader.wait(FOUND)
        # Backwards, because the list is before the search.
        while not reader.driver.run(in_list):
            reader.steps += 1
            reader.driver.run("""const all = [...document.querySelectorAll('a, button, input, select, summary')]
              .filter(one => one.tabIndex >= 0 && one.getClientRects().length);
            const at = all.indexOf(document.activeElement);
            all[Math.max(0, at - 1)].focus()""")
        reader.press(ENTER)
    reader.see(WHOLE)


def bare(reader):
    """Finds a tree and reads what was done to it, without scripts."""
    tree = next(t["properties"] for t in reader.site.truth() if t["properties"]["OBJECTID"] == 283)
    reader.driver.go(reader.site.url("index.html"))
    time.sleep(1)
    reader.steps = 0
    # The first page may have led to the records by itself.
    if not reader.driver.run("return Boolean(document.querySelector('article'))"):
        reader.click(query("noscript a[href^='list/trees']"))
        time.sleep(0.5)
    article = ARTICLE % tree["Address"]
    # The browser finds the address in the page.
    reader.steps += 1
    while not reader.driver.run("return Boolean(%s)" % article):
        reader.click(query("a[rel=next]"))
        time.sleep(0.5)
        reader.steps += 1
    dated = "return %s.querySelectorAll('table.records tbody tr').length" % article
    if not reader.driver.run(dated):
        raise LookupError("its inspections are not in the list")


TASKS = [
    ("find an elm on my street", elm), ("the worst trees of a neighborhood", worst),
    ("what was done to this tree", done), ("share it", share), ("download what I see", download),
    ("print it", printed), ("find a tree without a mouse", keyboard),
]


def measured(site, driver, tasks):
    """The steps and seconds of each task, or what stopped it."""
    for name, task in tasks:
        reader = Reader(site, driver)
        try:
            task(reader)
            yield name, "%d (%.1f s)" % (reader.steps, time.time() - reader.began)
        except (LookupError, RuntimeError) as error:
            print("%s: %s" % (name, error), file=sys.stderr)
            yield name, "stopped"


def run(site, results):
    def note(engine, rows):
        for name, text in rows:
            results.setdefault(name, {}).setdefault(engine, []).append(text)

    with Browser() as browser:
        with browser.page([]) as page:
            note("Chromium", measured(site, Chromium(page), TASKS))
        phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
        with browser.page([], **phone) as page:
            note("Chromium", measured(site, Chromium(page), [
                ("on a phone: find an elm", elm), ("on a phone: what was done", done),
                ("on a phone: share it", share)]))
        with browser.page([], java_script_enabled=False) as page:
            note("Chromium", measured(site, Chromium(page), [("without scripts: what was done", bare)]))
        with browser.page([], color_scheme="dark") as page:
            note("Chromium", measured(site, Chromium(page), [("in the dark: find an elm", elm)]))
    for name, kind in (("Firefox", Firefox), ("WebKit", WebKit)):
        driver = kind()
        try:
            driver.start()
            note(name, measured(site, driver, TASKS))
        finally:
            driver.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("site")
    parser.add_argument("--before")
    parser.add_argument("--source", required=True)
    options = parser.parse_args()
    results = {}
    for folder in filter(None, [options.before, options.site]):
        run(Site(folder, options.source), results)
    print("| task | Chromium | Firefox | WebKit |\n| --- | ---: | ---: | ---: |")
    for name, engines in results.items():
        cells = [" → ".join(engines.get(engine, ["–"])) for engine in ("Chromium", "Firefox", "WebKit")]
        print("| %s | %s |" % (name, " | ".join(cells)))


main()
