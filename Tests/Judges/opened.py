#!/usr/bin/env python3
"""Opens every file of a folder by itself, as people do who follow a link, and reports what runs.

usage: opened.py FOLDER [--all]

In Chromium, Firefox and WebKit, from the disk and from two web servers: one that says the type of
each file by its ending, and one that does so only for common endings, so that browsers guess. Files in `assets` and `data`
are opened only with --all. Prints JSON: {"complaints": [text], "opened": number, "skipped": [text]}.

A file runs if it calls `ran()`, sets the title "RAN", opens a dialog, or asks for a file elsewhere.
Firefox and WebKit tell only the title.
"""
import functools
import http.server
import json
import os
import sys
import tempfile
import threading
import urllib.parse

from pages import firefox, webkit
from pages.browser import Browser, chromium
from playwright.sync_api import Error


class Typed(http.server.SimpleHTTPRequestHandler):
    """Says the type of each file, as servers with a full list do."""

    def log_message(self, *_):
        pass


class Sparse(Typed):
    """Says the type of common files only."""

    COMMON = ("html", "css", "js", "json", "svg", "png", "jpg", "jpeg", "gif", "webp", "txt", "pdf")

    def send_header(self, keyword, value):
        path = urllib.parse.urlsplit(self.path).path
        is_common = path.endswith("/") or path.rsplit(".", 1)[-1] in self.COMMON
        if keyword.lower() != "content-type" or is_common:
            super().send_header(keyword, value)


def serve(folder, handler):
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return "http://127.0.0.1:%d/" % server.server_address[1]


def files(folder, everything):
    for parent, folders, names in sorted(os.walk(folder)):
        folders.sort()
        path = os.path.relpath(parent, folder)
        if not everything and path.split(os.sep)[0] in ("assets", "data"):
            continue
        # A folder shows its index, if it has one.
        yield "" if path == "." else path + "/"
        for name in sorted(names):
            if not name.startswith("."):
                yield os.path.normpath(os.path.join(path, name))


# What is said of a file that is saved and not shown.
SAVED = ("ownload", "ABORTED", "interrupted", "Frame load", "imeout", "imed out")


def in_chromium(paths, origins, complain):
    """Opens files in Chromium, and watches calls, dialogs and requests."""
    calls = []
    opened = 0
    with Browser() as started:
        context = started.browser.new_context(accept_downloads=True)
        context.expose_function("reportRan", lambda: calls.append("runs"))
        context.add_init_script("window.ran = () => { window.reportRan(); };")

        def new_page(origin):
            def asked(request):
                own = request.url.startswith((origin, "data:", "blob:", "about:"))
                if not own:
                    calls.append("asks for " + request.url[:100])

            page = context.new_page()
            page.on("dialog", lambda dialog: (calls.append("opens a dialog"), dialog.dismiss()))
            page.on("request", asked)
            return page

        for place, origin in origins.items():
            page = new_page(origin)
            for path in paths:
                opened += 1
                calls.clear()
                try:
                    page.goto(origin + urllib.parse.quote(path), wait_until="load", timeout=20000)
                    if page.title() == "RAN":
                        calls.append("runs")
                except Error as error:
                    if not any(word in error.message for word in SAVED):
                        calls.append(error.message.splitlines()[0])
                    page.close()
                    page = new_page(origin)
                for call in sorted(set(calls)):
                    complain("Chromium from %s: %s %s" % (place, path, call))
            page.close()
    return opened


def in_driver(name, driver, paths, origins, complain):
    """Opens files in an engine with a driver, and looks at the title."""
    opened = 0
    driver.limit(4)
    for place, origin in origins.items():
        for path in paths:
            opened += 1
            try:
                driver.go("about:blank")
                driver.go(origin + urllib.parse.quote(path))
                if driver.run("return document.title") == "RAN":
                    complain("%s from %s: %s runs" % (name, place, path))
            except RuntimeError as error:
                if not any(word in str(error) for word in SAVED):
                    complain("%s from %s: %s: %s" % (name, place, path, error))
    return opened


CONTROL = """<!doctype html><title>x</title>
<script>document.title = 'RAN'; if (window.ran) ran();</script>"""


def control(name, watch, complain):
    """Opens a page that runs. If that is not noticed, nothing else here proves anything."""
    noticed = []
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/control.html", "w") as file:
            file.write(CONTROL)
        origins = {"the disk": "file://" + folder + "/", "the web": serve(folder, Typed)}
        watch(["control.html"], origins, noticed.append)
    if len([words for words in noticed if words.endswith(" runs")]) != 2:
        complain("%s does not notice a page that runs: %s" % (name, noticed))


def main():
    folder = os.path.abspath(sys.argv[1])
    paths = list(files(folder, "--all" in sys.argv))
    origins = {
        "the disk": "file://" + urllib.parse.quote(folder) + "/",
        "the web": serve(folder, Typed), "a web of few types": serve(folder, Sparse)}
    complaints, skipped, opened = [], [], 0
    if chromium():
        control("Chromium", in_chromium, complaints.append)
        opened += in_chromium(paths, origins, complaints.append)
    else:
        skipped.append("Chromium is absent")
    own = [path for path in paths if path.startswith("photos") or "--all" in sys.argv]
    for name, engine in (("Firefox", firefox.Firefox), ("WebKit", webkit.WebKit)):
        driver = engine()
        try:
            driver.start()
        except (OSError, RuntimeError, TypeError) as error:
            skipped.append("%s does not start: %s" % (name, error))
        else:
            watch = functools.partial(in_driver, name, driver)
            control(name, watch, complaints.append)
            opened += watch(own, origins, complaints.append)
        finally:
            driver.stop()
    print(json.dumps({"complaints": complaints, "opened": opened, "skipped": skipped}))


main()
