"""Checks the review of a merge: what a person does with it, and how the page responds."""
import json
import os
import re
import tempfile

from pages import every
from pages.browser import settled

LISTED = "FP.reviewPage.indexes.length"
STATUS = "i => FP.reviewPage.decisions.status(i)"
SELECTED = "FP.reviewPage.index"


def opened(review, page):
    page.goto(review.url("index.html"))
    settled(page)


def looks(review, browser, skip):
    axe = every.axe_source()
    if not axe:
        skip("axe-playwright-python is absent")
    found = []
    with browser.page(found, viewport={"width": 1440, "height": 900}) as page:
        opened(review, page)
        review.made["index.html"] = page.evaluate("document.documentElement.outerHTML")
        found += every.looked(page, "index.html", axe)
    for width, height in ((1440, 900), (390, 844)):
        with browser.page(found, viewport={"width": width, "height": height}, has_touch=width < 820) as page:
            opened(review, page)
            if axe:
                page.evaluate(axe)
            for name in states(review, page):
                review.made["%s at %d" % (name, width)] = page.evaluate("document.documentElement.outerHTML")
                if axe:
                    found += every.judged(page, name, "%d pixels" % width)
    return found


def states(review, page):
    """Brings the page into the states that a person who decides sees; returns their names one by one."""
    conflicts = kinds(review)["conflict"]
    if conflicts:
        page.evaluate("i => { FP.reviewPage.select(i); FP.reviewPage.open(false); }", conflicts[0])
        settled(page)
        yield "an open conflict"
    if conflicts and page.locator(".change-buttons .button.main").count():
        page.locator(".change-buttons .button.main").click()
        page.evaluate("i => { FP.reviewPage.select(i); FP.reviewPage.open(false); }", conflicts[0])
        settled(page)
        yield "a decided conflict"
    page.evaluate("document.body.dataset.view = 'list'")
    listed = page.evaluate(LISTED)
    page.fill("#search", "no such words")
    page.wait_for_function("() => %s === 0" % LISTED)
    settled(page)
    yield "no matches"
    page.fill("#search", "")
    page.wait_for_function("count => %s === count" % LISTED, arg=listed)
    page.evaluate("for (const one of document.querySelectorAll('details:not(.legend)')) one.open = true")
    settled(page)
    yield "open menus"


class Asking:
    """Compares the found with the expected value, and continues."""

    def __init__(self, page, found):
        self.page, self.found = page, found

    def same(self, what, is_, wanted):
        if is_ != wanted:
            self.found.append("%s: %r, not %r" % (what, is_, wanted))

    def true(self, what, test):
        if not test:
            self.found.append(what)


def kinds(review):
    """Returns the changes by the kind under which the page counts them."""
    result = {"added": [], "updated": [], "deleted": [], "conflict": []}
    for index, change in enumerate(review.content["changes"]):
        result["conflict" if change["conflicts"] else change["action"]].append(index)
    return result


def deciding(review, browser, skip):
    found = []
    changes, by_kind = review.content["changes"], kinds(review)
    conflicts = by_kind["conflict"]
    with browser.page(found, viewport={"width": 1440, "height": 900}) as page:
        ask = Asking(page, found)
        opened(review, page)
        summary(page, ask, changes, by_kind)
        filters(page, ask, changes, by_kind)
        first = page.evaluate(SELECTED)
        ask.same("the first change", first, conflicts[0])
        photos(page, ask, first)
        by_hand(page, ask, first)
        by_keys(page, ask, conflicts)
        saved = save(page, ask)
        ask.same("the file's form", saved["format"], "fieldpack.decisions/1")
        ask.same("the file's inputs", saved["inputs"], review.content["inputs"])
        lines(review, ask, saved["decisions"], conflicts)
        again(review, page, ask, conflicts)
        load(review, page, ask, saved, conflicts)
        if len(review.content["packages"]) > 1:
            crews(review, page, ask, saved)
    return found


def crews(review, page, ask, saved):
    """Checks a crew's changes in the menu: shown, saved, undone."""
    changes, packages = review.content["changes"], review.content["packages"]
    index = next(i for i, c in enumerate(changes) if page.evaluate(STATUS, i) in ("decide", "accepted"))
    name = packages[changes[index]["package"]]["name"]
    before = page.evaluate(STATUS, index)
    page.click("#crews summary")
    choice = page.locator(".crew", has_text=name).locator("select")
    choice.select_option("refuse")
    ask.same("a refused crew's change", page.evaluate(STATUS, index), "crew")
    ask.true("the menu does not count it", "(1)" in page.inner_text("#crews summary"))
    page.keyboard.press("Escape")
    lines = save(page, ask)["decisions"]
    ask.same("its line", lines[0], {"package": name, "choice": "refuse"})
    ask.same("the other lines", lines[1:], saved["decisions"])
    opened(review, page)
    ask.same("after opening the page again", page.evaluate(STATUS, index), "crew")
    page.click("#crews summary")
    page.locator(".crew", has_text=name).locator("select").select_option("accept")
    page.keyboard.press("Escape")
    page.click("#changes-title")
    page.keyboard.press("u")
    page.click("#crews summary")
    page.locator(".crew", has_text=name).locator("select").select_option("")
    page.keyboard.press("Escape")
    ask.same("as before", page.evaluate(STATUS, index), before)


def summary(page, ask, changes, by_kind):
    for kind, indexes in by_kind.items():
        text = page.inner_text(".filter-chip." + kind).strip()
        ask.true("the chip of %s says %r" % (kind, text), str(len(indexes)) in text)
    text = page.inner_text("#progress-text")
    wanted = "Decided %d of %d" % (len(changes) - len(by_kind["conflict"]), len(changes))
    ask.same("progress", text, wanted)


def filters(page, ask, changes, by_kind):
    page.click(".filter-chip.conflict")
    ask.same("only conflicts", page.evaluate(LISTED), len(by_kind["conflict"]))
    page.click(".filter-chip.added")
    ask.same("conflicts and added", page.evaluate(LISTED),
             len(by_kind["conflict"]) + len(by_kind["added"]))
    page.click(".filter-chip.conflict")
    page.click(".filter-chip.added")
    page.keyboard.press("/")
    page.keyboard.type(changes[4]["title"])
    ask.same("found by its title", page.evaluate(LISTED), sum(
        changes[4]["title"].lower() in (c["title"] + "\n" + c["subtitle"]).lower() for c in changes))
    # The page's keys are letters here.
    page.keyboard.type("fosu")
    ask.same("found by nonsense", page.evaluate(LISTED), 0)
    ask.true("an empty list says nothing", "No change" in page.inner_text("#list"))
    page.click("#found button")
    ask.same("all again", page.evaluate(LISTED), len(changes))
    for order in page.eval_on_selector_all("#sort option", "all => all.map(one => one.value)"):
        page.select_option("#sort", order)
        ask.same("listed " + order, page.evaluate(LISTED), len(changes))
    page.select_option("#sort", "conflicts")
    page.evaluate("FP.reviewPage.select(FP.reviewPage.indexes[0])")
    settled(page)


def by_hand(page, ask, first):
    """Decides one field by its radio button, then the other, which decides the record."""
    ask.same("at first", page.evaluate(STATUS, first), "decide")
    rows = page.query_selector_all(".change-field.conflict")
    ask.same("fields both changed", len(rows), 2)
    rows[0].query_selector("input[value=returned]").click()
    ask.same("with one field decided", page.evaluate(STATUS, first), "decide")
    rows[1].query_selector("input[value=current]").click()
    ask.same("with both", page.evaluate(STATUS, first), "mixed")
    page.fill(".change-note textarea", "Measured twice")
    ask.same("the row", page.inner_text("#list [aria-current] .list-right"), "field by field")


def by_keys(page, ask, conflicts):
    page.click("#changes-title")
    page.keyboard.press("j")
    ask.same("j", page.evaluate(SELECTED), conflicts[1])
    page.keyboard.press("f")
    ask.same("F", page.evaluate(STATUS, conflicts[1]), "returned")
    ask.same("after F", page.evaluate(SELECTED), conflicts[2])
    page.keyboard.press("o")
    ask.same("O", page.evaluate(STATUS, conflicts[2]), "current")
    page.keyboard.press("u")
    ask.same("U", page.evaluate(STATUS, conflicts[2]), "decide")
    ask.same("after U", page.evaluate(SELECTED), conflicts[2])
    page.keyboard.press("s")
    ask.same("S", page.evaluate(STATUS, conflicts[2]), "skip")
    page.keyboard.press("k")
    ask.same("k", page.evaluate(SELECTED), conflicts[2])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    ask.same("arrows", page.evaluate(SELECTED), conflicts[2])
    # A record without conflict is accepted, but can be left out.
    plain = page.evaluate("FP.reviewPage.indexes.find(i => FP.reviewPage.review.kind(i) === 1)")
    page.evaluate("i => FP.reviewPage.select(i)", plain)
    page.wait_for_selector(".change-field.taken input")
    ask.same("accepted", page.evaluate(STATUS, plain), "accepted")
    ask.true("the crew's value is not marked", page.is_checked(".change-field.taken input[value=returned]"))
    page.click(".change-field.taken input[value=current]")
    ask.same("one field left", page.evaluate(STATUS, plain), "mixed")


def save(page, ask):
    with page.expect_download() as caught:
        page.click("#save")
    ask.same("the file's name", caught.value.suggested_filename, "decisions.json")
    with open(caught.value.path(), encoding="utf-8") as file:
        text = file.read()
    with page.expect_download() as caught:
        page.click("#save")
    with open(caught.value.path(), encoding="utf-8") as file:
        ask.true("the second file differs", file.read() == text)
    saved = json.loads(text)
    keys = [(d["table"], d["globalid"], d["field"] or "") for d in saved["decisions"] if "table" in d]
    ask.same("the order of the file", keys, sorted(keys))
    return saved


def lines(review, ask, decisions, conflicts):
    first, second, third = (review.content["changes"][index] for index in conflicts[:3])
    fields = [field["name"] for field in review.content["layers"][first["layer"]]["fields"]]
    of_first = [d for d in decisions if d["globalid"] == first["id"]]
    ask.same("the first record's choices", {d["field"]: d["choice"] for d in of_first}, {
        None: "skip", fields[first["conflicts"][0]]: "returned", fields[first["conflicts"][1]]: "current"})
    ask.same("the note", of_first[0]["note"], "Measured twice")
    for record in [second["id"]] + [photo[1] for photo in second["attached"]]:
        ask.same("the second record and its photos",
                 [d["choice"] for d in decisions if d["globalid"] == record], ["returned"])
    ask.same("the third", [d["choice"] for d in decisions if d["globalid"] == third["id"]], ["skip"])


def again(review, page, ask, conflicts):
    """Checks that the browser keeps the decisions."""
    page.wait_for_timeout(400)
    opened(review, page)
    ask.same("kept", page.evaluate(STATUS, conflicts[1]), "returned")
    ask.same("the note kept", page.evaluate("i => FP.reviewPage.decisions.of(i).note", conflicts[0]),
             "Measured twice")
    page.evaluate("localStorage.clear(); FP.reviewPage.decisions.keep = () => {}")
    opened(review, page)
    ask.same("forgotten", page.evaluate(STATUS, conflicts[1]), "decide")


def load(review, page, ask, saved, conflicts):
    with tempfile.TemporaryDirectory() as folder:
        def given(name, text):
            path = os.path.join(folder, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            page.set_input_files("#load-file", path)
            page.wait_for_function("() => document.querySelector('#message').textContent !== ''")
            page.wait_for_timeout(100)
            text = page.inner_text("#message")
            page.evaluate("FP.reviewPage.say('')")
            return text

        other = dict(saved, inputs="other")
        for name, text, word in [
            ("words.json", "no JSON", "not JSON"), ("list.json", "[1]", "not a decision file"),
            ("null.json", "null", "not a decision file"),
            ("later.json", json.dumps(dict(saved, format="fieldpack.decisions/9")), "another format"),
            ("other.json", json.dumps(other), "another merge"),
        ]:
            said = given(name, text)
            ask.true("%s: %r" % (name, said), word in said)
            ask.same(name, page.evaluate(STATUS, conflicts[1]), "decide")
        strange = [{"table": "x", "globalid": "y", "field": None, "choice": "returned",
                    "note": None}, None, 7]
        said = given("more.json", json.dumps(dict(saved, decisions=saved["decisions"] + strange)))
        ask.true("more.json: %r" % said, "3 others" in said)
        for index, status in zip(conflicts, ["mixed", "returned", "skip", "decide"]):
            ask.same("loaded", page.evaluate(STATUS, index), status)
        with page.expect_download() as caught:
            page.click("#save")
        with open(caught.value.path(), encoding="utf-8") as file:
            ask.same("saved, loaded, saved", json.load(file), saved)
        united(page, ask, folder, saved, conflicts)


def united(page, ask, folder, saved, conflicts):
    """Checks that the files of two reviewers are united, and that the last one wins."""
    def named(index):
        return page.evaluate("""i => { const review = FP.reviewPage.review;
            return [review.layer(i).name, review.changes[i].id, review.changes[i].title]; }""", index)

    def line(index, choice, field=None):
        table, record, _ = named(index)
        return {"table": table, "globalid": record, "field": field, "choice": choice, "note": None}

    # Field and record disagree in the first change, two records in the third. "skip" decides nothing.
    field = page.evaluate("i => FP.reviewPage.review.fieldName(i, FP.reviewPage.review.changes[i]"
                          ".conflicts[0])", conflicts[0])
    files = [("a.json", [line(conflicts[0], "current", field), line(conflicts[1], "returned"),
                         line(conflicts[2], "returned")]),
             ("b.json", [line(conflicts[0], "returned"), line(conflicts[1], "skip"),
                         line(conflicts[2], "current"), line(conflicts[3], "current")])]
    paths = []
    for name, decisions in files:
        paths.append(os.path.join(folder, name))
        with open(paths[-1], "w", encoding="utf-8") as file:
            json.dump(dict(saved, decisions=decisions), file)
    page.set_input_files("#load-file", list(reversed(paths)))
    page.wait_for_function("() => document.querySelector('#message').textContent !== ''")
    page.wait_for_timeout(100)
    said = page.inner_text("#message")
    ask.true("united: %r" % said, "7 decisions from a.json and b.json." in said
             and "The files disagree in 2 cases: " in said
             and all(named(conflicts[i])[2] in said for i in [0, 2])
             and "The last file, b.json, wins, but a choice for a field wins" in said)
    for index, status in zip(conflicts, ["mixed", "returned", "current", "current"]):
        ask.same("united", page.evaluate(STATUS, index), status)
    page.evaluate("text => FP.reviewPage.decisions.read([text])", json.dumps(saved))
    page.evaluate("FP.reviewPage.say('')")


def saving(review, browser, skip):
    """Decides two conflicts by keys, and keeps the page's file for the program."""
    found = []
    with browser.page(found, viewport={"width": 1440, "height": 900}) as page:
        opened(review, page)
        page.click("#changes-title")
        page.keyboard.press("o")
        page.keyboard.press("f")
        with page.expect_download() as caught:
            page.click("#save")
        caught.value.save_as(os.path.join(os.path.dirname(review.folder), "decisions.json"))
    return found


def reading(review, browser, skip):
    """Checks a page without decisions."""
    found = []
    changes = review.content["changes"]
    with browser.page(found, viewport={"width": 1440, "height": 900}) as page:
        ask = Asking(page, found)
        opened(review, page)
        for selector in ("#save", "#load", "#progress", ".change-buttons", ".change-note",
                         "#change input", ".filter-chip.open", "#bulk details"):
            ask.same(selector, page.locator(selector).count(), 0)
        owners = set(page.locator(".change-row .change-who bdi").all_inner_texts())
        ask.true("values of %s" % owners, owners and not any("Office" in owner for owner in owners))
        ask.same("words of decisions", page.locator("#list .list-right:not(:empty)").count(), 0)
        page.click("#changes-title")
        for key in "jfosuj":
            page.keyboard.press(key)
        ask.same("the third change", page.evaluate(SELECTED), page.evaluate("FP.reviewPage.indexes[2]"))
        ask.same("kept", page.evaluate("localStorage.length"), 0)
        page.click(".filter-chip.updated")
        ask.same("only updated", page.evaluate(LISTED),
                 sum(change["action"] == "updated" for change in changes))
    return found


# Words that are broken, except at hyphens, or cut off, and texts and inputs that overlap, in the shown change.
UNFIT = """() => {
  const found = [], boxes = [], panel = document.querySelector('#change');
  const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT), range = document.createRange();
  const isHidden = one => one.closest('.unseen, .change-bar, .change-steps') || !one.getClientRects().length;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (isHidden(node.parentElement) || !node.parentElement.getClientRects().length) continue;
    for (const word of node.data.matchAll(/[^\\s-]+-?/g)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const parts = [...range.getClientRects()].filter(one => one.width);
      if (word[0].length < 18 && new Set(parts.map(one => Math.round(one.top))).size > 1) {
        found.push('breaks the word ' + word[0]);
      }
      parts.forEach(box => boxes.push([word[0], box]));
    }
  }
  panel.querySelectorAll('input').forEach(one => { if (!isHidden(one)) {
    if (one.type === 'text' && one.clientWidth < 100) found.push('a text field of ' + one.clientWidth);
    boxes.push([one.type, one.getBoundingClientRect()]);
  } });
  const edge = panel.getBoundingClientRect();
  boxes.forEach(([name, box], at) => {
    if (box.left < edge.left || box.right > edge.right) found.push(name + ' is cut off');
    boxes.slice(at + 1).forEach(([other, next]) => {
      const wide = Math.min(box.right, next.right) - Math.max(box.left, next.left);
      const high = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
      if (wide > 1 && high > 4) found.push(name + ' overlaps ' + other);
    });
  });
  return [...new Set(found)].slice(0, 5);
}"""

# Opens the menu of the crews.
MENU = """() => {
  document.body.dataset.view = 'list';
  document.body.classList.add('with-tools');
  document.querySelectorAll('#crews details').forEach(one => { one.open = true; });
}"""
# The names of crews that have several lines, and choices that are cut off.
SPLIT = """() => [...document.querySelectorAll('.crew')].filter(one => {
  const list = one.closest('.menu-items').getBoundingClientRect(), name = one.querySelector('bdi');
  const box = one.querySelector('select').getBoundingClientRect();
  return name.getBoundingClientRect().height > 30 || box.right > list.right || list.right > innerWidth;
}).map(one => one.textContent)"""

# What is too small for a thumb.
SMALL = """() => [...document.querySelectorAll('button, input, select, summary, textarea')].filter(one => {
  const target = one.closest('label') || one, box = target.getBoundingClientRect();
  return one.checkVisibility({visibilityProperty: true}) && box.width && !one.closest('.unseen')
    && one.type !== 'range' && Math.round(box.height) < 44;
}).map(one => one.className + ' ' + one.textContent.slice(0, 20) + ' '
  + Math.round(one.getBoundingClientRect().height))"""


def widths(review, browser, skip):
    """Checks that fields and values fit at every width: no broken words, nothing over anything."""
    found = []
    for width, height in [(320, 568), (390, 844), (820, 1100), (1100, 800), (1440, 900)]:
        options = {"viewport": {"width": width, "height": height}, "has_touch": width < 820}
        with browser.page(found, **options) as page:
            opened(review, page)
            for indexes in kinds(review).values():
                for index in indexes[:2]:
                    page.evaluate("i => { FP.reviewPage.select(i); FP.reviewPage.open(false); }", index)
                    settled_change(page, index)
                    settled(page)
                    found += ["%d pixels: change %d %s" % (width, index, unfit)
                              for unfit in page.evaluate(UNFIT)]
            wide = page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                found.append("%d pixels wide at %d" % (wide, width))
            page.evaluate(MENU)
            split = page.evaluate(SPLIT)
            if split:
                found.append("at %d, the menu of crews breaks or cuts %s" % (width, ", ".join(split)))
            title = page.evaluate("document.querySelector('#list .list-name').clientWidth")
            if title < 200:
                found.append("at %d, titles in the list have %d pixels" % (width, title))
    return found


def phone(review, browser, skip):
    """Checks list, map and record on a phone: decides by touch, undoes, goes back."""
    found = []
    axe = every.axe_source()
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with browser.page(found, **options) as page:
        ask = Asking(page, found)
        opened(review, page)
        box = page.locator("#list").bounding_box()
        ask.true("the list is at %s" % box, box["y"] < 280 and box["y"] + box["height"] == 844)
        page.tap("#tools-view")
        settled(page)
        ask.same("too small in the list", page.evaluate(SMALL), [])
        page.tap("#tools-view")
        page.tap("#list li:nth-child(2) button")
        settled(page)
        record(page, ask)
        if axe:
            page.evaluate(axe)
            for scheme in ("dark", "light"):
                page.emulate_media(color_scheme=scheme)
                page.evaluate(every.COLORED)
                found += every.told(page.evaluate(every.RUN, every.ALL), "the record", scheme)
        index = page.evaluate(SELECTED)
        page.tap(".change-buttons .button.main")
        ask.same("tapped", page.evaluate(STATUS, index), "returned")
        page.tap(".change-undo")
        ask.same("undone", page.evaluate(STATUS, index), "decide")
        ask.same("the record again", page.evaluate(SELECTED), index)
        page.tap(".change-back")
        page.wait_for_function("() => document.body.dataset.view === 'list'")
        ask.true("the list is covered", page.is_visible("#list") and not page.is_visible("#change"))
        page.tap("#map-view")
        page.wait_for_function("() => document.body.dataset.view === 'map'")
        box = page.locator("#map").bounding_box()
        ask.true("the map is at %s" % box, box["width"] == 390 and box["height"] > 700)
        page.go_back()
        page.wait_for_function("() => document.body.dataset.view === 'list'")
        width = page.evaluate("document.documentElement.scrollWidth")
        ask.true("%d pixels wide" % width, width <= 390)
    return found


def record(page, ask):
    """Checks that the choices are in sight at the end of the screen, and cover nothing for good."""
    box = page.locator("#change").bounding_box()
    ask.true("the record is at %s" % box, box["y"] < 300)
    bar = page.locator(".change-bar").bounding_box()
    ask.true("the choices are at %s" % bar, bar["y"] + bar["height"] == 844 and bar["height"] < 130)
    ask.same("too small in the record", page.evaluate(SMALL), [])
    height = page.evaluate("document.documentElement.scrollHeight")
    ask.true("the page is %d pixels high" % height, height <= 844)
    page.evaluate("document.querySelector('#change').scrollTop = 1e6")
    note = page.locator(".change-note").bounding_box()
    room = page.locator(".change-bar").bounding_box()["y"] - note["y"] - note["height"]
    ask.true("%d pixels between the end and the choices" % room, 0 <= room < 60)
    marks = page.evaluate("""() => { const map = FP.reviewPage.map.map, at = map.meters(
        map.layer('changes'), FP.reviewPage.index), box = map.box(); return [(at.x - box[0]) /
        (box[2] - box[0]), (at.y - box[1]) / (box[3] - box[1])]; }""")
    ask.true("the map shows the record at %s" % marks, all(0 < mark < 1 for mark in marks))


def marks(review, browser, skip):
    """Checks that marks are large and have a ring, and that what is quiet can still be seen."""
    found = []
    for scheme in ("light", "dark"):
        with browser.page(found, color_scheme=scheme) as page:
            opened(review, page)
            for symbol in page.evaluate("""() => FP.reviewPage.map.map.site.symbols.map(one => ({
                size: one.size, ring: one.outline ? one.outline.width : 0, token: one.token,
                contrast: FP.symbols.contrast(one.color, FP.reviewPage.map.map.theme.land)}))"""):
                least = 5 if symbol["token"] == "--unchanged" else 6
                if symbol["contrast"] < 3 or symbol["size"] < least:
                    found.append("%s: %s" % (scheme, symbol))
            large = page.evaluate("""FP.reviewPage.map.map.site.symbols.slice(0, 4)
                .every(one => one.size > 10 && one.outline && one.outline.width > 1)""")
            if not large:
                found.append("%s: small marks" % scheme)
    return found


def photos(page, ask, index):
    """Checks that photos before and after are beside each other, and shown large."""
    page.evaluate("i => FP.reviewPage.select(i)", index)
    settled_change(page, index)
    settled(page)
    sides = page.locator(".change-side")
    ask.same("photos", [sides.nth(at).locator("h3").inner_text() for at in range(sides.count())],
             ["Before", "After"])
    boxes = [sides.nth(at).locator("img").first.bounding_box() for at in range(sides.count())]
    ask.true("before and after at %s" % boxes,
             len(boxes) == 2 and boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] < boxes[1]["x"])
    page.click(".change-side:last-child a.photo")
    ask.true("the photo is not shown large", page.is_visible("dialog.lightbox img"))
    ask.true("another photo is shown", page.evaluate(
        "document.querySelector('.lightbox img').src === document.querySelectorAll('#change .photo')"
        "[document.querySelectorAll('.change-side:first-child .photo').length].href"))
    page.keyboard.press("f")
    ask.same("decided behind the photo", page.evaluate(STATUS, index), "decide")
    page.keyboard.press("Escape")


def several(review, browser, skip):
    """Chooses the value of each of three crews, for a field and for a record that one deleted."""
    found = []
    index = next(at for at, change in enumerate(review.content["changes"])
                 if None in change["conflicts"])
    names = [package["name"] for package in review.content["packages"]]
    with browser.page(found, viewport={"width": 1440, "height": 900}) as page:
        ask = Asking(page, found)
        opened(review, page)
        page.evaluate("i => FP.reviewPage.select(i)", index)
        settled_change(page, index)
        for name in names + [None]:
            choice = "package:" + name if name else "current"
            page.check('.change-field input[value="%s"]' % choice)
            ask.same("the record's choice", page.evaluate(STATUS, index), choice.split(":")[0])
            lines = save(page, ask)["decisions"]
            ask.same("the file's choice", [(line["field"], line["choice"], line.get("package"))
                                           for line in lines], [(None, choice.split(":")[0], name)])
        page.evaluate("text => FP.reviewPage.decisions.read([text])",
                      page.evaluate("FP.reviewPage.decisions.text()").replace(
                          '"choice":"current"', '"choice":"package","package":"%s"' % names[1]))
        ask.true("a loaded choice is not shown",
                 page.is_checked('.change-field input[value="package:%s"]' % names[1]))
        ask.true("the crew is not named", names[1] in page.inner_text(".change-said"))
        page.click(".change-undo")
        three = next(at for at, change in enumerate(review.content["changes"])
                     if change["conflicts"] and None not in change["conflicts"])
        page.evaluate("i => FP.reviewPage.select(i)", three)
        settled_change(page, three)
        for name in names:
            page.locator('.change-field input[value="package:%s"]' % name).first.check()
            chosen = page.evaluate("i => Object.values(FP.reviewPage.decisions.of(i).fields)", three)
            ask.same("the field's choice", chosen, ["package:" + name])
    return found


def paper(review, browser, skip):
    found = []
    with browser.page(found) as page:
        opened(review, page)
        if len(page.pdf()) < 10000:
            found.append("an empty sheet")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        rows = page.locator(".report-table tbody tr").count()
        if rows != min(5000, len(review.content["changes"])):
            found.append("%d rows on paper" % rows)
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        if page.is_visible("#report"):
            found.append("the report stays on the screen")
    return found


FRAMES = """async () => {
  const list = document.querySelector('#list'), times = [];
  let last = performance.now();
  for (let i = 0; i < 120; i += 1) {
    list.scrollTop += 400;
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  times.sort((a, b) => a - b);
  return {median: times[60], p95: times[114], rows: list.querySelectorAll('li').length};
}"""


def bulk(review, browser, skip):
    found = []
    with browser.page(found, viewport={"width": 1440, "height": 900}) as page:
        opened(review, page)
        work(review, page, found)
        frames = page.evaluate(FRAMES)
        review.figures["scroll frame median"] = round(frames["median"], 1)
        review.figures["scroll frame p95"] = round(frames["p95"], 1)
        if frames["rows"] > 60:
            found.append("%d rows of the list exist at once" % frames["rows"])
        for name, action in [
            ("filter", "p.choice.toggleKind(1); p.filter()"),
            ("search", "p.choice.set('query', 'tree 20'); p.filter()"),
            ("order", "p.choice.clear(); p.choice.set('sort', 'record'); p.filter()"),
            ("decide all", "p.decisions.choose(p.undecided(), 'returned')"),
            ("undo", "p.undo()"), ("file", "p.decisions.text()"),
        ]:
            review.figures[name] = round(timed(page, action), 1)
        last = len(review.content["changes"]) - 1
        page.evaluate("i => { FP.reviewPage.choice.clear(); FP.reviewPage.filter(); FP.reviewPage.select(i); }", last)
        page.wait_for_function(
            "text => document.querySelector('.change-title')?.textContent.includes(text)",
            arg=review.content["changes"][last]["title"])
        settled(page)
    return found


# How many rows an action writes, and how many elements exist after it.
WORK = """async () => {
  const p = FP.reviewPage, list = p.list, write = list.write;
  let rows = 0;
  list.write = function (...all) { rows += 1; return write.apply(this, all); };
  ACTION;
  await new Promise(done => setTimeout(done, 400));
  list.write = write;
  return {rows, elements: document.querySelectorAll('*').length};
}"""


def work(review, page, found):
    """Checks that what the page does depends on what is shown, and not on the number of changes."""
    several = len(review.content["packages"]) > 1
    for name, most, action in [
        ("opening", 0, ""), ("a letter", 60, "p.choice.set('query', 't'); p.filter()"),
        ("all again", 60, "p.choice.clear(); p.filter()"),
        ("20 steps", 120, "for (let i = 0; i < 20; i += 1) p.step(1)"),
        ("deciding all", 60, "p.decisions.choose(Array.from(p.indexes), 'returned')"),
        ("a crew", 60, "p.decisions.chooseCrew(p.review.packages[0].name, 'refuse')" if several else ""),
        ("undo", 120, "p.undo(); p.undo()"),
    ]:
        done = page.evaluate(WORK.replace("ACTION", action))
        if done["rows"] > most or done["elements"] > 1500:
            found.append("%s: writes %d rows, and %d elements exist"
                         % (name, done["rows"], done["elements"]))
    page.evaluate("FP.reviewPage.choice.clear(); FP.reviewPage.filter()")


def timed(page, action):
    return page.evaluate("() => { const p = FP.reviewPage, t = performance.now(); %s;"
                         " return performance.now() - t; }" % action)


def hostile(review, browser, skip):
    found = []
    with browser.page(found, viewport={"width": 1440, "height": 900}) as page:
        page.add_init_script("window.ran = () => { window.hasRun = true; };")
        opened(review, page)
        for index, change in enumerate(review.content["changes"][:60]):
            page.evaluate("i => FP.reviewPage.select(i)", index)
            settled_change(page, index)
            detail = change["detail"]
            shown = page.evaluate("document.querySelector('#change').textContent")
            texts = [change["title"], detail["story"]] + detail["notes"]
            for field in detail["fields"]:
                texts += [field["base"], field["returned"]]
            for text in texts:
                if text and text not in shown:
                    found.append("change %d does not show %r" % (index, text[:60]))
        page.keyboard.press("f")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        if page.evaluate("window.hasRun"):
            found.append("a script of the data ran")
        heads = page.evaluate("[document.querySelectorAll('main').length,"
                              " document.querySelectorAll('h1').length, document.scripts.length]")
        if heads[:2] != [1, 1]:
            found.append("main, h1: %s" % heads)
        for image in page.evaluate("[...document.images].map(one => one.getAttribute('src'))"):
            if not re.match(r"photos/\d+-\d+(-before)?\.[a-z]+$", image):
                found.append("a picture of " + image)
    return found


def settled_change(page, index):
    page.wait_for_function("i => FP.reviewPage.panel.index === i", arg=index)
