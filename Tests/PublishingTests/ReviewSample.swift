import Publishing

/// Invented reviews: streets of trees, with three kinds of changes in turn.
enum ReviewSample {
  static let hostile = [
    "</script><script>ran()</script>", "\"><img src=x onerror=ran()>", "{{review.title}}",
    "\u{202E}txt.exe", "\u{2028}\u{2029}", "javascript:ran()", "a\u{0}b", "constructor",
    String(repeating: "long ", count: 2_048), "<!-- <![CDATA[", "",
  ]

  static func content(
    changes count: Int, packages: Int = 1, texts: [String] = ["Heritage candidate", "low limb"]
  ) -> ReviewContent {
    var content = ReviewContent(
      title: texts.count > 2 ? texts[0] : "Portland street trees",
      subtitle: "package of 14 Mar 2026",
      inputs: "digest-of-\(count)-\(packages)",
      packages: (0..<packages).map { number in
        .init(
          id: "package-\(number)", name: "Crew \(number + 3)", built: "14 Mar 2026",
          edited: "20 Mar 2026")
      },
      layers: [
        .init(
          name: "trees", title: "Trees",
          fields: [
            .init(name: "geom", title: "Location"), .init(name: "DBH", title: "DBH, in"),
            .init(name: "Condition", title: "Condition"), .init(name: "Notes", title: "Notes"),
          ]),
        .init(
          name: "inspections", title: "Inspections",
          fields: [.init(name: "Result", title: "Result")]),
      ],
      changes: (0..<count).map { change($0, packages: packages, texts: texts) },
      surroundings: (0..<200).map { point($0 * 3 + 1) })
    content.notes = texts.count > 2 ? texts : []
    return content
  }

  private static func point(_ index: Int) -> ReviewContent.Point {
    ReviewContent.Point(
      longitude: -122.63 + Double(index % 10) * 0.002, latitude: 45.5 + Double(index / 10) * 0.00004
    )
  }

  private static func change(
    _ index: Int, packages: Int, texts: [String]
  ) -> ReviewContent.Change {
    let digits = String(index)
    let id =
      "{00000000-0000-4000-8000-\(String(repeating: "0", count: 12 - digits.count))\(digits)}"
    func text(_ number: Int) -> String { texts[(index + number) % texts.count] }
    let isInspection = index % 20 == 7
    var change = ReviewContent.Change(
      id: id, layer: isInspection ? 1 : 0, package: index % packages,
      action: index % 20 == 3 ? .added : index % 20 == 13 ? .deleted : .updated,
      title: texts.count > 2 ? text(0) : "Tree \(20_000 + index)")
    change.subtitle = "Condition, Notes"
    change.story = "The field crew changed 2 fields."
    if isInspection {
      change.values = [
        .init(field: 0, base: text(0), current: text(0), returned: text(1), state: .taken)
      ]
      return change
    }
    change.point = point(index)
    switch change.action {
    case .added:
      change.values = [
        .init(field: 1, base: nil, current: nil, returned: "2", state: .taken),
        .init(field: 3, base: nil, current: nil, returned: text(1), state: .taken),
      ]
    case .deleted:
      change.values = [
        .init(field: 3, base: text(0), current: text(0), returned: nil, state: .taken)
      ]
    case .updated:
      change.values = [
        .init(
          field: 2, base: "Good", current: "Good", returned: "Fair", state: .taken,
          returnedBy: "crew-03, 20 March"),
        .init(field: 3, base: text(0), current: text(0), returned: text(1), state: .taken),
        .init(field: 1, base: "3", current: "4", returned: "3", state: .kept),
      ]
    }
    if index % 40 == 0 { makeConflict(&change, text: text(0), index: index) }
    if packages == 3, index % 40 == 0 {
      change.isShared = true
      change.values[0].sides = (0..<3).map {
        .init(package: $0, value: "\(30 + $0).5", by: "Crew \($0 + 3), 20 March")
      }
    }
    if packages == 3, index % 40 == 20 { makeDeletion(&change) }
    return change
  }

  /// Three crews: two edited the record, and one deleted it.
  private static func makeDeletion(_ change: inout ReviewContent.Change) {
    change.isOpen = true
    change.isShared = true
    change.subtitle = "Edited by Crew 3, deleted by Crew 4"
    change.values = [
      .init(field: nil, base: "present", current: "present", returned: "edited", state: .conflict),
      .init(field: 1, base: "30.8", current: "31.0", returned: "31.4", state: .conflict),
    ]
    change.values[0].sides = [
      .init(package: 0, value: "edited", by: "Crew 3, 20 March"),
      .init(package: 1, value: "deleted", by: nil), .init(package: 2, value: "edited", by: nil),
    ]
  }

  private static func makeConflict(
    _ change: inout ReviewContent.Change, text: String, index: Int
  ) {
    change.isOpen = true
    change.subtitle = "Conflict: DBH, Condition"
    change.story =
      "Both sides changed 2 of the same fields since the package was built on 14 March."
    change.notes = [text]
    change.values = [
      .init(
        field: 1, base: "30.8", current: "31.0", returned: "31.4", state: .conflict,
        currentBy: "office, 18 March", returnedBy: "crew-03, 20 March"),
      .init(field: 2, base: "Good", current: "Fair", returned: "Good, watch", state: .conflict),
      .init(field: 3, base: text, current: text, returned: "low limb", state: .taken),
      .init(
        field: 0, base: "as built", current: "as built", returned: "moved 31 m E", state: .taken),
    ]
    change.formerPoint = change.point.map {
      ReviewContent.Point(longitude: $0.longitude - 0.0004, latitude: $0.latitude)
    }
    change.attachments = ReviewContent.Attachments(
      base: "1", current: nil, returned: "+2",
      items: [
        .init(table: "trees__ATTACH", id: "{photo-\(index)-1}", name: "Photo 1.jpg", note: "2 MB"),
        .init(
          table: "trees__ATTACH", id: "{photo-\(index)-2}", name: text + ".jpg",
          note: "did not arrive"),
      ])
  }
}
