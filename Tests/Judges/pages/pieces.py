"""Makes a copy of a site whose layer is in many small files, like a city's."""
import contextlib
import json
import os
import shutil
import tempfile

from pages.site import Site


@contextlib.contextmanager
def in_pieces(site, layer, size):
    """Returns the copy; its other files are links to the site's own."""
    with tempfile.TemporaryDirectory() as folder:
        for name in os.listdir(site.folder):
            if name != "data":
                os.symlink(os.path.join(site.folder, name), os.path.join(folder, name))
        data = os.path.join(folder, "data")
        os.mkdir(data)
        for name in os.listdir(site.folder + "/data"):
            if name not in ("meta.js", layer):
                os.symlink(os.path.join(site.folder, "data", name), os.path.join(data, name))
        shutil.copytree(site.folder + "/data/" + layer, data + "/" + layer)
        meta = dict(site.meta)
        meta["layers"] = [
            dict(each, shards=split(site, data, layer, size), shardSize=size)
            if each["id"] == layer else each for each in meta["layers"]]
        write(data + "/meta.js", "FP.meta", meta)
        yield Site(folder, site.source)


def split(site, data, layer, size):
    whole = site.called("data/%s/0000.js" % layer)[2]
    count = len(whole["ids"])
    for number, start in enumerate(range(0, count, size)):
        rows = slice(start, start + size)
        piece = {name: whole[name][rows] for name in ("ids", "lon", "lat") if whole.get(name)}
        piece["slots"] = [part(column, rows) for column in whole["slots"]]
        write("%s/%s/%04d.js" % (data, layer, number), "FP.shard", layer, number, piece)
    return -(-count // size)


def part(column, rows):
    """A column is one value for all, a value for each record, codes of values, or a reference."""
    if not isinstance(column, list):
        return column
    if len(column) > 1:
        width = 2 if len(column[0]) > 64 else 1
        return [column[0], column[1][rows.start * width:rows.stop * width]]
    return column if len(column[0]) == 1 else [column[0][rows]]


def write(path, function, *arguments):
    with open(path, "w", encoding="utf-8") as file:
        file.write("%s(%s);\n" % (function, ",".join(json.dumps(each) for each in arguments)))
