"""What other engines must show of a site: a short walk by scripts, through any driver.

A driver has `go(url)` and `run(script)`, which returns what the script returns.
"""
import os
import signal
import subprocess
import time

COUNT = "return (document.querySelector('#count') || {textContent: ''}).textContent"
TROUBLE = """
const said = [...document.querySelectorAll('[role=alert], .problem')]
  .filter(one => one.offsetParent && one.textContent.trim());
return said.map(one => one.textContent.trim()).join('; ')"""
# Colours on the canvas: a map that is drawn has several.
DRAWN = """
const seen = new Set();
for (const canvas of document.querySelectorAll('canvas')) {
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  for (let i = 0; i < pixels.length; i += 4 * 7) seen.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
}
return seen.size"""
ONLY = """
const only = document.querySelector('.facet-row .facet-only');
if (!only) return -1;
const count = only.closest('.facet-row').querySelector('.facet-count').textContent;
only.click();
return Number(count.replace(/,/g, ''))"""
NOTE = "return document.querySelector('#search-note').textContent"
FIRST = "document.querySelector('#list button').click()"
CARD = "const one = document.querySelector('#card:not([hidden]) .card-actions a'); return one ? one.href : ''"
RECORD = "const one = document.querySelector('main h1'); return one ? one.textContent.trim() : ''"
DETAILS = "return document.querySelectorAll('dl.details dd').length"


def start(arguments, **options):
    """A program in a group of its own, so that all it starts ends with it."""
    return subprocess.Popen(
        arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        **options)


def stop(process):
    """Kills it: a test runner may have taught its children to pass over gentler signals."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait(30)


def until(driver, script, test, seconds=30):
    """The script's answer as soon as it passes the test; the last one when time is up."""
    end = time.time() + seconds
    while True:
        answer = driver.run(script)
        if test(answer) or time.time() > end:
            return answer
        time.sleep(0.2)


def walk(site, driver):
    driver.go(site.url("index.html"))
    count = until(driver, COUNT, lambda text: "in view" in text)
    if "in view" not in count:
        yield "the map page says %r: %s" % (count, driver.run(TROUBLE))
        return
    colours = until(driver, DRAWN, lambda number: number > 3, 10)
    if colours <= 3:
        yield "the map shows %d colours" % colours
    wanted = until(driver, ONLY, lambda number: number >= 0)
    note = until(driver, NOTE, lambda text: " of " in text)
    if not note.replace(",", "").startswith("%d of" % wanted):
        yield "a filter of %d says %r" % (wanted, note)
    until(driver, "return document.querySelectorAll('#list button:not(.waiting)').length", bool)
    driver.run(FIRST)
    link = until(driver, CARD, bool)
    if not link:
        yield "a row opens no card"
        return
    if "sel=" not in until(driver, "return location.href", lambda url: "sel=" in url, 10):
        yield "a row does not show in the link"
    driver.go(link)
    if not until(driver, RECORD, bool) or not driver.run(DETAILS):
        yield "%s shows no record: %s" % (link, driver.run(TROUBLE))
    for page in site.links():
        driver.go(site.url(page))
        time.sleep(0.3)
        until(driver, "return /loading|making/i.test(document.body.innerText) ? '' : 'x'", bool)
        trouble = driver.run(TROUBLE)
        if trouble:
            yield "%s: %s" % (page, trouble)
        if not driver.run("return document.querySelector('h1') ? 1 : 0"):
            yield page + ": no heading"
