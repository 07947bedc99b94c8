"""Checks that data on both sides of the 180th meridian is shown together, and can be clicked."""
from pages.browser import settled

# The degrees that the map shows, and how many features of its layers are in view.
SHOWN = """() => {
  const map = FP.page.map, [west, , east] = map.box();
  return {degrees: (east - west) / 20037508.34 * 180,
    lacking: map.layers.filter(layer => map.countInView(layer.id) < layer.set.n).map(layer => layer.id)};
}"""
# Clicks at each feature of a layer on the map, and returns those that are not found there.
MISSED = """id => {
  const map = FP.page.map, layer = map.layer(id);
  return Array.from({length: layer.set.n}, (_, index) => index).filter(index => {
    const at = map.meters(layer, index);
    const x = map.width / 2 + (at.x - map.view.x) / map.view.res;
    const y = map.height / 2 + (map.view.y - at.y) / map.view.res;
    return !map.identify(x, y).some(hit => hit.layer === id && hit.index === index);
  });
}"""


def complaints(site, browser, skip):
    found = []
    for viewport in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        with browser.page(found, viewport=viewport) as page:
            page.goto(site.url("index.html"))
            settled(page)
            shown = page.evaluate(SHOWN)
            if shown["degrees"] > 40 or shown["lacking"]:
                found.append("at %d pixels, the map shows %s" % (viewport["width"], shown))
            for layer in page.evaluate("FP.page.map.layers.filter(one => one.points).map(one => one.id)"):
                missed = page.evaluate(MISSED, layer)
                if missed:
                    found.append("%d features of %s can't be clicked" % (len(missed), layer))
            # A link with the view shows the same again.
            where = page.evaluate("FP.page.map.where()")
            link = page.evaluate("location.hash")
            page.goto("about:blank")
            page.goto(site.url("index.html" + link))
            settled(page)
            again = page.evaluate("FP.page.map.where()")
            if any(abs(where[name] - again[name]) > 0.01 for name in where):
                found.append("the link shows %s, not %s" % (again, where))
    return found
