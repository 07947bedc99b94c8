"""Checks a layer as a table: rows, order, filters and columns, compared with the demo's data."""
import re

from pages.browser import settled

READY = """() => [...document.querySelectorAll('.grid tbody tr:not(.grid-space)')]
    .every(row => row.querySelector('a'))"""


def count(page):
    return int(re.search(r"[\d,]+", page.inner_text("#count")).group().replace(",", ""))


def ready(page):
    page.wait_for_selector(".grid td.grid-first a")
    page.wait_for_function(READY)


def cells(page, label):
    """Returns the cells of a column, for the rows that exist."""
    heads = [head.inner_text().strip(" ↑↓\n") for head in page.query_selector_all(".grid th")]
    at = heads.index(label) + 1
    return [cell.inner_text() for cell in page.query_selector_all(
        ".grid tbody tr:not(.grid-space) td:nth-child(%d)" % at)]


def complaints(site, browser, skip):
    if not site.source:
        skip("no source to compare with")
        return []
    found = []
    trees = [tree["properties"] for tree in site.truth()]
    with browser.page(found) as page:
        page.goto(site.url("layer-trees.html"))
        ready(page)
        if count(page) != len(trees):
            found.append("the table counts %d trees of %d" % (count(page), len(trees)))
        sorts(page, trees, found)
        columns(page, found)
        filtered(site, page, trees, found)
        few(site, page, found)
        bare(site, page, trees, found)
    return found


def sorts(page, trees, found):
    """Checks ascending, descending and original order; missing values are always last."""
    measured = sorted(t["DBH"] for t in trees if t["DBH"] is not None)
    before = cells(page, "DBH")
    for direction, wanted in (("ascending", measured), ("descending", measured[::-1])):
        page.locator(".grid-sort", has_text="DBH").click()
        page.wait_for_selector("th[aria-sort=%s]" % direction)
        ready(page)
        shown = [float(text) for text in cells(page, "DBH")[:12]]
        if any(abs(a - b) > 0.006 for a, b in zip(shown, wanted)):
            found.append("DBH %s: %s, wanted %s" % (direction, shown, wanted[:12]))
    page.locator(".grid").evaluate("one => { one.scrollTop = one.scrollHeight; }")
    page.wait_for_timeout(300)
    ready(page)
    missing = len(trees) - len(measured)
    if missing and cells(page, "DBH")[-1] != "–":
        found.append("what has no DBH is not last")
    page.locator(".grid-sort", has_text="DBH").click()
    page.wait_for_selector("th[aria-sort]", state="detached")
    ready(page)
    if cells(page, "DBH")[:12] != before[:12]:
        found.append("a third click does not bring the first order back")


def columns(page, found):
    """Checks that a removed column stays removed after a reload, because the link says so."""
    page.locator("#columns summary").click()
    page.locator("#column-list label", has_text="Address").locator("input").uncheck()
    page.reload()
    ready(page)
    if "Address" in page.inner_text(".grid thead"):
        found.append("a column that was taken away is back after a reload")
    page.locator("#columns summary").click()
    page.locator("#column-list label", has_text="Address").locator("input").check()


def filtered(site, page, trees, found):
    """Checks that a link with a filter applies it, and passes it on to the map and the print page."""
    page.goto(site.url("about.html"))
    page.goto(site.url("layer-trees.html#f=Condition:Poor,Dead|DBH:20-;sort=DBH:up"))
    ready(page)
    wanted = [t for t in trees if t["Condition"] in ("Poor", "Dead") and (t["DBH"] or 0) >= 20]
    if count(page) != len(wanted):
        found.append("a filtered table counts %d, wanted %d" % (count(page), len(wanted)))
    if not set(cells(page, "Condition")) <= {"Poor", "Dead"}:
        found.append("a filtered table shows " + ", ".join(sorted(set(cells(page, "Condition")))))
    for link in ("#map-link", "#print-link"):
        if "f=Condition:" not in page.get_attribute(link, "href"):
            found.append("%s loses the filter" % link)
    page.locator("#print-link").click()
    page.wait_for_url(re.compile(r"/print\.html#"))
    page.wait_for_function("() => /^\\d+ pages?$/.test(document.querySelector('#count').textContent)")
    if page.locator(".sheet").count() != len(wanted):
        found.append("%d sheets of %d" % (page.locator(".sheet").count(), len(wanted)))
    page.locator("#to").fill("2")
    page.locator("#to").blur()
    page.wait_for_function("() => /^Pages 1 to 2 of/.test(document.querySelector('#count').textContent)")
    if page.locator(".sheet").count() != 2:
        found.append("sheets 1 to 2 are %d" % page.locator(".sheet").count())


def few(site, page, found):
    """Checks that few rows exist, however long the table is and wherever it is scrolled to."""
    page.set_viewport_size({"width": 1280, "height": 2400})
    page.goto(site.url("layer-inspections.html"))
    ready(page)
    for part in (0, 0.3, 0.9, 1):
        page.locator(".grid").evaluate(
            "(one, part) => { one.scrollTop = part * one.scrollHeight; }", part)
        page.wait_for_timeout(200)
        ready(page)
        rows = page.locator(".grid tbody tr:not(.grid-space)").count()
        if not 10 < rows <= 200:
            found.append("%d rows exist at %s of the table" % (rows, part))
    page.set_viewport_size({"width": 1280, "height": 800})


def bare(site, page, trees, found):
    """Checks that missing values can be left out, and stay out on the next record."""
    lacking = [t["OBJECTID"] for t in trees if t["Notes"] is None][:2]
    page.goto(site.url("feature.html#trees/%d" % lacking[0]))
    page.wait_for_selector("button.quiet").click()
    if page.locator(".details .none").first.is_visible():
        found.append("what is not recorded cannot be hidden")
    page.goto(site.url("feature.html#trees/%d" % lacking[1]))
    settled(page)
    if page.locator(".details .none").first.is_visible():
        found.append("what is not recorded is back on the next record")
