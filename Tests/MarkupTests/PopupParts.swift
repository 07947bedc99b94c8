import Foundation
import OrderedJSON
import TestSupport

/// The templates of a pop-up, and views that use every line of them.
enum PopupParts {
  /// Name and source of every file of `Templates/pages/parts`.
  static func sources() throws -> [(name: String, source: String)] {
    let folder = Fixture.repository + "/Templates/pages/parts"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".mustache") }
      .map { file in
        (String(file.dropLast(9)), try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8))
      }
  }

  /// A full view, a minimal one, and one of a page in a subfolder.
  static func views() -> [JSON] {
    var below = full
    below["root"] = "../"
    below["titleHTML"] = "<em>Oak</em>"
    return [full, bare, below]
  }

  static let bare: JSON = ["id": 7, "layer": "species", "title": "", "elements": [], "facts": []]

  static let full: JSON = [
    "id": "104482", "layer": "trees", "layerTitle": "Trees", "title": "Oak & \"Ash\" <7>",
    "titleHTML": "", "subtitle": "Quercus garryana", "href": "feature.html#trees/104482",
    "symbol": 3, "hasPlace": true, "crumb": "Oak", "mapHref": "index.html#sel=trees/104482",
    "printHref": "print.html#trees/104482",
    "facts": [["label": "DBH", "value": "31.4"], ["label": "Height", "value": ""]],
    "lead": [["html": "<p>Check the <b>low</b> limb.</p>"]],
    "elements": [
      [
        "fields": [
          "title": "", "description": "",
          "rows": [
            ["label": "Address", "value": "3624 SE Salmon St", "href": .null, "isNull": false],
            ["label": "Planted", "value": "", "href": .null, "isNull": true],
            ["label": "Age", "value": "", "href": .null, "isNull": true, "isComputed": true],
            [
              "label": "Work order", "value": "", "href": "https://example.org/?a=1&b=2",
              "linkText": "View", "isNull": false,
            ],
          ],
        ]
      ],
      ["text": ["html": "<p>One of 212 trees.</p>"]],
      [
        "media": [
          "title": "Size", "description": "<i>by year</i>",
          "items": [
            [
              "src": "data:,x", "href": "https://example.org/", "svg": .null,
              "alt": "a leaf", "title": "Leaf", "caption": "in May",
            ],
            [
              "src": "https://example.org/a.jpg?x=1&y=2", "isOnline": true, "href": .null,
              "svg": .null, "alt": "a <leaf>", "title": "Leaf", "caption": "",
            ],
            [
              "src": "https://example.org/b.jpg", "isOnline": true,
              "href": "https://example.org/?b", "svg": .null, "alt": "b.jpg", "title": "",
              "caption": "in May",
            ],
            [
              "src": "data:,", "href": .null, "svg": .null, "alt": "", "title": .null,
              "caption": .null,
            ],
            [
              "svg": "<svg viewBox=\"0 0 1 1\"></svg>", "href": .null, "title": "Growth",
              "caption": "", "alt": "bars",
            ],
          ],
        ]
      ],
      [
        "attachments": [
          "title": "Photos", "description": "", "count": 2,
          "items": [
            [
              "name": "Photo 1.jpg", "src": "photos/a/Photo%201.jpg", "isImage": true,
              "size": "2.6 kB", "type": "image/jpeg",
            ],
            [
              "name": "plan.pdf", "src": "photos/a/plan.pdf", "isImage": false, "size": "1.1 MB",
              "type": "application/pdf",
            ],
          ],
        ]
      ],
      ["attachments": .null], ["attachments": ["title": "", "count": 0, "items": []]],
      [
        "relationship": [
          "title": "Inspections", "description": "<p>Newest first</p>", "layer": "inspections",
          "count": 2,
          "columns": ["Date", "Condition"],
          "rows": [
            ["href": "feature.html#inspections/12", "cells": ["2025-06-12", "Good"]],
            ["href": "feature.html#inspections/11", "cells": ["2019-05-01", ""]],
          ],
        ]
      ],
      [
        "relationship": [
          "title": "Work", "description": "", "layer": "work", "count": .null, "columns": ["Date"],
          "rows": .null,
        ]
      ],
      ["notEvaluated": ["title": "Years since planting"]],
    ],
    "parents": [
      [
        "title": "Species", "layer": "species", "href": "feature.html#species/7",
        "rows": [
          ["label": "Common Name", "value": "Oregon white oak"], ["label": "Family", "value": ""],
        ],
      ],
      ["title": "Street", "missing": true],
    ],
    "lastEdit": "Edited by crew-03 on 12 June 2024", "longitude": .number(-122.62651),
    "latitude": .number(45.51428),
    "coordinates": "45.51428, −122.62651", "provenance": "Trees · package of 2026-11-21",
  ]
}
