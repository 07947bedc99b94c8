"""Moves the sliders of ranges with keys and the mouse, and compares what is shown with the demo's data."""
import json
import math

from pages.browser import settled
from pages.chromium import Chromium
from pages.engines import COUNT, HASH, until

RIGHT, LEFT, HOME, END = "\ue014", "\ue012", "\ue011", "\ue010"
UP, DOWN, PAGE_UP, PAGE_DOWN = "\ue013", "\ue015", "\ue00e", "\ue00f"
# The two thumbs of a slider: value, text, limits and middle.
THUMBS = """
return [...document.querySelectorAll('[role=slider]')]
  .filter(one => one.getAttribute('aria-label').startsWith(%s)).map(one => {
    const box = one.getBoundingClientRect();
    return {name: one.getAttribute('aria-label'), now: Number(one.getAttribute('aria-valuenow')),
      text: one.getAttribute('aria-valuetext'), least: Number(one.getAttribute('aria-valuemin')),
      most: Number(one.getAttribute('aria-valuemax')), x: Math.round(box.x + box.width / 2),
      y: Math.round(box.y + box.height / 2), width: box.width, height: box.height};
  })"""
FOCUS = """
const one = [...document.querySelectorAll('[role=slider]')].find(one => one.getAttribute('aria-label') === %s);
one.scrollIntoView({block: 'center'});
one.focus();
return document.activeElement === one"""
BARS = """
const group = [...document.querySelectorAll('.facet')].find(one => one.querySelector('h2').textContent === 'DBH');
return [...group.querySelectorAll('.histogram i')].map(one => parseFloat(one.style.height))"""
# Opens the sheet of filters, if there is one.
SHEET = """
const one = document.querySelector('#filters-open');
if (one && one.getClientRects().length) one.click()"""
BINS = 28


def thumbs(driver, facet):
    return driver.run(THUMBS % json.dumps(facet))


def press(driver, key):
    driver.act([{"type": "key", "id": "keys", "actions": [
        {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}])


def drag(driver, start, end):
    """Drags from one place to another; places are x and y."""
    driver.act([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
        {"type": "pointerMove", "x": start[0], "y": start[1]}, {"type": "pointerDown", "button": 0},
        {"type": "pointerMove", "x": (start[0] + end[0]) // 2, "y": end[1]},
        {"type": "pointerMove", "x": end[0], "y": end[1]}, {"type": "pointerUp", "button": 0}]}])


def opened(site, driver, link):
    driver.go("about:blank")
    driver.go(site.url(link))
    until(driver, COUNT, lambda text: "in view" in text or "records" in text)
    until(driver, THUMBS % '"DBH"', lambda found: len(found) == 2)
    driver.run(SHEET)


def sizes(site):
    return [tree["properties"]["DBH"] for tree in site.truth() if tree["geometry"]]


def in_range(site, least, most):
    return sum(size is not None and least <= size <= most for size in sizes(site))


def walk(site, driver):
    """Returns what the map's sliders do wrong, in any engine."""
    yield from keys(site, driver)
    yield from mouse(site, driver)
    yield from follows(site, driver)
    yield from mirrored(site, driver)


def counted(site, driver, least, most, what):
    """Checks the count and the link for a range of sizes; None is an end of the data."""
    lower, upper = (least or -math.inf), (math.inf if most is None else most)
    wanted = "%d in view" % in_range(site, lower, upper)
    link = "f=DBH:%s-%s" % ("" if least is None else least, "" if most is None else most)
    said = until(driver, COUNT, lambda text: text == wanted, 20)
    hash = until(driver, HASH, lambda text: link in text, 20)
    if said != wanted or link not in hash:
        yield "%s: %s and %s, wanted %s and %s" % (what, said, hash, wanted, link)


def keys(site, driver):
    opened(site, driver, "index.html")
    start = [(one["now"], one["least"], one["most"]) for one in thumbs(driver, "DBH")]
    if start != [(0, 0, 79), (79, 0, 79)]:
        yield "the slider of DBH begins with %s" % start
    if not driver.run(FOCUS % '"DBH, start"'):
        yield "a thumb can't have the focus"
        return
    place = thumbs(driver, "DBH")[1]["y"]
    for key, wanted in (
        (RIGHT, 1), (UP, 2), (LEFT, 1), (PAGE_UP, 11), (PAGE_DOWN, 1), (DOWN, 0), (END, 79), (HOME, 0),
        (LEFT, 0), (PAGE_UP, 10)):
        press(driver, key)
        now = thumbs(driver, "DBH")[0]["now"]
        if now != wanted:
            yield "%r moves DBH from to %s, wanted %s" % (key, now, wanted)
    yield from counted(site, driver, 10, None, "DBH from 10 by keys")
    if thumbs(driver, "DBH")[1]["y"] != place:
        yield "a slider moves away by %d pixels while it is used" % (thumbs(driver, "DBH")[1]["y"] - place)
    driver.run(FOCUS % '"DBH, end"')
    press(driver, HOME)
    both = [(one["now"], one["least"], one["most"]) for one in thumbs(driver, "DBH")]
    if both != [(10, 0, 10), (10, 10, 79)]:
        yield "the thumbs pass each other: %s" % both
    driver.run(FOCUS % '"Planted Date, end"')
    press(driver, LEFT)
    text = thumbs(driver, "Planted Date")[1]["text"]
    if text != "October 31, 2020":
        yield "a month before the last, a slider of days says " + text


def mouse(site, driver):
    opened(site, driver, "index.html#f=DBH:20-")
    driver.run(FOCUS % '"DBH, end"')
    low, high = thumbs(driver, "DBH")
    if low["now"] != 20:
        yield "a link with DBH from 20 restores %s" % low["now"]
    left = high["x"] - (high["x"] - low["x"]) * 79 / 59
    drag(driver, (high["x"], high["y"]), (round(left + (high["x"] - left) * 50 / 79), high["y"] + 6))
    now = thumbs(driver, "DBH")[1]["now"]
    if abs(now - 50) > 1:
        yield "a thumb dragged to 50 says %s" % now
    yield from counted(site, driver, 20, now, "a range by mouse")
    # A press on the track, right of the upper thumb, moves that one.
    to = round(left + (high["x"] - left) * 65 / 79)
    drag(driver, (to, high["y"]), (to, high["y"]))
    now = thumbs(driver, "DBH")[1]["now"]
    if abs(now - 65) > 1:
        yield "a press at 65 leaves the thumb at %s" % now


def follows(site, driver):
    """Checks that a histogram counts what the other filters leave."""
    opened(site, driver, "index.html#f=Condition:Poor")
    trees = [tree["properties"] for tree in site.truth()]
    measured = [round(tree["DBH"] * 10) for tree in trees if tree["DBH"] is not None]
    least, width = min(measured), (max(measured) - min(measured)) / BINS
    bins = [0] * BINS
    for tree in trees:
        if tree["Condition"] == "Poor" and tree["DBH"] is not None:
            bins[min(BINS - 1, math.floor((round(tree["DBH"] * 10) - least) / width))] += 1
    wanted = [max(3, count / max(bins) * 100) if count else 0 for count in bins]
    shown = driver.run(BARS)
    if len(shown) != BINS or any(abs(one - other) > 0.5 for one, other in zip(shown, wanted)):
        yield "the histogram of poor trees is %s, wanted %s" % (shown, wanted)


def mirrored(site, driver):
    """Checks that a slider is a mirror image where text goes from right to left."""
    opened(site, driver, "index.html")
    driver.run("document.documentElement.dir = 'rtl'")
    driver.run(FOCUS % '"DBH, start"')
    low, high = thumbs(driver, "DBH")
    press(driver, LEFT)
    now = thumbs(driver, "DBH")[0]["now"]
    if low["x"] <= high["x"] or now != 1:
        yield "from right to left, thumbs at %d and %d, and the left key says %s" % (low["x"], high["x"], now)
    drag(driver, (low["x"], low["y"]), ((low["x"] + high["x"]) // 2, low["y"]))
    now = thumbs(driver, "DBH")[0]["now"]
    if not 35 < now < 45:
        yield "from right to left, a thumb dragged to the middle says %s" % now


def table(site, driver):
    """Checks that the table's sliders and lists of values follow each other."""
    opened(site, driver, "layer-trees.html")
    driver.run(FOCUS % '"DBH, start"')
    for _ in range(3):
        press(driver, PAGE_UP)
    trees = [tree["properties"] for tree in site.truth() if (tree["properties"]["DBH"] or 0) >= 30]
    wanted = "%d of %d records" % (len(trees), len(site.truth()))
    said = until(driver, COUNT, lambda text: text == wanted, 20)
    hash = until(driver, HASH, lambda text: "DBH:30-" in text, 20)
    if said != wanted or "DBH:30-" not in hash:
        yield "the table's slider: %s, %s, wanted %s" % (said, hash, wanted)
    good = sum(tree["Condition"] == "Good" for tree in trees)
    shown = driver.run("return document.querySelector('.facet-row .facet-count').textContent")
    if shown != str(good):
        yield "beside the table, %s good trees are counted, wanted %d" % (shown, good)


def phone(site, page):
    """Checks that a thumb can take the slider, and scroll past it without a change."""
    page.goto(site.url("index.html"))
    settled(page)
    page.click("#filters-open")
    driver = Chromium(page)
    for one in thumbs(driver, ""):
        if min(one["width"], one["height"]) < 44:
            yield "on a phone, %s is %d by %d" % (one["name"], one["width"], one["height"])
    driver.run(FOCUS % '"DBH, end"')
    x, y = thumbs(driver, "DBH")[1]["x"] - 60, thumbs(driver, "DBH")[1]["y"]
    session = page.context.new_cdp_session(page)

    def touch(*path):
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for to in path:
            session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [
                {"x": to[0], "y": to[1]}]})
            page.wait_for_timeout(20)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(100)
        return thumbs(driver, "DBH")[1]["now"]

    before = driver.run("return document.querySelector('#filters-sheet').scrollTop")
    now = touch(*[(x, y - 12 * step) for step in range(1, 9)])
    if now != 79:
        yield "scrolling past a slider sets it to %s" % now
    if driver.run("return document.querySelector('#filters-sheet').scrollTop") <= before:
        yield "a slider keeps its sheet from scrolling"
    y = thumbs(driver, "DBH")[1]["y"]
    now = touch(*[(x - 6 * step, y) for step in range(1, 9)])
    if now >= 79:
        yield "dragged by a thumb, the slider stays at %s" % now


def complaints(site, browser, skip):
    if not site.source:
        skip("no source to compare with")
        return []
    found = []
    with browser.page(found) as page:
        driver = Chromium(page)
        found += walk(site, driver)
        found += table(site, driver)
    with browser.page(found, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        found += phone(site, page)
    return found
