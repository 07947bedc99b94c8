"""Checks pages in the states that readers bring them into: with axe, and the page as it is then with the Nu checker
and html5lib. A state is a name, a size of the window, a link, and what the reader does there."""
from pages import every, markup
from pages.browser import settled
from pages.reader import CARD_READY, in_view, richest

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


def nothing(page):
    settled(page)


def card(page):
    page.wait_for_selector(CARD_READY)
    settled(page)


def sheet(stop):
    def act(page):
        card(page)
        page.evaluate("stop => FP.page.card.sheet.rest(stop)", stop)
        page.wait_for_function("() => !document.getAnimations().length")
    return act


def filters(page):
    in_view(page)
    page.click("#filters-open")
    page.locator(".facet-row input").first.uncheck()
    settled(page)


def suggestions(page):
    in_view(page)
    page.type("#search", "poor")
    page.wait_for_selector(".suggestion")
    page.keyboard.press("ArrowDown")
    settled(page)


def misspelled(page):
    in_view(page)
    page.fill("#search", "ginko bilobba")
    page.wait_for_function("() => /No matches/.test(document.querySelector('#search-note').textContent)")
    page.keyboard.press("Escape")
    settled(page)


def menus(page):
    in_view(page)
    page.click("#downloads summary")
    settled(page)


def broken(page):
    page.wait_for_selector("[role=alert]:not([hidden]), .problem:not([hidden])")


def loading(page):
    page.wait_for_selector("[role=status]")


def sorts(page):
    page.wait_for_selector(".grid td.grid-first a")
    page.locator(".grid-sort").nth(1).click()
    page.wait_for_selector("th[aria-sort]")
    settled(page)


def columns(page):
    page.wait_for_selector(".grid td.grid-first a")
    page.click("#columns summary")
    settled(page)


def no_rows(page):
    settled(page)
    page.fill("#search", "no such words")
    page.wait_for_function("() => /^0 of/.test(document.querySelector('#count').textContent)")


def photo(page):
    settled(page)
    page.locator("a.photo").first.click()
    page.wait_for_function("() => document.querySelector('dialog[open] img').naturalWidth > 0")


def states(site):
    tree = richest(site)
    selected = "index.html#sel=" + tree
    yield "card", DESK, selected, card, None
    for stop in ("low", "middle", "high"):
        yield "sheet at its stop " + stop, PHONE, selected, sheet(stop), None
    for width, height in ((320, 568), (390, 844), (820, 1180), (1024, 768)):
        yield "filters at %d" % width, {"width": width, "height": height}, "index.html", filters, None
    for size in (DESK, PHONE):
        yield "suggestions at %d" % size["width"], size, "index.html", suggestions, None
        yield "no matches at %d" % size["width"], size, "index.html", misspelled, None
    yield "no matches of filters", DESK, "index.html#f=Condition:Poor&DBH:78-", nothing, None
    yield "downloads", DESK, "index.html#f=Condition:Poor", menus, None
    yield "without points", DESK, "index.html", broken, "points.js"
    yield "without any data", PHONE, "index.html", broken, "meta.js"
    yield "a record without data", DESK, "feature.html#" + tree, broken, "0000.js"
    yield "no such record", DESK, "feature.html#trees/999999", broken, None
    yield "no record named", DESK, "feature.html", broken, None
    yield "a photo", DESK, "feature.html#" + tree, photo, None
    yield "sorted table", DESK, "layer-trees.html", sorts, None
    yield "sorted table on a phone", PHONE, "layer-trees.html", sorts, None
    yield "columns of a table", DESK, "layer-trees.html", columns, None
    yield "empty table", DESK, "layer-trees.html", no_rows, None
    yield "a table without data", DESK, "layer-trees.html", broken, "columns.js"
    yield "no sheet to print", DESK, "print.html#trees/999999", nothing, None


def complaints(site, browser, skip):
    if not site.source:
        skip("no source to compare with")
        return []
    axe = every.axe_source()
    if not axe:
        skip("axe-playwright-python is absent")
    found, made = [], {}
    for name, size, link, act, missing in states(site):
        # A missing file is reported on the console, which is no fault of the page.
        with browser.page([] if missing else found, viewport=size, has_touch=size["width"] < 1000) as page:
            if missing:
                page.route("**/data/**/" + missing, lambda route: route.abort())
            page.goto(site.url(link))
            try:
                act(page)
            except Exception as error:
                found.append("%s: %s" % (name, str(error).split("\n")[0]))
                continue
            made[name] = page.evaluate("document.documentElement.outerHTML")
            if axe:
                page.evaluate(axe)
                found += every.judged(page, link, name)
            width = page.evaluate("document.documentElement.scrollWidth")
            if width > size["width"]:
                found.append("%s: %d pixels wide" % (name, width))
    found += waiting(site, browser, axe, made)
    return found + list(markup.made(made, skip))


def holding(page):
    """Lets the page wait for its data; returns the requests, which must be ended at last."""
    held = []
    page.route("**/data/**", lambda route: held.append(route))
    return held


def waiting(site, browser, axe, made):
    """Checks pages whose data is still to come."""
    for link in ("index.html", "feature.html#" + richest(site), "layer-trees.html", "print.html#" + richest(site)):
        with browser.page([]) as page:
            held = holding(page)
            page.goto(site.url(link), wait_until="commit")
            page.wait_for_selector(".foot, #filters-sheet", state="attached")
            page.wait_for_timeout(300)
            made["waiting for " + link] = page.evaluate("document.documentElement.outerHTML")
            if axe:
                page.evaluate(axe)
                yield from every.judged(page, link, "waiting")
            for route in held:
                route.abort()
