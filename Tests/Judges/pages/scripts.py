"""Checks what remains without JavaScript: texts, and links to the lists."""


def complaints(site, browser, skip):
    found = []
    with browser.page(found, java_script_enabled=False) as page:
        for start in ("index.html", "feature.html"):
            page.goto(site.url(start))
            links = page.query_selector_all("main a[href^='list/']")
            lists = [link.get_attribute("href") for link in links if link.is_visible()]
            if not lists:
                found.append(start + ": no way to the lists")
        seen = 0
        for link in lists:
            seen += walk(site, page, link, found)
        wanted = sum(layer["count"] for layer in site.layers.values())
        if len(lists) == len(site.layers) and seen != wanted:
            found.append("the lists hold %d records of %d" % (seen, wanted))
    return found


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
