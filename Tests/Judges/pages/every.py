"""Checks every page in light and dark, on a desktop and a phone."""
import importlib.util
import os

from pages import markup
from pages.browser import settled
from pages.site import quoted

RUN = "options => axe.run(document, options).then(r => r.violations)"
# Passed rules are not described, which would take longer than finding them.
ALL = {"preload": False, "resultTypes": ["violations"]}
CONTRAST = dict(ALL, runOnly=["color-contrast"])
# Waits until transitions of colors have ended, because nothing else happens in dark mode.
COLORED = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  .then(() => Promise.all(document.getAnimations().map(one => one.finished)))"""
# The records of a list are all alike, and axe is slow.
FEW = "document.querySelectorAll('main article:nth-of-type(n+5)').forEach(one => one.remove())"
# The width of the smallest common phones.
PHONE = {"width": 360, "height": 720}


def axe_source():
    spec = importlib.util.find_spec("axe_playwright_python")
    if not spec:
        return None
    for folder, _, names in os.walk(os.path.dirname(spec.origin)):
        for name in names:
            if name in ("axe.min.js", "axe.js"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    return file.read()
    return None


def told(violations, link, where):
    for violation in violations:
        targets = ", ".join(str(node["target"][0]) for node in violation["nodes"][:3])
        why = violation["nodes"][0].get("failureSummary", "").replace("\n", " ")
        yield "%s (%s): %s: %s: %s" % (link, where, violation["id"], targets, why[:300])


def judged(page, link, where):
    """Checks all rules in light mode; dark mode differs only in its colors."""
    yield from told(page.evaluate(RUN, ALL), link, where + ", light")
    page.emulate_media(color_scheme="dark")
    page.evaluate(COLORED)
    yield from told(page.evaluate(RUN, CONTRAST), link, where + ", dark")
    page.emulate_media(color_scheme="light")


def complaints(site, browser, skip):
    axe = axe_source()
    if not axe:
        skip("axe-playwright-python is absent")
    found, made = [], {}
    layer = site.largest()
    selected = "index.html#sel=%s/%s" % (layer, quoted(site.ids(layer)[0]))
    for link in site.links() + [selected]:
        with browser.page(found) as page:
            page.goto(site.url(link))
            settled(page)
            if link == selected:
                page.wait_for_selector("#card:not([hidden]) .card-title")
            if not link.startswith("list/"):
                made[link] = page.evaluate("document.documentElement.outerHTML")
            found += looked(page, link, axe)
    return found + list(markup.made(made, skip))


def looked(page, link, axe):
    """Returns the problems of the page, on a desktop and then on a phone."""
    if not page.title().strip():
        yield link + ": no title"
    if axe:
        page.evaluate(FEW)
        page.evaluate(axe)
        yield from judged(page, link, "desk")
    page.set_viewport_size(PHONE)
    settled(page)
    if axe:
        yield from judged(page, link, "phone")
    width = page.evaluate("document.documentElement.scrollWidth")
    if width > PHONE["width"]:
        yield "%s: %d pixels wide on a phone of %d" % (link, width, PHONE["width"])
    for image in page.evaluate(
        "[...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)"):
        yield "%s: shows no picture of %s" % (link, image)
