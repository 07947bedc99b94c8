"""Walks without a pointer: every step by keys, and the focus is always visible."""
import re

from pages.browser import settled
from pages.reader import in_view

# The visible focus: an outline or a shadow, on the element or on its label.
FOCUS = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const rings = [one, one.closest('label'), one.parentElement].filter(Boolean).some(each => {
    const style = getComputedStyle(each);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0
      || style.boxShadow !== 'none';
  });
  const box = one.getBoundingClientRect();
  return {name: one.tagName + '#' + one.id + '.' + one.className + ' ' + one.textContent.slice(0, 30),
    rings, seen: box.width > 0 && box.height > 0, surface: one.matches('.map-surface'),
    skip: one.matches('.skip'), search: one.id === 'search', row: !!one.closest('#list')};
}"""


def complaints(site, browser, skip):
    found = []
    with browser.page(found) as page:
        page.goto(site.url("index.html"))
        in_view(page)
        stops = tabs(page, found)
        for wanted in ("skip", "surface", "search", "row"):
            if not any(stop[wanted] for stop in stops):
                found.append("index.html: Tab does not reach the " + wanted)
        if not found:
            walk(page, found)
        for link in site.links():
            if link.startswith(("layer-", "feature", "print", "about")):
                # Opens a new page, because between records the page and its focus stay.
                page.goto("about:blank")
                page.goto(site.url(link))
                settled(page)
                tabs(page, found, 40)
    return found


def tabs(page, found, most=120):
    """Presses Tab as far as the list; returns the stops."""
    stops = []
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if not stop or stops and stop["skip"]:
            break
        stops.append(stop)
        if not stop["rings"] and stop["seen"]:
            found.append("%s: no ring around %s" % (page.url.rsplit("/", 1)[1], stop["name"]))
    if not stops:
        found.append(page.url + ": Tab goes nowhere")
    elif not stops[0]["skip"]:
        found.append("%s: the first stop is %s" % (page.url.rsplit("/", 1)[1], stops[0]["name"]))
    return stops


def until(page, test):
    for _ in range(150):
        if page.evaluate(test):
            return True
        page.keyboard.press("Tab")
    return False


def walk(page, found):
    """Walks from the map to a feature in its center, its card, its record, and back."""
    page.reload()
    in_view(page)
    until(page, "document.activeElement.matches('.map-surface')")
    before = page.url
    page.keyboard.press("ArrowRight")
    page.keyboard.press("+")
    in_view(page)
    if page.url == before:
        found.append("index.html: keys do not move the map")
    # The first row of the list is the record nearest to the center.
    until(page, "document.activeElement.closest('#list')")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_selector("#card:not([hidden]) .card-title")
    title = page.inner_text("#card .card-title")
    if not until(page, "document.activeElement.matches('#card a')"):
        found.append("index.html: Tab does not reach the card")
        return
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/feature\.html#"))
    page.wait_for_selector("main h1")
    settled(page)
    if page.inner_text("h1") != title:
        found.append("Enter on %s opens %s" % (title, page.inner_text("h1")))
    page.go_back()
    page.wait_for_url(re.compile(r"/index\.html#"))
    in_view(page)
