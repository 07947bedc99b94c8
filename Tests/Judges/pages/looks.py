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
# The words that an element breaks over two lines, except at hyphens.
SPLIT = """selector => [...document.querySelectorAll(selector)].flatMap(one => {
  const range = document.createRange(), node = one.firstChild;
  if (!node || node.nodeType !== 3 || !one.getClientRects().length) return [];
  return [...node.data.matchAll(/[^\\s-]+/g)].filter(word => {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1;
  }).map(word => word[0]);
})"""
# The letters on the map that something covers. Each label and each name of a street takes its box.
COVERED = """() => {
  const boxes = [], ratio = FP.page.map.ratio, take = FP.labels.Taken.prototype.take;
  FP.labels.Taken.prototype.take = function (...box) {
    const isFree = take.apply(this, box);
    if (isFree) boxes.push(box.map(side => side / ratio));
    return isFree;
  };
  FP.page.map.drawNow();
  FP.labels.Taken.prototype.take = take;
  const origin = document.querySelector('#map').getBoundingClientRect();
  const covers = [...document.querySelectorAll('#map > :is(.map-buttons, .map-menu, .map-scale, .legend)')]
    .map(one => one.getBoundingClientRect());
  return [boxes.length, boxes.filter(([x0, y0, x1, y1]) => covers.some(cover => {
    return origin.x + x0 < cover.right && origin.x + x1 > cover.left && origin.y + y0 < cover.bottom &&
      origin.y + y1 > cover.top;
  })).length];
}"""
# How far the selected feature is above the card, in pixels; the card is a sheet.
ABOVE = """() => {
  const map = FP.page.map, hit = FP.page.hits[0], at = map.meters(map.layer(hit.layer), hit.index);
  const top = at.box ? at.box[3] : at.y, box = document.querySelector('#map').getBoundingClientRect();
  const y = box.top + map.height / 2 + (map.view.y - top) / map.view.res;
  return document.querySelector('#card').getBoundingClientRect().top - y;
}"""
# The items of an open menu that something else covers.
UNREACHABLE = """selector => [...document.querySelectorAll(selector)].filter(one => {
  const box = one.getBoundingClientRect(), list = one.closest('.menu-items').getBoundingClientRect();
  if (box.top < list.top || box.bottom > list.bottom) return false;
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !found || !one.contains(found) && found !== one;
}).length"""
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
            covered = page.evaluate(UNREACHABLE, "#downloads .menu-items > *")
            if covered:
                found.append("at %d pixels, %d items of the download menu are covered" % (width, covered))
            record(site, page, width, found)
            letters(site, page, width, found)
    with browser.page(found, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        phone(site, page, found)
    for height in (568, 844):
        with browser.page(found, viewport={"width": 390, "height": height}, has_touch=True) as page:
            selected(site, page, height, found)
    missing(site, browser, found)
    with browser.page(found, viewport={"width": 820, "height": 1100}) as page:
        lines(site, page, found)
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


def letters(site, page, width, found):
    """No control covers letters on the map, and no label of a record breaks."""
    page.goto("about:blank")
    page.goto(site.url("index.html"))
    in_view(page)
    page.evaluate("() => FP.page.map.settled()")
    count, covered = page.evaluate(COVERED)
    if covered or not count and width > 800:
        found.append("at %d pixels, %d of %d names on the map are covered" % (width, covered, count))
    for link in ("feature.html#" + richest(site), "feature.html#species/1"):
        page.goto("about:blank")
        page.goto(site.url(link))
        settled(page)
        words = page.evaluate(SPLIT, ".details dt, .fact dd")
        if words:
            found.append("at %d pixels, %s breaks %s" % (width, link, ", ".join(words)))
        if page.evaluate(CUT):
            found.append("at %d pixels, %s cuts off related records" % (width, link))


def selected(site, page, height, found):
    """The sheet leaves the selected feature in sight, also one that is larger than the map."""
    for link in (richest(site), "neighborhoods/1"):
        page.goto("about:blank")
        page.goto(site.url("index.html#sel=" + link))
        in_view(page)
        page.wait_for_selector("#card:not([hidden]) .card-title")
        page.wait_for_function("() => !document.getAnimations().length")
        settled(page)
        above = page.evaluate(ABOVE)
        if above < 8:
            found.append("on a phone of %d pixels, the sheet covers %s (%d)" % (height, link, -above))


def missing(site, browser, found):
    """What is wrong covers no buttons, and a card without its data can be closed."""
    for width in (1280, 390):
        size = {"width": width, "height": 844}
        with browser.page([], viewport=size) as page:
            page.route("**/data/trees/points.js", lambda route: route.abort())
            page.goto(site.url("index.html"))
            page.wait_for_selector("#map-problem:not([hidden])")
            page.wait_for_selector(".map-buttons button")
            if not page.evaluate("""() => document.querySelector('#map-problem').getBoundingClientRect().bottom
                <= document.querySelector('.map-buttons').getBoundingClientRect().top"""):
                found.append("at %d pixels, what is wrong covers the map's buttons" % width)
        with browser.page([], viewport=size) as page:
            page.route("**/data/trees/0000.js", lambda route: route.abort())
            page.goto(site.url("index.html#sel=" + richest(site)))
            page.wait_for_selector("#card .problem")
            page.click("#card .card-close")
            if page.is_visible("#card"):
                found.append("at %d pixels, a card without data can't be closed" % width)
    with browser.page([]) as page:
        page.route("**/data/meta.js", lambda route: route.abort())
        page.goto(site.url("index.html"))
        page.wait_for_selector("#map-problem:not([hidden])")
        if page.evaluate("getComputedStyle(document.querySelector('#map'), '::before').content") != "none":
            found.append("the map is still loading without its data")
    with browser.page([]) as page:
        page.route("**/data/trees/columns.js", lambda route: route.abort())
        page.goto(site.url("layer-trees.html"))
        page.wait_for_selector("#rows .problem")
    with browser.page(found) as page:
        page.goto(site.url("layer-trees.html#q=zzzzzz"))
        page.click(".grid-note button")
        page.wait_for_selector(".grid td.grid-first a")


def lines(site, page, found):
    """Links of the page about the data stay on one line, and the parts of a table begin at one line."""
    page.goto(site.url("about.html"))
    if page.evaluate("""() => [...document.querySelectorAll('.about td a')].some(one => {
        return /list/.test(one.textContent) && one.getClientRects().length > 1;
    })"""):
        found.append("a link to a list has two lines")
    page.goto(site.url("layer-trees.html"))
    settled(page)
    starts = page.evaluate("""() => ['.tabs', 'h1', '#search', '.layer-tools', '#fields'].map(selector => {
        return Math.round(document.querySelector(selector).getBoundingClientRect().left);
    })""")
    if len(set(starts)) > 1:
        found.append("the parts of a table begin at %s" % starts)


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
