"""Reads a site's files: its pages, its description, the IDs of its records, and the expected data."""
import json
import os
import re
import urllib.parse


class Site:
    def __init__(self, folder, source=None, budget=None, expected=None):
        self.folder = os.path.abspath(folder)
        self.source = source
        self.budget = budget
        self.expected = expected
        self.meta = self.called("data/meta.js")[0]
        self.layers = {layer["id"]: layer for layer in self.meta["layers"]}

    def url(self, relative):
        path, hash, fragment = relative.partition("#")
        return "file://" + urllib.parse.quote(self.folder + "/" + path) + hash + fragment

    def text(self, relative):
        with open(os.path.join(self.folder, relative), encoding="utf-8") as file:
            return file.read()

    def called(self, relative):
        """Returns the arguments of the only call in a data file."""
        text = self.text(relative)
        start, end = text.index("(") + 1, text.rindex(")")
        return json.loads("[" + text[start:end] + "]")

    def files(self, suffix):
        found = []
        for folder, _, names in os.walk(self.folder):
            for name in names:
                if name.endswith(suffix):
                    found.append(os.path.relpath(os.path.join(folder, name), self.folder))
        return sorted(found)

    def pages(self):
        """Returns all pages; for lists, only the first and the last of each layer."""
        pages = [page for page in self.files(".html") if not page.startswith("list/")]
        lists = {}
        for page in self.files(".html"):
            if page.startswith("list/"):
                lists.setdefault(re.sub(r"-\d+\.html$", "", page), []).append(page)
        for several in lists.values():
            pages += sorted({several[0], several[-1]})
        return pages

    def ids(self, layer):
        """Returns the IDs of the layer's first shard."""
        return self.called("data/%s/0000.js" % layer)[2]["ids"]

    def links(self):
        """Returns the pages as readers open them: a record of each layer, printed pages, a filter."""
        found = []
        for page in self.pages():
            if page == "feature.html":
                for layer in self.layers:
                    if self.layers[layer]["count"]:
                        found.append("%s#%s/%s" % (page, layer, quoted(self.ids(layer)[0])))
            elif page == "print.html":
                layer = self.largest()
                found.append("%s#%s/%s" % (page, layer, ",".join(map(quoted, self.ids(layer)[:2]))))
            else:
                found.append(page)
        return found

    def largest(self):
        """Returns the layer that the map page lists first: its largest point layer."""
        def rank(layer):
            return (layer["kind"] == "point", layer["kind"] != "table", layer["count"])
        return max(self.meta["layers"], key=rank)["id"]

    def truth(self):
        """Returns the demo's trees from its own data: properties by record, in order."""
        with open(self.source + "/trees.geojson", encoding="utf-8") as file:
            return json.load(file)["features"]


def quoted(id):
    return urllib.parse.quote(str(id), safe="")
