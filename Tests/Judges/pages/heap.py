"""Measures the memory of the map page after drawing, searching and filtering."""
from pages.browser import settled


def complaints(site, browser, skip):
    if not site.budget:
        skip("no budget")
        return []
    found = []
    with browser.page(found) as page:
        page.goto(site.url("index.html"))
        page.wait_for_function("() => /in view/.test(document.querySelector('#count').textContent)")
        settled(page)
        page.fill("#search", "oak")
        page.wait_for_function("() => / of /.test(document.querySelector('#search-note').textContent)")
        page.fill("#search", "")
        settled(page)
        session = page.context.new_cdp_session(page)
        session.send("HeapProfiler.enable")
        session.send("HeapProfiler.collectGarbage")
        heap = session.send("Runtime.getHeapUsage")
        used = (heap["usedSize"] + heap.get("backingStorageSize", 0)) / 1e6
        if used > site.budget:
            found.append("index.html holds %.1f MB; %.0f are its budget" % (used, site.budget))
    return found
