"""Checks every link and source of every page, using only the files."""
import html.parser
import os
import urllib.parse


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []
        self.anchors = set()

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                if value in self.anchors:
                    self.found.append("the id %s twice" % value)
                self.anchors.add(value)
            if name in ("href", "src", "poster") and value is not None:
                self.found.append((tag, value))


def read(site, page):
    links = Links()
    links.feed(site.text(page))
    return links


def complaints(site, skip):
    names = {}
    for folder, _, files in os.walk(site.folder):
        for name in files:
            path = os.path.relpath(os.path.join(folder, name), site.folder)
            # Windows and USB sticks ignore case.
            if name.startswith(".fieldpack"):
                continue
            if path.lower() in names:
                yield "%s and %s differ by case alone" % (path, names[path.lower()])
            names[path.lower()] = path
            if any(c in path for c in '<>:"|?*\\') or name.endswith((".", " ")):
                yield "%s: no name for Windows" % path
    pages = site.pages()
    all_links = {page: read(site, page) for page in pages}
    for page in pages:
        for link in all_links[page].found:
            if isinstance(link, str):
                yield "%s: %s" % (page, link)
                continue
            tag, value = link
            parts = urllib.parse.urlsplit(value)
            if parts.scheme in ("http", "https", "mailto", "tel"):
                if tag not in ("a",):
                    yield "%s: %s loads from the network: %s" % (page, tag, value)
                continue
            if parts.scheme == "data":
                continue
            if parts.scheme or parts.netloc:
                yield "%s: %s leads to %s" % (page, tag, value)
                continue
            path = urllib.parse.unquote(parts.path)
            if not path:
                target = page
            else:
                target = os.path.normpath(os.path.join(os.path.dirname(page), path))
            full = os.path.join(site.folder, target)
            if target.startswith("..") or not os.path.isfile(full):
                yield "%s: %s leads nowhere: %s" % (page, tag, value)
            elif parts.fragment and target.startswith("list/") and target in all_links:
                if urllib.parse.unquote(parts.fragment) not in all_links[target].anchors:
                    yield "%s: missing target: %s" % (page, value)
            elif parts.fragment and target == page and page.startswith(("list/", "about")):
                if urllib.parse.unquote(parts.fragment) not in all_links[page].anchors:
                    yield "%s: missing target: %s" % (page, value)
