"""Walks through the demo like a reader, and compares what is shown with the demo's data."""
import json
import os
import re

from playwright.sync_api import Error

from pages import ground
from pages.browser import QUIET, REST, settled

IN_VIEW = "() => /in view/.test(document.querySelector('#count').textContent)"


def in_view(page):
    page.wait_for_function(IN_VIEW)
    settled(page)
    return int(re.search(r"([\d,]+) in view", page.inner_text("#count")).group(1).replace(",", ""))


def rows(page):
    """Returns all rows of the list, scrolling through it: their texts by position."""
    found = {}
    for _ in range(200):
        for item in page.query_selector_all("#list li"):
            found[int(item.get_attribute("aria-posinset"))] = item.inner_text()
        size = int(item.get_attribute("aria-setsize"))
        if len(found) >= size:
            return found
        page.evaluate("() => { const l = document.querySelector('#list'); l.scrollTop += l.clientHeight - 60; }")
        page.wait_for_timeout(60)
        page.wait_for_function(QUIET)
    return found


def row(page, facet, name):
    group = page.get_by_role("group", name=facet, exact=True)
    return group.locator(".facet-row").filter(has=page.get_by_text(name, exact=True))


def only(page, facet, name):
    row(page, facet, name).hover()
    page.get_by_role("group", name=facet, exact=True).get_by_role(
        "button", name="Only " + name, exact=True).click()


def complaints(site, browser, skip):
    if not site.source:
        skip("no source to compare with")
        return []
    found = []
    # One tree has no geometry, so it is in no view.
    trees = [tree for tree in site.truth() if tree["geometry"]]
    with browser.page(found) as page:
        page.goto(site.url("index.html"))
        everything = in_view(page)
        if everything != len(trees):
            found.append("%d trees in view of %d" % (everything, len(trees)))
        clicks(site, page, trees, found)
        filters(site, page, trees, found)
        fades(page, found)
        shrinks(page, found)
        searches(site, page, trees, found)
        restores(site, browser, page, found)
        said = page.url
        forgives(site, page, found)
        suggests(site, page, trees, found)
        page.goto(said)
        page.wait_for_selector("#card:not([hidden]) .card-title")
        records(site, page, found)
        card(site, page, found)
        sheet(site, browser, found)
        prints(site, page, found)
        legend(site, browser, page, found)
        labels(site, page, found)
    for theme in ("light", "dark"):
        with browser.page(found, color_scheme=theme) as page:
            found += grounds(site, page, theme)
    return found


def grounds(site, page, theme):
    """Checks the base map, and that it is printed in light colors with its credits."""
    def run(script):
        return page.evaluate("() => {" + script + "}")

    def until(script, test):
        for _ in range(100):
            answer = run(script)
            if test(answer):
                break
            page.wait_for_timeout(100)
        return answer

    yield from ground.complaints(site, page.goto, run, until, theme)
    # The page prepares its paper while the map rests.
    page.wait_for_timeout(1500)
    run("window.dispatchEvent(new Event('beforeprint'))")
    if not ground.is_water(run(ground.MIDDLE)):
        yield "%s: on paper the river is drawn in %s" % (theme, run(ground.MIDDLE))
    page.emulate_media(media="print")
    if "drawn by hand" not in run(ground.CREDITS):
        yield "%s: paper doesn't thank anybody for the base map" % theme
    page.emulate_media(media="screen")
    run("window.dispatchEvent(new Event('afterprint'))")


def clicks(site, page, trees, found):
    """Checks that a click on a tree opens its card, and that the link names it."""
    for tree in trees[7::100]:
        longitude, latitude = tree["geometry"]["coordinates"]
        page.goto(site.url("index.html#20/%.6f/%.6f" % (latitude, longitude)))
        in_view(page)
        surface = page.locator("#map .map-surface").bounding_box()
        page.mouse.click(
            surface["x"] + surface["width"] / 2, surface["y"] + surface["height"] / 2)
        page.wait_for_selector("#card:not([hidden]) .card-title")
        wanted = "sel=trees/%d" % tree["properties"]["OBJECTID"]
        try:
            # The card of the previous tree may still be there.
            page.wait_for_function("end => location.hash.endsWith(end)", arg=wanted)
        except Error:
            found.append("a click on tree %s selects %s" % (wanted, page.url.rsplit("#")[-1]))


def filters(site, page, trees, found):
    """Checks that a filter shows what the data has, in the count and in the list."""
    page.goto(site.url("about.html"))
    page.goto(site.url("index.html"))
    in_view(page)
    poor = [t for t in trees if t["properties"]["Condition"] == "Poor"]
    only(page, "Condition", "Poor")
    if in_view(page) != len(poor):
        found.append("Condition Poor: %s, wanted %d" % (page.inner_text("#count"), len(poor)))
    listed = rows(page)
    if len(listed) != len(poor):
        found.append("Condition Poor: %d rows, wanted %d" % (len(listed), len(poor)))
    addresses = {t["properties"]["Address"] for t in poor}
    for text in listed.values():
        if not any(address and address in text for address in addresses):
            found.append("Condition Poor lists " + text.replace("\n", " "))
    row(page, "Condition", "Dead").locator("input").check()
    both = [t for t in trees if t["properties"]["Condition"] in ("Poor", "Dead")]
    if in_view(page) != len(both):
        found.append("Poor and Dead: %s, wanted %d" % (page.inner_text("#count"), len(both)))
    thick = page.get_by_label("DBH from", exact=True)
    thick.fill("20")
    thick.blur()
    thicker = [t for t in both if (t["properties"]["DBH"] or 0) >= 20]
    if in_view(page) != len(thicker):
        found.append("from 20 in: %s, wanted %d" % (page.inner_text("#count"), len(thicker)))
    page.get_by_role("button", name="All values of DBH", exact=True).click()
    if in_view(page) != len(both):
        found.append("DBH set back: %s, wanted %d" % (page.inner_text("#count"), len(both)))


# Draws three points: one that a filter keeps, one that it leaves out, one that the legend hides.
FADED = """() => {
  const set = {
    n: 3, x: Uint32Array.of(0, 2147483648, 4294967295), y: new Uint32Array(3), box: [0, 0, 100, 0],
    originX: 0, originY: 0, stepX: 100 / 4294967295, stepY: 0
  };
  const surface = { buffer: new Uint32Array(140 * 40), width: 140, height: 40, margin: 0 };
  const stamp = { runAt: [0], runLength: [1], runColor: [9] };
  new FP.PointJob(new FP.PointGrid(set), surface, { x: 50, y: 0, res: 1 }, 1,
    { passes: 1, kinds: [0, 0, 0], rank: [0] }, { list: [stamp], make: null, half: 2 },
    Uint8Array.of(1, 0, 0), 'solid', { color: 7, gone: Uint8Array.of(1, 1, 0) }).run(0);
  return [20, 70, 120].map((x) => surface.buffer[20 * 140 + x]);
}"""


def fades(page, found):
    if page.evaluate(FADED) != [9, 7, 0]:
        found.append("points that a filter leaves out are drawn as %s" % page.evaluate(FADED))


# The sizes of symbols of 8 pixels: a city near and far, few points far, and sizes by a number.
SHRUNK = """() => {
  const symbol = { kind: 'marker', shape: 'circle', size: 8, color: '#1a7837', alpha: 1, outline: null };
  function size(n, res, variables) {
    const set = { n, stepX: 40000 / 4294967295, stepY: 25000 / 4294967295 };
    const looks = {
      classes: [{ symbol: 0 }], symbols: [symbol], symbol: () => symbol, key: () => '', varied: false
    };
    const frames = { stamps: { stamp: (symbol) => symbol }, map: { theme: {} }, margin: 32 };
    const layer = { id: 'a', set, looks, meta: { legend: { variables } } };
    return FP.Frames.prototype.stampsOf.call(frames, layer, 'fine', 1, 100, { res }).list[0].size;
  }
  return [size(200000, 1), size(200000, 5), size(200000, 60), size(300, 60), size(200000, 60, { size: {} })];
}"""


def shrinks(page, found):
    near, middle, far, few, own = page.evaluate(SHRUNK)
    if not (near == 8 and 3 < middle < 8 and far == 3 and few == 8 and own == 8):
        found.append("symbols have %r pixels" % [near, middle, far, few, own])


# The labels that the next frame writes on the map, with their middles as parts of its width and height.
WRITTEN = """() => new Promise(done => {
  const pen = CanvasRenderingContext2D.prototype, write = pen.fillText, texts = [];
  pen.fillText = function (text, x, y) {
    const at = this.getTransform().transformPoint(new DOMPoint(x, y));
    texts.push([text, at.x / this.canvas.width, at.y / this.canvas.height]);
    write.call(this, text, x, y);
  };
  window.dispatchEvent(new Event('beforeprint'));
  window.dispatchEvent(new Event('afterprint'));
  pen.fillText = write;
  done(texts);
})"""


def labels(site, page, found):
    """Checks that an area has its label in the corner that is visible, although its middle is not."""
    with open(site.source + "/neighborhoods.geojson") as file:
        area = next(f for f in json.load(file)["features"] if f["properties"]["NAME"] == "IRVINGTON")
    longitude, latitude = min(area["geometry"]["coordinates"][0])
    page.goto(site.url("about.html"))
    page.goto(site.url("index.html#16/%.6f/%.6f" % (latitude, longitude)))
    in_view(page)
    written = [one for one in page.evaluate(WRITTEN) if one[0] == "IRVINGTON"]
    if not written or not all(0.5 < x < 1 and 0 < y < 1 for _, x, y in written):
        found.append("in its corner, IRVINGTON is written at %r" % written)


def searches(site, page, trees, found):
    """Checks that a search with the filter on finds what passes both."""
    both = [t for t in trees if t["properties"]["Condition"] in ("Poor", "Dead")]
    street = re.sub(r"^\d+ ", "", both[0]["properties"]["Address"])
    page.fill("#search", street.lower())
    page.wait_for_function("() => / of |None/.test(document.querySelector('#search-note').textContent)")
    wanted = [t for t in both if street in (t["properties"]["Address"] or "")]
    if in_view(page) != len(wanted):
        found.append("%s: %s, wanted %d" % (street, page.inner_text("#count"), len(wanted)))
    page.locator("#list button").first.click()
    page.wait_for_selector("#card:not([hidden]) .card-title")
    settled(page)


def forgives(site, page, found):
    """Checks that a search finds addresses in other words, and offers words with other letters."""
    def found_count(text):
        page.fill("#search", text)
        page.wait_for_function("() => document.querySelector('#search-note').textContent !== ''")
        settled(page)
        said = re.match(r"([\d,]+) of", page.inner_text("#search-note"))
        return int(said.group(1).replace(",", "")) if said else 0

    page.goto(site.url("about.html"))
    page.goto(site.url("index.html"))
    in_view(page)
    tree = next(t for t in site.truth() if re.match(r"\d+ NE \w+ ST$", t["properties"]["Address"] or ""))
    number, direction, name, kind = tree["properties"]["Address"].split()
    wanted = found_count(" ".join((number, direction, name, kind)))
    for words in ("%s NE. %s Street", "%s northeast %s street", "%s, ne %s st."):
        text = words % (number, name)
        if found_count(text) != wanted or not wanted:
            found.append("%s finds %d, not %d" % (text, found_count(text), wanted))
    if found_count(name[:2] + name[3:] + " " + name[:1] + "zzzz") != 0:
        found.append("a word that does not occur is found")
    if found_count(name[:2] + name[3:]) == 0:
        page.get_by_role("button", name="Search for " + name.lower()).click()
        page.wait_for_function("() => / of /.test(document.querySelector('#search-note').textContent)")
        if page.input_value("#search") != name.lower():
            found.append("the suggestion searches for " + page.input_value("#search"))
    else:
        found.append("%s is found" % (name[:2] + name[3:]))


def suggestions(page, text):
    """Types a text and returns the suggestions: name, kind and count."""
    page.fill("#search", "")
    page.wait_for_function("() => document.querySelector('#search-note').textContent === ''")
    page.fill("#search", text)
    page.wait_for_function("() => !document.querySelector('#suggestions').hidden")
    settled(page)
    return page.locator(".suggestion").evaluate_all("""rows => rows.map(row => ['name', 'kind', 'count']
        .map(part => row.querySelector('.suggestion-' + part).textContent))""")


def suggests(site, page, trees, found):
    """Checks that search suggests values, streets, records and places, and what each of them does."""
    page.goto(site.url("about.html"))
    page.goto(site.url("index.html"))
    everything = in_view(page)
    poor = [t for t in trees if t["properties"]["Condition"] == "Poor"]
    offered = suggestions(page, "poor")
    if ["Poor", "Condition", str(len(poor))] not in offered:
        found.append("“poor” suggests %r" % offered)
    page.keyboard.press("Escape")
    if page.is_visible("#suggestions") or page.input_value("#search") != "poor":
        found.append("Escape doesn't close the suggestions only")
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => !document.querySelector('#suggestions').hidden")
    page.keyboard.press("ArrowDown")
    marked = page.evaluate("""() => document.getElementById(
        document.querySelector('#search').getAttribute('aria-activedescendant')).textContent""")
    page.keyboard.press("Enter")
    if not marked.startswith("Poor") or in_view(page) != len(poor) or "f=Condition:Poor" not in page.url:
        found.append("“poor” with the keyboard: %s, %s, %s" % (marked, page.inner_text("#count"), page.url))
    page.get_by_role("button", name="All values of Condition", exact=True).click()
    streets = {}
    for tree in site.truth():
        street = re.match(r"\d+ (NE BRAZEE ST)$", tree["properties"]["Address"] or "")
        if street:
            streets["NE Brazee St"] = streets.get("NE Brazee St", 0) + 1
    offered = suggestions(page, "brazee")
    for name, count in streets.items():
        if [name, "Street", str(count)] not in offered:
            found.append("“brazee” suggests %r, not %d of %s" % (offered, count, name))
    tree = next(t for t in trees if t["properties"]["Address"])["properties"]
    offered = suggestions(page, tree["Address"].lower())
    row = page.locator(".suggestion", has_text=tree["Address"]).first
    if row.count() != 1 or "Trees" not in row.inner_text():
        found.append("“%s” suggests %r" % (tree["Address"], offered))
    row.click()
    page.wait_for_selector("#card:not([hidden]) .card-title")
    if tree["Address"] not in page.inner_text("#card") or page.input_value("#search"):
        found.append("the suggestion of %s opens %s" % (tree["Address"], page.inner_text("#card")[:60]))
    offered = suggestions(page, "irving")
    if not any(name == "IRVINGTON" and kind.startswith("Neighborhoods") for name, kind, _ in offered):
        found.append("“irving” suggests %r" % offered)
    page.locator(".suggestion", has_text="Neighborhoods").first.click()
    page.wait_for_function("() => /IRVINGTON/.test(document.querySelector('#card').textContent)")
    if not 0 < in_view(page) < everything:
        found.append("the neighborhood shows %s" % page.inner_text("#count"))


def restores(site, browser, page, found):
    """Checks that the link shows the same in a new browser."""
    settled(page)
    page.evaluate(REST)
    said = (page.inner_text("#count"), page.inner_text("#card .card-title"), page.inner_text("#list"))
    link = page.url
    with browser.page(found) as other:
        other.goto(link)
        in_view(other)
        other.wait_for_selector("#card:not([hidden]) .card-title")
        in_view(other)
        again = (
            other.inner_text("#count"), other.inner_text("#card .card-title"),
            other.inner_text("#list"))
        for before, after in zip(said, again):
            if before != after:
                found.append("the link %s restores %r as %r" % (link, before, after))
        if other.input_value("#search") != page.input_value("#search"):
            found.append("the link does not restore the search")
        if other.url != link:
            found.append("the link %s becomes %s" % (link, other.url))


def legend(site, browser, page, found):
    """Checks that classes switched off in the legend stay off in a link."""
    page.goto(site.url("index.html"))
    in_view(page)
    before = page.inner_text("#count")
    page.locator("button.legend-class").first.click()
    settled(page)
    said, link = page.inner_text("#count"), page.url
    if said == before or "no=trees/" not in link:
        found.append("without a class, %r stays %r in %s" % (before, said, link))
    with browser.page(found) as other:
        other.goto(link)
        in_view(other)
        other.wait_for_selector("button.legend-class[aria-pressed=false]")
        settled(other)
        if other.inner_text("#count") != said:
            found.append("the link %s restores %r as %r" % (link, said, other.inner_text("#count")))


def records(site, page, found):
    """Walks from the card to the record, to a related one, and back; opens photos in full size."""
    title = page.inner_text("#card .card-title")
    page.get_by_role("link", name="Open " + title, exact=True).click()
    page.wait_for_selector("main h1")
    settled(page)
    if page.inner_text("h1") != title:
        found.append("the record of %s is titled %s" % (title, page.inner_text("h1")))
    tree = page.url
    with_records = next(
        t for t in site.truth() if has_photo(site, t["properties"]["GlobalID"]))
    page.goto(site.url("feature.html#trees/%d" % with_records["properties"]["OBJECTID"]))
    page.wait_for_selector("main h1")
    settled(page)
    tree = page.url
    photos(page, found)
    page.locator("table.records a[href^='feature.html#inspections']").first.click()
    page.wait_for_url(re.compile(r"/feature\.html#inspections/"))
    page.wait_for_selector("a[href^='feature.html#trees/']")
    page.locator("a[href^='feature.html#trees/']").first.click()
    page.wait_for_url(tree)
    page.go_back()
    page.wait_for_url(re.compile(r"/feature\.html#inspections/"))
    with page.expect_download() as download:
        page.locator("[data-download]").click()
    if not download.value.suggested_filename.endswith(".geojson"):
        found.append("the record downloads as " + download.value.suggested_filename)


def richest(site):
    """The link part of a tree with a photo and inspections."""
    tree = next(t for t in site.truth() if has_photo(site, t["properties"]["GlobalID"]))
    return "trees/%d" % tree["properties"]["OBJECTID"]


CARD_READY = "#card:not([hidden]) .card-body .panel"


def card(site, page, found):
    """Checks that the card has the whole pop-up, and that related records open in it, with a way back."""
    link = richest(site)
    page.goto(site.url("feature.html#" + link))
    page.wait_for_selector("main h1")
    settled(page)
    values = set(page.locator("main dd, main .photos img, main .records tbody td:not(.go)").evaluate_all(
        "all => all.map(one => one.alt || one.textContent.trim())"))
    name = page.title()
    page.goto(site.url("index.html#sel=" + link))
    page.wait_for_selector(CARD_READY)
    settled(page)
    shown = set(page.locator("#card dd, #card .photos img, #card .records tbody td:not(.go)").evaluate_all(
        "all => all.map(one => one.alt || one.textContent.trim())"))
    if values - shown or len(values) < 8:
        found.append("the card of %s lacks %r" % (link, sorted(values - shown)))
    if page.title() != name:
        found.append("with the card, the page is called %s, and the record %s" % (page.title(), name))
    title = page.inner_text("#card .card-title")
    page.locator("#card a[href^='feature.html#inspections']").first.click()
    page.wait_for_selector("#card .card-back")
    if page.evaluate("document.activeElement.className") != "card-title":
        found.append("a related record doesn't get the focus")
    if not page.url.endswith("sel=" + link):
        found.append("a related record changes the link to " + page.url)
    page.locator("#card a[href^='feature.html#trees']").first.click()
    page.wait_for_function("n => document.querySelector('.card-title').textContent === n", arg=title)
    page.click("#card .card-back")
    page.wait_for_function("n => document.querySelector('.card-title').textContent !== n", arg=title)
    page.click("#card .card-back")
    page.wait_for_selector("#card .card-back", state="detached")
    if page.inner_text("#card .card-title") != title:
        found.append("the way back ends at " + page.inner_text("#card .card-title"))
    photos(page, found)
    page.keyboard.press("Escape")
    page.wait_for_selector("#card", state="hidden")
    if page.title() == name:
        found.append("without a card, the page is still called " + name)


def sheet(site, browser, found):
    """Drags the card of a phone to its three stops, and away."""
    with browser.page(found, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        page.goto(site.url("index.html#sel=" + richest(site)))
        page.wait_for_selector(CARD_READY)
        top = "() => Math.round(document.querySelector('#card').getBoundingClientRect().top)"

        def rests():
            page.wait_for_function("() => !document.getAnimations().length")
            return page.evaluate(top)

        def drag(to):
            at = rests() + 14
            page.mouse.move(195, at)
            page.mouse.down()
            for step in range(1, 9):
                page.mouse.move(195, at + (to - at) * step / 8)
            page.mouse.up()
            page.wait_for_timeout(60)

        middle = rests()
        drag(120)
        high = rests()
        drag(700)
        low = rests()
        if not (40 <= high < 80 and 400 < middle < 520 and 560 < low < 780):
            found.append("the stops of the sheet are at %d, %d and %d" % (high, middle, low))
        page.keyboard.press("Tab")
        page.locator("#card .card-handle").focus()
        page.keyboard.press("Enter")
        if rests() != middle:
            found.append("the handle leads to %d" % rests())
        drag(840)
        page.wait_for_selector("#card", state="hidden")
        filter_sheet(page, found)
        long_list(site, page, found)


def long_list(site, page, found):
    """On a phone, the list scrolls with the page, and a button leads back to the map."""
    page.goto(site.url("about.html"))
    page.goto(site.url("index.html"))
    in_view(page)
    page.evaluate("() => window.scrollTo(0, document.querySelector('#list').offsetTop + 57 * 40)")
    page.wait_for_function("() => document.querySelector('#to-map').classList.contains('away')")
    page.wait_for_function(QUIET)
    shown = page.evaluate("""() => {
      const at = document.elementFromPoint(195, 700).closest('li');
      return at ? Number(at.getAttribute('aria-posinset')) : 0;
    }""")
    if not 40 < shown < 60:
        found.append("after 40 rows, the list of a phone shows row %d" % shown)
    if page.evaluate("document.querySelector('#search').getBoundingClientRect().top") > 20:
        found.append("the search of a phone scrolls away")
    page.click("#to-map")
    page.wait_for_function("() => window.scrollY === 0")


def filter_sheet(page, found):
    """Opens the filters of a phone, changes one, and closes them."""
    before = page.inner_text("#count")
    page.click("#filters-open")
    page.wait_for_selector("#filters-sheet.open")
    behind = page.evaluate("document.elementFromPoint(195, 400).closest('#filters-sheet') !== null")
    if not behind or not page.evaluate("document.querySelector('.map-panel').inert"):
        found.append("the sheet of filters leaves the map in reach")
    row(page, "Condition", "Poor").locator("input").uncheck()
    page.keyboard.press("Escape")
    page.wait_for_function("t => document.querySelector('#count').textContent !== t", arg=before)
    if page.evaluate("document.activeElement.id") != "filters-open":
        found.append("closing the filters moves the focus away")
    if page.inner_text("#filters-open") != "Filters (1)":
        found.append("the button of the filters says " + page.inner_text("#filters-open"))
    if page.evaluate("document.querySelector('.map-panel').inert"):
        found.append("after the filters, the map is out of reach")


def has_photo(site, identity):
    return os.path.isdir("%s/attachments/Trees/%s" % (site.source, identity.strip("{}")))


def photos(page, found):
    photo = page.locator("a.photo").first
    photo.click()
    page.wait_for_selector("dialog[open] img")
    page.wait_for_function("() => document.querySelector('dialog[open] img').naturalWidth > 0")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    if not page.evaluate("document.activeElement.matches('a.photo')"):
        found.append("a closed photo does not give the keyboard back")


def prints(site, page, found):
    """Checks that each record is printed on its own page."""
    ids = [str(t["properties"]["OBJECTID"]) for t in site.truth()[:3]]
    page.goto(site.url("print.html#trees/" + ",".join(ids)))
    page.wait_for_function("() => /pages/.test(document.querySelector('#count').textContent)")
    settled(page)
    for size in ("Letter", "A4"):
        made = page.pdf(format=size, print_background=False)
        sheets = len(re.findall(rb"/Type\s*/Page\b", made))
        if sheets != len(ids):
            found.append("%d records print on %d sheets of %s" % (len(ids), sheets, size))
