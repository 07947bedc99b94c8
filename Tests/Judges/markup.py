#!/usr/bin/env python3
"""Parses sanitized texts like a browser and reports forbidden content.

usage: markup.py TEXTS

TEXTS is a JSON array of strings. Each is put into a box between two paragraphs and parsed by
html5lib. It must stay in its box, with only the elements and attributes of pop-ups. Prints a JSON
array of {"index", "complaint"}.
"""
import json
import sys

import html5lib

ELEMENTS = set(
    "a abbr article aside audio b blockquote br code dd del details div dl dt em figcaption figure"
    " font footer h1 h2 h3 h4 h5 h6 header hr i img li main mark nav ol p pre section source span"
    " strong sub summary sup table tbody td th time tr u ul video".split())
ATTRIBUTES = set(
    "align alt aria-hidden aria-label autoplay border cellpadding cellspacing color colspan controls"
    " face height href loop media muted nowrap open poster preload rel rowspan size src style target"
    " title type valign width".split())
SCHEMES = set(
    "http https mailto tel iform flow lfmobile mspbi comgooglemaps pdfefile pdfehttp pdfehttps boxapp"
    " boxemm awb awbs gropen radarscope".split())

def scheme(address):
    head, colon, _ = address.partition(":")
    return head.lower() if colon else ""


def complaints(text):
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    page = "<!doctype html><title>x</title><p id=before>x</p><div id=box>%s</div><p id=after>x</p>"
    document = parser.parse(page % text)
    for _, code, _ in parser.errors:
        yield "parse error " + code
    body = document.find("body")
    children = [child.get("id") for child in body]
    if children != ["before", "box", "after"]:
        yield "left its box: %r" % children
        return
    box = body[1]
    for element in box.iter():
        if element is box:
            continue
        if element.tag not in ELEMENTS:
            yield "element %r" % (element.tag,)
        for name, value in element.attrib.items():
            if name not in ATTRIBUTES:
                yield "attribute %r" % (name,)
            if name in ("href", "src", "poster") and value[:1] not in ("/", "#"):
                found = scheme(value)
                picture = name == "src" and value.startswith("data:image/")
                if found not in SCHEMES and not found.startswith("arcgis-") and not picture:
                    yield "address %r" % (value,)
            if name == "style" and ("url" in value and "(" in value or "\\" in value):
                yield "style %r" % (value,)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        texts = json.load(file)
    found = []
    for index, text in enumerate(texts):
        found += [{"index": index, "complaint": one} for one in complaints(text)]
    print(json.dumps(found))


main()
