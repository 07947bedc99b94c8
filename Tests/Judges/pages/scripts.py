"""Checks what remains without JavaScript: texts, and links to and among the lists."""
import html
import re

# Hosts refuse larger files, and phones are slow with them.
LARGEST = 1_000_000
# The most related records that a list shows of one record.
MOST = 25

RELATED = r'<(?:td class="go"|p class="parent-link")><a (?:class="button" )?href="([^"]+)"'
REST = r'The first [\d,]+ of ([\d,]+) are listed here\. <a href="([^"]+)"'


def complaints(site, browser, skip):
    found = []
    with browser.page(found, java_script_enabled=False) as page:
        for start in ("index.html", "feature.html"):
            page.goto(site.url(start))
            if start == "index.html" and "content=\"0; url=list/" in site.text(start):
                page.wait_for_url("**/list/*.html")
            links = page.query_selector_all("main a[href*='list/']")
            lists = [link.get_attribute("href").removeprefix("../") for link in links if link.is_visible()]
            lists = list(dict.fromkeys(link for link in lists if link.startswith("list/")))
            if not lists:
                found.append(start + ": no way to the lists")
            if start == "index.html" and (page.is_visible("#search") or "Loading" in page.inner_text("body")):
                found.append("index.html: without scripts, it offers what needs them")
            if start == "feature.html" and "Loading" in page.inner_text("main"):
                found.append("feature.html: says that it is loading")
        seen = 0
        for link in lists:
            seen += walk(site, page, link, found)
        wanted = sum(layer["count"] for layer in site.layers.values())
        if len(lists) == len(site.layers) and seen != wanted:
            found.append("the lists hold %d records of %d" % (seen, wanted))
    texts = {path: site.text(path) for path in site.files(".html") if path.startswith("list/")}
    anchors = {path: set(re.findall(r'<article id="([^"]+)"', text)) for path, text in texts.items()}
    for path, text in texts.items():
        found += ["%s: %s" % (path, wrong) for wrong in listed(path, text, anchors)]
    return found


def listed(path, text, anchors):
    """Yields what is wrong with a list page: its size, its title, and links that need scripts."""
    if len(text.encode()) >= LARGEST:
        yield "has %d bytes" % len(text.encode())
    crumb = re.search('<li aria-current="page">(.+?)</li>', text).group(1)
    if ", %s \u00b7 " % crumb not in re.search("<title>(.*?)</title>", text, re.S).group(1):
        yield "the title does not say that its records are %s" % crumb
    for record in re.split("<article ", text)[1:]:
        anchor = re.match(r'id="(r\d+)"', record)
        if not anchor or '<h2><a href="#%s">' % anchor.group(1) not in record:
            yield "a record has no address of its own: %s" % record[:60]
    for link in map(html.unescape, re.findall(RELATED, text)):
        file, _, anchor = link.removeprefix("../").partition("#")
        layer = anchor.split("/")[0] if file == "feature.html" else None
        if layer and "list/%s-0001.html" % layer in anchors:
            yield "a related record leads to %s, which needs scripts" % link
        if not layer and anchor not in anchors.get(file, set()):
            yield "a related record leads nowhere: %s" % link
    for count, link in re.findall(REST, text):
        if not re.match(r"\.\./(list/.+-0001|layer-.+)\.html$", html.unescape(link)):
            yield "all %s related records are at %s" % (count, link)
    for table in re.findall('<table class="records".*?</table>', text, re.S):
        if table.count('<td class="go">') > MOST:
            yield "%d related records of one record" % table.count('<td class="go">')


def walk(site, page, link, found):
    """Walks from the first page of a list to its last; returns the number of records in them."""
    seen = 0
    for _ in range(3000):
        page.goto(page.url.rsplit("/", 1)[0] + "/" + link if seen else site.url(link))
        records = page.query_selector_all("main article")
        seen += len(records)
        if not records:
            found.append(link + ": no record")
            break
        if not records[0].query_selector("h2").is_visible() or len(records[0].inner_text()) < 3:
            found.append(link + ": a record without words")
        following = page.query_selector("main a[rel=next]")
        if not following:
            break
        link = following.get_attribute("href")
    return seen
