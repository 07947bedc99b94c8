"""Checks faults that were seen in pictures of the pages: cut menus, broken words, hidden marks, unreadable colors."""
from pages.browser import settled
from pages.reader import in_view, richest

# The items of the open menu that are not whole inside the window.
OUTSIDE = """() => [...document.querySelectorAll('#downloads .menu-items > *')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.top < 0 || box.bottom > innerHeight || box.right > innerWidth;
}).length"""
# Words that need more room than their elements have, and so are broken.
BROKEN = """selector => [...document.querySelectorAll(selector)].flatMap(one => {
  const context = document.createElement('canvas').getContext('2d'), style = getComputedStyle(one);
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return one.textContent.split(/[\\s-]+/).filter(word => context.measureText(word).width > one.clientWidth + 1);
})"""
# The boxes that the labels and the names of streets take in one frame, and whether all know each other.
TAKEN = """() => new Promise(done => {
  const users = new Set(), take = FP.labels.Taken.prototype.take;
  FP.labels.Taken.prototype.take = function (...box) { users.add(this); return take.apply(this, box); };
  FP.page.map.drawNow();
  requestAnimationFrame(() => { FP.labels.Taken.prototype.take = take; done(users.size); });
})"""
CONTRAST = """() => [...document.querySelectorAll('.legend .swatch *')].map(one => getComputedStyle(one).stroke)
  .filter(color => color !== 'none').map(color => {
    const hex = '#' + color.match(/\\d+/g).slice(0, 3).map(part => Number(part).toString(16).padStart(2, '0')).join('');
    return FP.symbols.contrast(hex, '#1c201e');
  }).filter(contrast => contrast < 2.5).length"""
# The related records whose link is cut off at the edge of their table.
CUT = """() => [...document.querySelectorAll('.table-frame')].filter(one => {
  return one.querySelector('.go') && one.scrollWidth > one.clientWidth + 1;
}).length"""


def complaints(site, browser, skip):
    if not site.source:
        skip("no source to compare with")
        return []
    found = []
    for width, height in ((1280, 800), (820, 1100), (390, 844), (320, 568)):
        with browser.page(found, viewport={"width": width, "height": height}, has_touch=width < 1000) as page:
            page.goto(site.url("index.html#sel=%s;f=Condition:Good" % richest(site)))
            in_view(page)
            page.wait_for_selector("#card:not([hidden]) .card-title")
            if width < 820:
                page.keyboard.press("Escape")
                page.evaluate("() => document.querySelector('#card .card-close').click()")
            page.click("#downloads summary")
            page.wait_for_selector("#downloads .menu-items button")
            outside = page.evaluate(OUTSIDE)
            if outside and height > 700:
                found.append("at %d pixels, %d items of the download menu are outside the window" % (width, outside))
            record(site, page, width, found)
    with browser.page(found, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        phone(site, page, found)
    with browser.page(found, color_scheme="dark") as page:
        page.goto(site.url("index.html"))
        in_view(page)
        if page.evaluate(CONTRAST):
            found.append("in the dark, %d swatches of the legend can't be seen" % page.evaluate(CONTRAST))
        if page.evaluate(TAKEN) > 1:
            found.append("names of streets and labels overlap")
        page.goto(site.url("about.html"))
        page.goto(site.url("index.html#q=zzzzzz"))
        in_view(page)
        if "match the search." not in page.inner_text("#list"):
            found.append("a search without matches says: " + page.inner_text("#list"))
    return found


def record(site, page, width, found):
    page.goto(site.url("feature.html#" + richest(site)))
    settled(page)
    broken = page.evaluate(BROKEN, ".fact dd")
    if broken:
        found.append("at %d pixels, the tiles break %s" % (width, ", ".join(broken)))
    if page.evaluate(CUT):
        found.append("at %d pixels, links of related records are cut off" % width)
    empty = page.evaluate("""() => [...document.querySelectorAll('.details dd:empty')]
        .filter(one => getComputedStyle(one, '::before').content === 'none').length""")
    if empty:
        found.append("%d values are blank" % empty)


def phone(site, page, found):
    """The table begins on the first screen, and the open sheet does not cut a line of the page's head."""
    page.goto(site.url("layer-trees.html"))
    settled(page)
    top = page.evaluate("document.querySelector('#rows').getBoundingClientRect().top")
    if top > 500:
        found.append("on a phone, the table begins at %d" % top)
    page.goto(site.url("index.html#sel=" + richest(site)))
    in_view(page)
    page.wait_for_selector("#card:not([hidden]) .card-handle")
    page.locator("#card .card-handle").focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(400)
    cut = page.evaluate("""() => {
      const top = document.querySelector('#card').getBoundingClientRect().top;
      return [...document.querySelectorAll('.bar p')].filter(one => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const box = range.getBoundingClientRect(), middle = (box.top + box.bottom) / 2;
        return middle - 8 < top && middle + 8 > top;
      }).map(one => one.textContent.trim());
    }""")
    if cut:
        found.append("the open sheet cuts " + ", ".join(cut))
