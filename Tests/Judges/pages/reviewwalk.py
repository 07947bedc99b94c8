"""Checks that other engines show a review correctly: a walk of the person who decides, with any driver."""
import time

from pages.engines import DRAWN, click, until

LISTED = "return FP.reviewPage ? FP.reviewPage.indexes.length : -1"
SELECTED = "return FP.reviewPage.index"
STATUS = "return FP.reviewPage.decisions.status(%d)"
TITLE = "const one = document.querySelector('.change-title bdi'); return one ? one.textContent : ''"
SAVED = "return JSON.parse(FP.reviewPage.decisions.text()).decisions.length"
ROWS = "return document.querySelectorAll('#list li button:not(.waiting)').length"
TROUBLE = """
return [...document.querySelectorAll('.problem, .trouble')]
  .filter(one => one.offsetParent && one.textContent.trim()).map(one => one.textContent.trim()).join('; ')"""


def walk(review, driver):
    changes = review.content["changes"]
    conflicts = [index for index, change in enumerate(changes) if change["conflicts"]]
    driver.go(review.url("index.html"))
    count = until(driver, LISTED, lambda number: number == len(changes))
    if count != len(changes):
        raise RuntimeError("lists %s of %d changes: %s" % (count, len(changes), driver.run(TROUBLE)))
    colors = until(driver, DRAWN, lambda number: number > 3, 15)
    if colors <= 3:
        yield "the map shows %d colors" % colors
    yield from lists(driver, changes, conflicts)
    yield from decides(driver, conflicts)
    trouble = driver.run(TROUBLE)
    if trouble:
        yield trouble
    pdf = driver.printed()
    if pdf is not None and len(pdf) < 10000:
        yield "an empty sheet"


def lists(driver, changes, conflicts):
    """Checks that a chip shows its kind, a search its words, and that a row opens its record."""
    click(driver, ".filter-chip.conflict")
    count = until(driver, LISTED, lambda number: number == len(conflicts))
    if count != len(conflicts):
        yield "the chip of conflicts leaves %d of %d" % (count, len(conflicts))
    click(driver, ".filter-chip.conflict")
    words = changes[4]["title"]
    wanted = sum(words.lower() in (c["title"] + "\n" + c["subtitle"]).lower() for c in changes)
    driver.type("#search", words)
    count = until(driver, LISTED, lambda number: number == wanted)
    if count != wanted:
        yield "a search for %s finds %d, wanted %d" % (words, count, wanted)
    if not until(driver, ROWS, bool):
        yield "what was found is not listed"
    click(driver, "#list li button")
    if until(driver, TITLE, lambda text: text == words) != words:
        yield "a row opens %s instead of %s" % (driver.run(TITLE), words)
    click(driver, "#found button")
    until(driver, LISTED, lambda number: number == len(changes))


def decides(driver, conflicts):
    """Decides one record by its button and the next by a key; both must be in the file."""
    driver.run("FP.reviewPage.select(%d)" % conflicts[0])
    until(driver, SELECTED, lambda index: index == conflicts[0])
    time.sleep(0.3)
    click(driver, ".change-buttons .button.main")
    if until(driver, STATUS % conflicts[0], lambda text: text == "returned", 10) != "returned":
        yield "the button does not decide"
    click(driver, "#changes-title")
    driver.act([{"type": "key", "id": "keys", "actions": [
        {"type": "keyDown", "value": "o"}, {"type": "keyUp", "value": "o"}]}])
    if until(driver, STATUS % conflicts[1], lambda text: text == "current", 10) != "current":
        yield "the key does not decide"
    if driver.run(SAVED) < 2:
        yield "the file holds %d decisions" % driver.run(SAVED)
