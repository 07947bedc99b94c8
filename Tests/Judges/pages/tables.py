"""Checks a layer as a table: rows, order, filters, columns and printed sheets, compared with the demo's
data."""
import os
import re

from pages import paper
from pages.browser import settled
from pages.engines import with_photos
from pages.pieces import in_pieces

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
        first(site, page, found)
        orders(site, page, trees, found)
        opened(site, page, trees, found)
        long(site, page, trees, found)
        found += paper.tables(site, page, trees, ready, skip)
    with in_pieces(site, "trees", 20) as pieces, browser.page(found) as page:
        loads(pieces, page, trees, found)
    for width in (390, 320):
        with browser.page(found, viewport={"width": width, "height": 844}, has_touch=True) as page:
            phone(site, page, width, found)
            found += paper.maps(site, page)
    with browser.page(found, color_scheme="dark") as page:
        found += paper.bookmarks(site, page)
    with browser.page(found) as page:
        found += paper.maps(site, page)
        found += paper.record(site, page, with_photos(site))
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


ALL = "layer-trees.html#cols=Neighborhood,Address,Condition,DBH,PlantedBy,PlantedDate,Notes"
ALIGNED = """() => ['th', 'td'].map(kind => getComputedStyle(
    document.querySelector(`.grid ${kind}.number`)).textAlign).join()"""


def first(site, page, found):
    """Checks the first columns: the record's name, then the author's fields; and how values stand."""
    page.goto("about:blank")
    page.goto(site.url("layer-trees.html"))
    ready(page)
    heads = [head.inner_text().strip() for head in page.query_selector_all(".grid th")]
    wanted = ["Common name", "Neighborhood", "Address", "Condition", "DBH"]
    if heads[:5] != wanted:
        found.append("the first columns are %s" % heads[:5])
    if page.evaluate(ALIGNED) != "right,right":
        found.append("numbers and their heading do not stand to the right")
    page.set_viewport_size({"width": 1440, "height": 900})
    ready(page)
    cut = page.evaluate("""() => {
      const grid = document.querySelector('.grid');
      return [grid.scrollWidth - grid.clientWidth, ...[...document.querySelectorAll('.grid td')]
        .filter(cell => cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent)];
    }""")
    if cut != [0]:
        found.append("at 1440 pixels, the table has no room for %s" % cut)
    page.set_viewport_size({"width": 1280, "height": 800})


def orders(site, page, trees, found):
    """Checks that each column sorts: text by the numbers it begins with, dates by time, nulls last."""
    page.goto("about:blank")
    page.goto(site.url(ALL))
    ready(page)
    if page.locator(".grid th").count() != page.locator(".grid th .grid-sort").count():
        found.append("not every heading sorts")

    def natural(text):
        begin = re.match(r"\d*", text).group()
        return (begin.zfill(15) if begin else "") + text[len(begin):].lower()

    dated = [t["PlantedDate"] for t in trees if t["PlantedDate"] is not None]
    for label, values, read in (
            ("Address", [t["Address"] for t in trees if t["Address"]], natural),
            ("Planted Date", dated, None)):
        for direction in ("ascending", "descending"):
            page.locator(".grid-sort", has_text=label).click()
            page.wait_for_selector("th[aria-sort=%s]" % direction)
            ready(page)
            shown = cells(page, label)[:12]
            wanted = sorted(values, key=read, reverse=direction == "descending")[:12]
            if read is None:
                shown = [re.sub(r"(\d+)/(\d+)/(\d+).*", r"\3-\1-\2", text) for text in shown]
                shown = ["%d-%02d-%02d" % tuple(map(int, text.split("-"))) if text != "–" else text
                         for text in shown]
                if shown != sorted(shown, reverse=direction == "descending") or "–" in shown:
                    found.append("%s %s: %s" % (label, direction, shown))
            elif [read(a) for a in shown] != [read(b) for b in wanted]:
                found.append("%s %s: %s, wanted %s" % (label, direction, shown, wanted))
    page.goto("about:blank")
    page.goto(site.url("layer-trees.html#sort=Address:down"))
    page.wait_for_selector("th[aria-sort=descending]")
    if "sort=Address:down" not in page.url:
        found.append("a sorted table loses the order in its link")


SLOW = """pause => { const load = FP.data.shard; FP.data.shard = (...which) =>
    new Promise(done => setTimeout(done, pause)).then(() => load(...which)); }"""


def loads(site, page, trees, found):
    """Checks sorting by a column that is in many files: progress, stopping, and a missing file."""
    addresses = sorted(int(t["Address"].split()[0]) for t in trees if re.match(r"\d+ ", t["Address"] or ""))
    page.goto(site.url("layer-trees.html"))
    ready(page)
    page.evaluate(SLOW, 120)
    before = cells(page, "Address")[:5]
    button = page.locator(".grid-sort", has_text="Address")
    button.click()
    page.wait_for_function("() => /^Sorting [1-9]\\d*%$/.test(document.querySelector('#count').textContent)")
    button.click()
    page.wait_for_function("() => / records$/.test(document.querySelector('#count').textContent)")
    page.wait_for_timeout(400)
    ready(page)
    if "sort=" in page.url or page.locator("th[aria-sort]").count() or cells(page, "Address")[:5] != before:
        found.append("a second click does not stop sorting")
    page.evaluate(SLOW, 0)
    button.click()
    page.wait_for_selector("th[aria-sort=ascending]")
    ready(page)
    shown = [int(text.split()[0]) for text in cells(page, "Address")[:12]]
    if shown != addresses[:12] or count(page) != len(trees):
        found.append("sorted from many files: %s, wanted %s" % (shown, addresses[:12]))
    os.remove(site.folder + "/data/trees/0009.js")
    page.reload()
    # The link sorts, so the missing file is missed at once.
    page.wait_for_function("() => /0009\\.js/.test(document.querySelector('#count').textContent)")
    said = page.inner_text("#count")
    ready(page)
    if "sorted by Address" not in said or page.locator("th[aria-sort]").count():
        found.append("without a file, sorting says %r" % said)
    # The browser reports the file that is missing, too.
    found[:] = [text for text in found if "ERR_FILE_NOT_FOUND" not in text]


def opened(site, page, trees, found):
    """Checks that a text that is cut opens above its row, and that rows keep their height."""
    page.goto("about:blank")
    page.goto(site.url(ALL + ";sort=Notes"))
    page.wait_for_selector("th[aria-sort]")
    ready(page)
    notes = max((t["Notes"] or "" for t in trees), key=len)
    cut = page.locator(".grid-cut", has_text=notes[:20]).first
    for act in (cut.click, lambda: cut.press("Enter")):
        act()
        if page.locator(".grid-open").inner_text().split() != notes.split():
            found.append("a cut text does not open")
            return
        page.keyboard.press("Escape")
        if page.locator(".grid-open").count() or not cut.evaluate("one => one === document.activeElement"):
            found.append("Escape does not close a text, or loses the focus")
    heights = page.evaluate(
        "() => [...new Set([...document.querySelectorAll('.grid td:not([colspan])')].map(c => c.offsetHeight))]")
    if len(heights) != 1:
        found.append("rows are %s pixels high" % heights)


LONG = """selector => {
  const row = [...document.querySelectorAll(selector)].find(one => one.textContent.length > 1000);
  const list = row.parentNode, text = row.querySelector('.folded') || row.querySelector('dd');
  return {part: row.offsetWidth / list.clientWidth, height: text.clientHeight, whole: text.scrollHeight,
    offered: !!row.querySelector('button:not([hidden])')};
}"""


def long(site, page, trees, found):
    """Checks that a long note has the full width and is folded, but not on paper."""
    tree = max(trees, key=lambda t: len(t["Notes"] or ""))["OBJECTID"]
    for link, width, rows in (("feature.html#trees/%d", 1280, "#record .details > div"),
                              ("index.html#sel=trees/%d", 390, "#card .details > div")):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto("about:blank")
        page.goto(site.url(link % tree))
        page.wait_for_function("rows => [...document.querySelectorAll(rows)]"
                               ".some(one => one.querySelector('button:not([hidden])'))", arg=rows)
        seen = page.evaluate(LONG, rows)
        if seen["part"] < 0.99 or seen["height"] > 12 * 24 or not seen["offered"]:
            found.append("%s: a long note is not folded: %s" % (link % tree, seen))
        page.emulate_media(media="print")
        seen = page.evaluate(LONG, rows)
        if seen["whole"] > seen["height"] + 1:
            found.append("%s: a long note is cut on paper: %s" % (link % tree, seen))
        page.emulate_media(media="null")
        page.locator(rows).get_by_role("button", name="Show all of Notes").click()
        seen = page.evaluate(LONG, rows)
        if seen["whole"] > seen["height"] + 1 or seen["offered"]:
            found.append("%s: a long note does not unfold: %s" % (link % tree, seen))
    page.set_viewport_size({"width": 1280, "height": 800})


SMALL = """() => [...document.querySelectorAll(
    '.tab, .layer-tools .button, .search-field, summary, .chooser-list label, .grid a, .grid-sort')]
  .filter(one => one.offsetParent && one.getBoundingClientRect().height < 43.5)
  .map(one => one.className + ' ' + one.textContent.trim() + ' ' + one.getBoundingClientRect().height)"""


def phone(site, page, width, found):
    """Checks the table on a phone: its width, what a thumb taps, and the first column."""
    page.goto(site.url("layer-trees.html"))
    ready(page)
    page.locator("#columns summary").tap()
    if page.evaluate("document.documentElement.scrollWidth") > width:
        found.append("the table's page is wider than %d pixels" % width)
    small = page.evaluate(SMALL)
    if small:
        found.append("at %d pixels, too small for a thumb: %s" % (width, small[:4]))
    page.locator(".grid").evaluate("one => { one.scrollLeft = 300; }")
    place = page.evaluate("""() => {
      const grid = document.querySelector('.grid').getBoundingClientRect();
      const cell = document.querySelector('.grid td.grid-first').getBoundingClientRect();
      return [cell.left - grid.left, cell.width / grid.width];
    }""")
    if not 0 <= place[0] <= 2 or place[1] > 0.55:
        found.append("at %d pixels, the first column does not stay: %s" % (width, place))
