"""Checks the site of a map made of parts with and without definitions, with any driver."""
import json

from pages.engines import COUNT, HASH, RECORD, TROUBLE, click, paper, until

LEGEND = """
return [...document.querySelectorAll('.legend-layer > label > span')].map(one => one.textContent)"""
SELECTED = "return decodeURIComponent(location.hash)"
DETAILS = "return [...document.querySelectorAll('dl.details dd')].map(one => one.textContent)"
RELATED = """
const panel = document.querySelector('table.records').closest('.panel');
return {
  count: panel.querySelector('.count').textContent,
  shown: [...panel.querySelectorAll('tbody tr')].filter(row => row.offsetParent).length,
  rest: (panel.querySelector('.records-rest') || {textContent: ''}).textContent.trim(),
  links: [...panel.querySelectorAll('.records-rest a')].map(one => one.getAttribute('href'))}"""
NOTE = "return document.querySelector('#search-note').textContent"
# A browser prints what the page has after this event.
FOR_PAPER = """
window.dispatchEvent(new Event('beforeprint'));
return new Promise(done => setTimeout(() => done(0), 0))"""
ROWS = """
const rows = [...document.querySelectorAll('.grid-table tbody tr:not(.grid-space)')];
return {rows: rows.length, empty: rows.filter(row => row.cells[0].textContent === '…').length}"""
FOR_SCREEN = "window.dispatchEvent(new Event('afterprint'))"
ALL = 601


def walk(site, driver):
    for leg in (order, related, dates, prints):
        try:
            yield from leg(site, driver)
        except (LookupError, RuntimeError) as error:
            # The rest of the walk still runs.
            yield "%s: %s" % (leg.__name__, error)


def order(site, driver):
    """Checks that layers are listed from the top, and that a click finds the top one first."""
    driver.go(site.url("index.html"))
    until(driver, COUNT, lambda text: "in view" in text)
    titles = driver.run(LEGEND)
    if titles != ["Points", "Lines", "Areas"]:
        yield "the legend lists %s" % titles
    driver.go("about:blank")
    driver.go(site.url("index.html#20/45.000000/7.000000"))
    until(driver, COUNT, lambda text: "in view" in text)
    click(driver, "#map .map-surface")
    hash = until(driver, SELECTED, lambda hash: "sel=" in hash)
    if "sel=points/1" not in hash:
        yield "a click on a point, a line and an area selects %s" % hash


def related(site, driver):
    """Checks the count of a long list, its beginning, and the links to all of it."""
    driver.go("about:blank")
    driver.go(site.url("feature.html#kinds/1"))
    until(driver, RECORD, bool)
    found = until(driver, RELATED, lambda found: len(found["links"]) == 2, 20)
    if found["count"] != "600" or found["shown"] != 3:
        yield "600 related records, of which the map shows 3: %s" % found
    if not found["rest"].startswith("The first 500 of 600 are listed here."):
        yield "the rest of 600 related records: %s" % found["rest"]
    if len(found["links"]) != 2:
        raise LookupError("links to the rest: %s" % found["links"])
    table, map = found["links"]
    driver.go(site.url(table))
    said = until(driver, COUNT, lambda text: "records" in text)
    if said != "600 of 601 records":
        yield "the table of the rest says %r" % said
    driver.go(site.url(map))
    note = until(driver, NOTE, lambda text: " of " in text, 20)
    if not note.startswith("600 of 601"):
        yield "the map of the rest says %r" % note


def dates(site, driver):
    """Checks that a date as ISO text has the pop-up's format."""
    driver.go("about:blank")
    driver.go(site.url("feature.html#areas/1"))
    values = until(driver, DETAILS, bool)
    if "November 3, 2026" not in values:
        yield "a date as ISO text is shown as %s" % values


def prints(site, driver):
    """Checks that the map takes one sheet, and that a table on paper has all rows."""
    driver.go("about:blank")
    driver.go(site.url("index.html"))
    until(driver, COUNT, lambda text: "in view" in text)
    for orientation in ("portrait", "landscape"):
        pdf = driver.printed(orientation)
        if pdf is not None and paper(pdf) != 1:
            yield "the map takes %d sheets in %s" % (paper(pdf), orientation)
    driver.go(site.url("layer-points.html"))
    until(driver, ROWS, lambda found: found["rows"] and not found["empty"])
    on_screen = driver.run(ROWS)["rows"]
    # The records of all rows load while nobody waits for them.
    until(driver, "return FP.data.shard('points', 0).then(() => 1)", bool)
    driver.run(FOR_PAPER)
    found = until(driver, ROWS, lambda found: not found["empty"], 10)
    if found != {"rows": ALL, "empty": 0}:
        yield "a table of %d rows has on paper %s" % (ALL, json.dumps(found))
    driver.run(FOR_SCREEN)
    if driver.run(ROWS)["rows"] != on_screen:
        yield "after printing, the table has %s" % driver.run(ROWS)
    trouble = driver.run(TROUBLE)
    if trouble:
        yield "%s: %s" % (driver.run(HASH), trouble)
