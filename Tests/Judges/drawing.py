"""Checks how a site draws a layer with symbols that depend on numbers, in Chromium, from disk.

    drawing.py SITE POINTS

POINTS is a JSON file: [{"lon", "lat", "color": "#rrggbb", "size": pixels, "label": text or null}],
each a point of one class with nothing else near it. Prints a list of complaints as JSON.
"""
import json
import shutil
import sys

from playwright.sync_api import sync_playwright

site, points = sys.argv[1], json.load(open(sys.argv[2]))

WATCH = """
  window.written = [];
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text) {
    if (this.canvas.closest('.map')) window.written.push(text);
    return write.apply(this, arguments);
  };
"""

# The pixel in the center of the map, and how many pixels to its right have the same color.
LOOK = """() => {
  const canvas = document.querySelector('.map canvas'), context = canvas.getContext('2d');
  const x = Math.round(canvas.width / 2), y = Math.round(canvas.height / 2);
  const row = context.getImageData(x, y, canvas.width - x, 1).data;
  let length = 0;
  const same = at => [0, 1, 2].every(c => Math.abs(row[at * 4 + c] - row[c]) < 3);
  while (length * 4 < row.length && same(length)) length += 1;
  const hex = Array.from(row.slice(0, 3)).map(v => v.toString(16).padStart(2, '0')).join('');
  return {color: '#' + hex, half: length};
}"""


def near(one, other):
    return all(abs(int(one[k:k + 2], 16) - int(other[k:k + 2], 16)) <= 4 for k in (1, 3, 5))


def complaint(page, point):
    found = page.evaluate(LOOK)
    if not near(found['color'], point['color']):
        return f"drawn in {found['color']}"
    if abs(2 * found['half'] - point['size']) > 3:
        return f"{2 * found['half']} pixels wide"
    written = page.evaluate('window.written')
    if point['label'] is not None and point['label'] not in written:
        return f'written is {written}'
    return None


complaints = []
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=shutil.which('chromium') or shutil.which('chromium-browser'),
        args=['--no-sandbox', '--headless=new'])
    for theme in ('light', 'dark'):
        page = browser.new_page(viewport={'width': 1280, 'height': 800}, color_scheme=theme)
        page.add_init_script(WATCH)
        page.on('pageerror', lambda error: complaints.append(f'{theme}: {error}'))
        for point in points:
            page.goto('about:blank')
            page.goto(f"file://{site}/index.html#19/{point['lat']}/{point['lon']}")
            wrong = None
            for _ in range(10):
                page.wait_for_timeout(300)
                wrong = complaint(page, point)
                if wrong is None:
                    break
            if wrong is not None:
                complaints.append(f'{theme} {point}: {wrong}')
        legend = page.locator('.legend').inner_text()
        for point in points:
            if point.get('legend') and point['legend'] not in legend:
                complaints.append(f"{theme} {point}: not in the legend {legend!r}")
        page.close()
    browser.close()
print(json.dumps(complaints))
