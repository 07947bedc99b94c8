"""The base map of the demo, below the trees: what its pixels show, and what the reader can do with it."""

# A place in the middle of the river, without trees.
RIVER = "index.html#16/45.54480/-122.69000"
WATER = {"light": (207, 225, 239), "dark": (27, 46, 62)}
# Red, green and blue in the middle of the map.
MIDDLE = """
const canvas = document.querySelector('#map canvas');
const pixel = document.createElement('canvas').getContext('2d');
pixel.drawImage(canvas, canvas.width / 2, canvas.height / 2, 1, 1, 0, 0, 1, 1);
const at = pixel.getImageData(0, 0, 1, 1).data;
return [at[0], at[1], at[2]]"""
CREDITS = """
const one = document.querySelector('.map-credits');
return one && one.getClientRects().length ? one.textContent : ''"""
SWITCH = """
const label = [...document.querySelectorAll('.legend label')].find(one => one.textContent === 'Base map');
label.querySelector('input').click();
return 1"""
HASH = "return location.hash"


def is_water(pixel, theme="light"):
    return all(abs(one - other) <= 2 for one, other in zip(pixel, WATER[theme]))


def complaints(site, go, run, until, theme="light"):
    """Yields what is wrong with the base map of a site that is opened by `go`.

    `run` returns the result of a script, and `until` the first one that passes a test.
    """
    go("about:blank")
    go(site.url(RIVER))
    water = until(MIDDLE, lambda pixel: is_water(pixel, theme))
    if not is_water(water, theme):
        yield "%s: the river is drawn in %s" % (theme, water)
    if "drawn by hand" not in run(CREDITS):
        yield "%s: nobody is thanked for the base map: %r" % (theme, run(CREDITS))
    run(SWITCH)
    off = until(MIDDLE, lambda pixel: not is_water(pixel, theme))
    if is_water(off, theme):
        yield "%s: the base map can't be switched off" % theme
    if run(CREDITS):
        yield "%s: the credits of a hidden base map are shown" % theme
    link = until(HASH, lambda hash: "base=off" in hash)
    if "base=off" not in link:
        yield "%s: the link of a map without ground is %s" % (theme, link)
    run(SWITCH)
    again = until(MIDDLE, lambda pixel: is_water(pixel, theme))
    if not is_water(again, theme):
        yield "%s: the base map can't be switched on again" % theme
