"""Checks a site of hostile texts: nothing runs, nothing breaks, and every text is shown literally."""
import html.parser
import json
import re

from pages.browser import settled

WATCH = "window.ran = () => { window.hasRun = (window.hasRun || 0) + 1; };"

DETAILS = "[...document.querySelectorAll('dl.details')].map(one => one.textContent).join(' ')"


def folded(text):
    """Returns the text as a reader sees it: runs of white space are one space."""
    return re.sub(r"\s+", " ", text).strip()


def looked(page, link, found):
    if page.evaluate("window.hasRun"):
        found.append(link + ": a script of the data ran")
    heads = page.evaluate(
        "[document.querySelectorAll('main').length, document.querySelectorAll('h1').length,"
        " document.querySelectorAll('body > header').length]")
    if heads != [1, 1, 1]:
        found.append("%s: main, h1, header: %s" % (link, heads))


def complaints(site, browser, skip):
    if not site.expected:
        skip("no expectations")
        return []
    found = []
    with open(site.expected, encoding="utf-8") as file:
        by_kind = json.load(file)
    # Files of layers are named after their titles, which are hostile too.
    expected = {layer: by_kind[site.layers[layer]["kind"]] for layer in site.layers}
    with browser.page(found) as page:
        page.add_init_script(WATCH)
        for link in site.links():
            page.goto(site.url(link))
            settled(page)
            looked(page, link, found)
        for layer, records in expected.items():
            for id, texts in records.items():
                record(site, page, layer, id, texts, found)
        lists(site, page, expected, found)
    return found


def record(site, page, layer, id, texts, found):
    link = "feature.html#%s/%s" % (layer, id)
    page.goto("about:blank")
    page.goto(site.url(link))
    settled(page)
    looked(page, link, found)
    details = folded(page.evaluate(DETAILS))
    for text in texts:
        if folded(text) not in details:
            found.append("%s: does not show %r" % (link, text[:60]))


def lists(site, page, expected, found):
    """Checks that the lists show the same texts without scripts."""
    for layer, records in expected.items():
        text = page_text(site, layer)
        for id, texts in records.items():
            for one in texts:
                if folded(one) not in text:
                    found.append("list/%s: record %s does not show %r" % (layer, id, one[:60]))


def page_text(site, layer):
    parts = []
    parser = html.parser.HTMLParser(convert_charrefs=True)
    parser.handle_data = parts.append
    for path in site.files(".html"):
        if path.startswith("list/%s-" % layer):
            parser.feed(site.text(path))
    return folded(" ".join(parts))
