"""Checks the map page and the page of a layer as a browser prints them."""
import html
import re
import shutil
import subprocess
import tempfile

from pages.browser import settled
from pages.engines import paper as count

FORMS = [(size, landscape) for size in ("A4", "Letter") for landscape in (False, True)]
LINKS = {
    # The link, and the number of sheets that its rows may take.
    "layer-trees.html": 11,
    "layer-trees.html#cols=Neighborhood,Address,Condition,DBH,PlantedBy,PlantedDate,Notes,SiteWidth,"
    "SiteType,Wires,Years+since+planting,Inspections+so+far": 25,
}


def named(link, size, landscape):
    return "%s on %s, %s" % (link.split("=")[0], size, "landscape" if landscape else "portrait")


def tables(site, page, trees, ready, skip):
    """Checks the table: all rows, headings on each sheet, and nothing beyond the margins."""
    if not shutil.which("pdftotext"):
        skip("pdftotext is absent")
        return
    for link, most in LINKS.items():
        page.goto("about:blank")
        page.goto(site.url(link))
        ready(page)
        heads = [head.inner_text().strip() for head in page.query_selector_all(".grid th")]
        for size, landscape in FORMS:
            made = sheets(page.pdf(format=size, landscape=landscape))
            for text in checked(made, heads, trees, most):
                yield "%s: %s" % (named(link, size, landscape), text)


# What remains of the map page on paper, and how much of the sheet's width it fills.
PRINTED = """() => {
  const seen = selector => [...document.querySelectorAll(selector)].filter(one => one.getClientRects().length);
  const map = document.querySelector('#map').getBoundingClientRect(), sheets = seen('.map-canvases canvas');
  const right = Math.max(...[...sheets, ...seen('.legend-layer')].map(one => one.getBoundingClientRect().right));
  return {sheets: sheets.map(one => one.className).join(), left: seen('.search-line, .filters-sheet, .results, .map-buttons').length,
    legend: seen('.legend-layer').length > 0, filled: right > map.right - 2 && map.width > innerWidth - 2};
}"""


def maps(site, page):
    """Checks the map: alone with its title and legend on one sheet, as wide as the sheet."""
    page.goto("about:blank")
    page.goto(site.url("index.html"))
    settled(page)
    before = page.viewport_size
    for size, landscape in FORMS:
        sheets = count(page.pdf(format=size, landscape=landscape))
        if sheets != 1:
            yield "%s: %d sheets" % (named("index.html", size, landscape), sheets)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    for form, width, height in (("upright", 688, 1000), ("wide", 1000, 688)):
        page.set_viewport_size({"width": width, "height": height})
        printed = page.evaluate(PRINTED)
        if printed != {"sheets": "map-sheet " + form, "left": 0, "legend": True, "filled": True}:
            yield "index.html on a sheet that is %s: %s" % (form, printed)
    page.emulate_media(media="null")
    page.set_viewport_size(before)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    if page.locator(".map-sheet").count():
        yield "index.html: pictures for paper remain on the screen"


RECORD = """() => {
  const map = document.querySelector('.locator-map canvas').getBoundingClientRect();
  const parts = [...document.querySelectorAll('.record > *')].filter(one => one.getClientRects().length);
  const frame = document.querySelector('.locator-map').getBoundingClientRect();
  return {map: map.width / document.querySelector('.locator').clientWidth > 0.98,
    cut: map.right > frame.right + 1 || map.bottom > frame.bottom + 1,
    whole: [...document.querySelectorAll('.photos li')].map(one => getComputedStyle(one).breakInside),
    last: parts.pop().className};
}"""


def record(site, page, tree):
    """Checks a record: its small map, photos that no sheet cuts in two, and its origin at the end."""
    page.goto("about:blank")
    page.goto(site.url("feature.html#trees/%d" % tree))
    page.wait_for_selector(".photos li")
    settled(page)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    for width, height in ((688, 1000), (1000, 688)):
        page.set_viewport_size({"width": width, "height": height})
        printed = page.evaluate(RECORD)
        if not printed["map"] or printed["cut"] or set(printed["whole"]) != {"avoid"} \
                or printed["last"] != "provenance":
            yield "feature.html on a sheet of %d by %d: %s" % (width, height, printed)
    page.emulate_media(media="null")
    page.evaluate("dispatchEvent(new Event('afterprint'))")


def sheets(pdf):
    """Returns the words of each sheet: (text, left, right), and the sheet's width."""
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(pdf)
        file.flush()
        text = subprocess.run(["pdftotext", "-bbox", file.name, "-"], capture_output=True, text=True).stdout
    made = []
    for page in text.split("<page ")[1:]:
        words = re.findall(r'<word xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="[\d.]+">(.*?)</word>', page)
        made.append((float(re.match(r'width="([\d.]+)"', page)[1]),
                     [(html.unescape(word), float(left), float(right)) for left, right, word in words]))
    return made


def checked(made, heads, trees, most):
    if len(made) > most:
        yield "%d sheets, wanted at most %d" % (len(made), most)
    wanted = {word for head in heads for word in head.split()}
    for number, (width, words) in enumerate(made, 1):
        texts = [word[0] for word in words]
        missing = wanted.difference(texts)
        if missing:
            yield "sheet %d lacks the heading %s" % (number, ", ".join(sorted(missing)))
        if len(texts) < len(wanted) + 10:
            yield "sheet %d is all but empty" % number
        beyond = [word[0] for word in words if word[1] < 36 or word[2] > width - 36]
        if beyond:
            yield "sheet %d is cut at %s" % (number, beyond[:3])
    texts = " ".join(word[0] for sheet in made for word in sheet[1])
    numbers = re.findall(r"\b\d+(?= [NSEW]+ )", texts)
    lacking = [tree["Address"] for tree in trees if re.match(r"\d+ [NSEW]+ ", tree["Address"] or "")
               and tree["Address"].split()[0] not in numbers]
    if lacking:
        yield "%d rows are missing: %s" % (len(lacking), lacking[:3])


# The mean brightness of the maps that are seen, from 0 to 1.
BRIGHT = """() => [...document.querySelectorAll('.card-map')]
  .filter(one => one.getClientRects().length && getComputedStyle(one).visibility === 'visible').map(one => {
    const pixels = one.getContext('2d').getImageData(0, 0, one.width, one.height).data;
    return pixels.reduce((sum, value) => sum + value, 0) / pixels.length / 255;
  })"""


def bookmarks(site, page):
    """Checks that bookmarks are printed in light colors in the dark theme, and shown in dark ones."""
    page.goto(site.url("bookmarks.html"))
    page.wait_for_function("() => document.querySelectorAll('.card-map').length > 1")
    page.wait_for_timeout(3000)
    cards = page.locator(".card-link").count()
    for media, is_light in (("screen", False), ("print", True)):
        page.emulate_media(media=media)
        seen = page.evaluate(BRIGHT)
        if len(seen) != cards or any((one > 0.8) != is_light for one in seen):
            yield "bookmarks.html, %s: %s" % (media, seen)
    page.emulate_media(media="screen")
