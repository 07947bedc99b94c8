"""Checks the short ways of `tasks.md`: sharing, printing and saving from the card and the list, and filters that
leave the list in reach."""
from pages.browser import QUIET, settled
from pages.reader import in_view, richest

# Whether a reader can click at the middle of an element.
REACHED = """selector => {
  const one = document.querySelector(selector), box = one.getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return one === at || one.contains(at);
}"""
NO_STOP = "() => ![...document.querySelectorAll('button')].some(one => one.textContent === 'Stop')"
SHARED = "() => { navigator.share = given => { window.shared = given; return Promise.resolve(); }; }"


def complaints(site, browser, skip):
    if not site.source:
        skip("no source to compare with")
        return []
    found = []
    with browser.page(found) as page:
        card(site, page, found)
        rows(site, page, found)
        matches(site, page, found)
        stops(site, page, found)
    for width in (820, 1024):
        with browser.page(found, viewport={"width": width, "height": 768}, has_touch=True) as page:
            beside(site, page, width, found)
    with browser.page(found, java_script_enabled=False) as page:
        bare(site, page, found)
    with browser.page(found, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        phone(site, page, found)
    return found


def opened(site, page, link):
    page.goto(site.url("about.html"))
    page.goto(site.url("index.html" + link))
    in_view(page)


def card(site, page, found):
    """The card copies a link to its record, and prints the record."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened(site, page, "#sel=" + richest(site))
    page.get_by_role("button", name="Share", exact=True).click()
    page.wait_for_selector(".card-actions >> text=Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    if not copied.endswith("sel=" + richest(site)):
        found.append("the card copies " + copied)
    page.evaluate("""() => {
      Object.defineProperty(navigator, 'clipboard', {value: undefined});
      document.execCommand = name => {
        window.asked = name + ' ' + document.activeElement.value;
        return true;
      };
    }""")
    page.wait_for_selector(".card-actions >> text=Share")
    page.get_by_role("button", name="Share", exact=True).click()
    page.wait_for_selector(".card-actions >> text=Copied")
    if page.evaluate("window.asked") != "copy " + copied:
        found.append("without https, the card copies %s" % page.evaluate("window.asked"))
    page.evaluate("() => document.querySelector('.card-actions a').click()")
    page.wait_for_selector("main .actions >> text=Share")
    page.evaluate("""() => {
      Object.defineProperty(navigator, 'clipboard', {value: undefined});
      document.execCommand = () => { window.asked = document.activeElement.value; return true; };
    }""")
    page.locator("main .actions").get_by_role("button", name="Share").click()
    page.wait_for_selector("main .actions >> text=Copied")
    if page.evaluate("window.asked") != page.url or not page.url.endswith("feature.html#" + richest(site)):
        found.append("the page of a record copies %s" % page.evaluate("window.asked"))
    page.go_back()
    page.wait_for_selector("#card:not([hidden]) .card-actions")
    page.locator(".card-actions a", has_text="Print").click()
    page.wait_for_function("() => document.querySelector('#count').textContent === '1 page'")
    if not page.url.endswith("print.html#" + richest(site)):
        found.append("the card prints " + page.url)


def rows(site, page, found):
    """The mouse and the focus bring a button that shares the record of a row. Its link shows the record."""
    opened(site, page, "")
    row = page.locator("#list li").nth(1)
    share, name = row.locator(".list-share"), row.locator(".list-name").inner_text()
    if share.bounding_box()["width"]:
        found.append("rows offer to share without the mouse")
    row.locator(".list-row").hover()
    share.click()
    page.wait_for_selector("#list >> text=Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    if page.is_visible("#card"):
        found.append("sharing a row selects its record")
    page.wait_for_function("() => !document.querySelector('#list .said')")
    row.locator(".list-row").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#list >> text=Copied")
    page.goto(site.url("about.html"))
    page.goto(link)
    page.wait_for_selector("#card:not([hidden]) .card-title")
    in_view(page)
    if name not in page.inner_text("#list [aria-current]"):
        found.append("the link of the row of %s leads to %s" % (name, page.inner_text("#list [aria-current]")))


def bare(site, page, found):
    """Without scripts, the first page goes on to the records of its layer."""
    page.goto(site.url("index.html"))
    page.wait_for_url("**/list/trees-0001.html")
    if not page.is_visible("main article"):
        found.append("without scripts, the first page leads to no record")


def stops(site, page, found):
    """A file that takes long says how far it is, in the menu and beside the matches, and can be stopped."""
    opened(site, page, "#f=Condition:Poor")
    page.evaluate("""() => {
      const load = FP.data.exported;
      FP.data.exported = (...given) => new Promise(done => { window.go = () => done(load(...given)); });
      FP.download = (name) => { window.named = name; };
    }""")
    page.click("#downloads summary")
    menu = page.locator("#downloads .menu-items")
    menu.get_by_role("button", name="GeoPackage").first.click()
    for place, start in ((menu, None), (page.locator("#search-note"), "Download")):
        if start:
            place.get_by_role("button", name=start).click()
        place.get_by_role("button", name="Stop").focus()
        if place is menu:
            # The menu closes and opens while a file is made.
            page.keyboard.press("Escape")
            page.click("#downloads summary")
            page.wait_for_function("() => /In progress/.test(document.querySelector('#downloads').textContent)")
        place.get_by_role("button", name="Stop").click()
        page.evaluate("window.go()")
        page.wait_for_function(NO_STOP)
        if page.evaluate("window.named"):
            found.append("a stopped download saves " + page.evaluate("window.named"))
    save = page.locator("#search-note").get_by_role("button", name="Download")
    save.click()
    page.wait_for_function("() => window.go")
    page.evaluate("window.go()")
    page.wait_for_function("() => window.named")
    if not page.evaluate("window.named").endswith(".csv"):
        found.append("after a stop, the matches are saved as " + page.evaluate("window.named"))


def matches(site, page, found):
    """Beside the number of matches, a button saves them; above the list, a link prints them."""
    opened(site, page, "#f=Condition:Poor")
    poor = sum(tree["properties"]["Condition"] == "Poor" for tree in site.truth())
    with page.expect_download() as download:
        page.locator("#search-note").get_by_role("button", name="Download").click()
    with open(download.value.path(), encoding="utf-8-sig") as file:
        rows = len(file.read().splitlines()) - 1
    if rows != poor:
        found.append("%d of %d matches are saved" % (rows, poor))
    page.wait_for_function("() => /Saved/.test(document.querySelector('#search-note').textContent)")
    page.click("#print-link")
    page.wait_for_function("() => / pages$/.test(document.querySelector('#count').textContent)")
    if page.locator(".sheet").count() != poor:
        found.append("%d of %d matches are printed" % (page.locator(".sheet").count(), poor))


def beside(site, page, width, found):
    """On tablets, the sheet of filters leaves search, matches, downloads and list in reach."""
    opened(site, page, "")
    page.click("#filters-open")
    page.locator(".facet-row", has_text="Poor").first.locator(".facet-only").click()
    page.wait_for_function("() => document.querySelector('#search-note button')")
    in_view(page)
    for selector in ("#search", "#search-note button", "#downloads summary", "#list li button", "#filters-done"):
        if not page.evaluate(REACHED, selector):
            found.append("at %d pixels, the filters cover %s" % (width, selector))
    page.click("#list li button")
    page.wait_for_selector("#card:not([hidden]) .card-title")
    page.click("#filters-open")
    if page.is_visible("#filters-sheet"):
        found.append("at %d pixels, the button of the filters doesn't close them" % width)


def phone(site, page, found):
    """A phone asks whom to send a link to. Without a mouse, "only" is always there, and sharing in rows."""
    opened(site, page, "")
    page.evaluate(SHARED)
    page.locator("#list .list-share").first.click()
    first = page.locator("#list .list-name").first.inner_text()
    if (page.evaluate("window.shared") or {}).get("title") != first:
        found.append("a phone shares %s of the row of %s" % (page.evaluate("window.shared"), first))
    opened(site, page, "#sel=" + richest(site))
    page.evaluate(SHARED)
    page.wait_for_selector(".card-actions")
    page.get_by_role("button", name="Share", exact=True).click()
    given = page.evaluate("window.shared")
    if not given or not given["url"].endswith("sel=" + richest(site)):
        found.append("a phone shares %s" % given)
    page.keyboard.press("Escape")
    page.click("#filters-open")
    only = page.locator(".facet-only").first
    if not only.is_visible() or only.bounding_box()["width"] < 36:
        found.append("without a mouse, no button chooses one value")
    page.locator(".facet-row", has_text="Poor").first.locator(".facet-only").click()
    page.wait_for_function(QUIET)
    if not page.inner_text("#filters-found").endswith(" of %d" % len(site.truth())):
        found.append("the sheet of filters says " + page.inner_text("#filters-found"))
    page.click("#filters-done")
    settled(page)
    page.evaluate("""() => {
      window.scrollTo(0, document.querySelector('#list').offsetTop + 200);
      return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    }""")
    if not page.evaluate(REACHED, "#downloads summary"):
        found.append("on a phone, the number of matches covers the head of the list")
