extension Situation {
  /// Attachments of records.
  static let photos: [Situation] = [
    Situation(
      "a new photo", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=A size=9"],
      result: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg size=9 sha=A", outcomes: "applied 1"),
    Situation(
      "the office already has the photo", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=A size=9"],
      current: "Trees 1 name=oak\nPhotos 3 tree=1 name=a.jpg sha=a size=9",
      result: "Trees 1 name=oak\nPhotos 3 tree=1 name=a.jpg size=9 sha=a",
      issues: "photoDuplicate Photos 2", outcomes: "duplicate 1"),
    Situation(
      "two crews returned the same photo", base: "Trees 1 name=oak",
      returned: [
        "Trees 1 name=oak\nPhotos 3 tree=1 name=a.jpg sha=A size=9",
        "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=A size=9",
      ],
      result: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg size=9 sha=A",
      issues: "photoDuplicate Photos 3", outcomes: "duplicate 1; applied 1"),
    Situation(
      "a second photo with the same name is renamed", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=B size=9"],
      current: "Trees 1 name=oak\nPhotos 3 tree=1 name=a.jpg sha=A size=9",
      result: """
        Trees 1 name=oak
        Photos 2 tree=1 name=a_(2).jpg size=9 sha=B
        Photos 3 tree=1 name=a.jpg size=9 sha=A
        """, issues: "photoRenamed Photos 2 name=a.jpg", outcomes: "applied 1"),
    Situation(
      "three photos with the same name from two crews", base: "Trees 1 name=oak",
      returned: [
        "Trees 1 name=oak\nPhotos 4 tree=1 name=Photo sha=D size=9\nPhotos 2 tree=1 name=Photo sha=B size=9",
        "Trees 1 name=oak\nPhotos 3 tree=1 name=Photo sha=C size=9",
      ],
      result: """
        Trees 1 name=oak
        Photos 2 tree=1 name=Photo size=9 sha=B
        Photos 3 tree=1 name=Photo_(2) size=9 sha=C
        Photos 4 tree=1 name=Photo_(3) size=9 sha=D
        """, issues: "photoRenamed Photos 3 name=Photo\nphotoRenamed Photos 4 name=Photo",
      outcomes: "applied 2; applied 1"),
    Situation(
      "the same content under two names is two photos",
      base: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=A size=9",
      returned: [
        "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=A size=9\nPhotos 3 tree=1 name=b.jpg sha=A size=9"
      ],
      result: """
        Trees 1 name=oak
        Photos 2 tree=1 name=a.jpg size=9 sha=A
        Photos 3 tree=1 name=b.jpg size=9 sha=A
        """, outcomes: "applied 1"),
    Situation(
      "the same photo for two trees",
      base: "Trees 1 name=oak\nTrees 2 name=elm\nPhotos 3 tree=1 name=a.jpg sha=A size=9",
      returned: [
        "Trees 1 name=oak\nTrees 2 name=elm\nPhotos 3 tree=1 name=a.jpg sha=A size=9\nPhotos 4 tree=2 name=a.jpg sha=A size=9"
      ],
      result: """
        Trees 1 name=oak
        Trees 2 name=elm
        Photos 3 tree=1 name=a.jpg size=9 sha=A
        Photos 4 tree=2 name=a.jpg size=9 sha=A
        """, outcomes: "applied 1"),
    Situation(
      "a truncated photo does not replace the intact one",
      base: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=A size=9",
      returned: ["Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=B size=3"],
      result: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg size=9 sha=A",
      issues: "photoTruncated Photos 2 size=3", outcomes: "refusedField 1"),
    Situation(
      "a photo that was taken again",
      base: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=A size=9",
      returned: ["Trees 1 name=oak\nPhotos 2 tree=1 name=b.jpg sha=B size=12"],
      result: "Trees 1 name=oak\nPhotos 2 tree=1 name=b.jpg size=12 sha=B", outcomes: "applied 1"),
    Situation(
      "the crew deleted a photo", base: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=A size=9",
      returned: ["Trees 1 name=oak"], result: "Trees 1 name=oak", outcomes: "applied 1"),
    Situation(
      "the crew renamed a photo that the office deleted",
      base: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=A size=9",
      returned: ["Trees 1 name=oak\nPhotos 2 tree=1 name=b.jpg sha=A size=9"],
      current: "Trees 1 name=oak",
      result: "Trees 1 name=oak\nPhotos 2 tree=1 name=b.jpg size=9 sha=A",
      conflicts: "update/delete Photos 2 name a.jpg|-|b.jpg returned", outcomes: "conflict 1"),
    Situation(
      "a new photo restores its tree", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg sha=A size=9"], current: "",
      result: "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg size=9 sha=A",
      conflicts: "orphan Trees 1 restored", outcomes: "applied 1"),
  ]

  /// Several packages.
  static let several: [Situation] = [
    Situation(
      "two crews changed different fields", base: "Trees 1 name=oak dbh=5",
      returned: ["Trees 1 name=elm dbh=5", "Trees 1 name=oak dbh=6"],
      result: "Trees 1 name=elm dbh=6", outcomes: "applied 1; merged 1"),
    Situation(
      "two crews changed the same field", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=elm", "Trees 1 name=ash"], result: "Trees 1 name=ash",
      conflicts: "update/update Trees 1 name oak|elm|ash returned 1/0",
      outcomes: "overruled 1; conflict 1"),
    Situation(
      "two crews and the office changed the same field", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=elm", "Trees 1 name=ash"], current: "Trees 1 name=fir",
      result: "Trees 1 name=ash",
      conflicts: """
        update/update Trees 1 name oak|fir|elm returned 0
        update/update Trees 1 name oak|elm|ash returned 1/0
        """, outcomes: "overruled 1; conflict 1"),
    Situation(
      "two crews changed a field to the same value", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=elm", "Trees 1 name=elm"], result: "Trees 1 name=elm",
      outcomes: "applied 1; same 1"),
    Situation(
      "one crew edited, the next deleted", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=elm", ""], result: "",
      conflicts: "delete/update Trees 1 name oak|elm|- returned 1/0",
      outcomes: "overruled 1; conflict 1"),
    Situation(
      "one crew deleted, the next edited", base: "Trees 1 name=oak",
      returned: ["", "Trees 1 name=elm"], result: "Trees 1 name=elm",
      conflicts: "update/delete Trees 1 name oak|-|elm returned 1/0",
      outcomes: "overruled 1; conflict 1"),
    Situation(
      "a restored row keeps the office's changes", base: "Trees 1 name=oak dbh=5",
      returned: ["", "Trees 1 name=elm dbh=5"], current: "Trees 1 name=oak dbh=6",
      result: "Trees 1 name=elm dbh=6",
      conflicts: """
        update/delete Trees 1 name oak|-|elm returned 1/0
        delete/update Trees 1 dbh 5|6|- restored 0
        """, outcomes: "overruled 1; conflict 1"),
    Situation(
      "two crews deleted a row", base: "Trees 1 name=oak", returned: ["", ""], result: "",
      outcomes: "applied 1; same 1"),
    Situation(
      "two crews added rows with the same row id", base: "",
      returned: ["Trees 2#1 name=elm", "Trees 1#1 name=oak"],
      result: "Trees 1#1 oid=1 name=oak\nTrees 2#2 oid=2 name=elm",
      outcomes: "applied 1; applied 1", showsNumbers: true),
    Situation(
      "two crews added rows without GlobalIDs", base: "",
      returned: ["Species -#1 latin=a", "Species -#1 latin=a"],
      result: "Species new latin=a\nSpecies new latin=a",
      issues: """
        globalIDMinted Species new globalid=NULL
        globalIDMinted Species new globalid=NULL
        """, outcomes: "applied 1; applied 1"),
    Situation(
      "two crews added the same row", base: "",
      returned: ["Species 1 latin=a code=Q", "Species 1 latin=b"],
      result: "Species 1 code=Q latin=b",
      conflicts: "insert/insert Species 1 latin -|a|b returned 1/0",
      outcomes: "overruled 1; conflict 1"),
    Situation(
      "one crew deleted a tree, the next inspected it", base: "Trees 1 name=oak",
      returned: ["", "Trees 1 name=oak\nInspections 2 tree=1"],
      result: "Trees 1 name=oak\nInspections 2 tree=1",
      conflicts: "orphan Trees 1 restored 0/1", outcomes: "restored 1; applied 1"),
    Situation(
      "one crew inspected a tree, the next deleted it", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak\nInspections 2 tree=1", ""],
      result: "Trees 1 name=oak\nInspections 2 tree=1",
      conflicts: "orphan Trees 1 restored 1/0", outcomes: "applied 1; restored 1"),
    Situation(
      "one crew edited an inspection, the next deleted its tree",
      base: "Trees 1 name=oak\nInspections 2 tree=1 score=4",
      returned: ["Trees 1 name=oak\nInspections 2 tree=1 score=5", "Inspections 2 tree=1 score=4"],
      result: "Trees 1 name=oak\nInspections 2 tree=1 score=5",
      conflicts: "orphan Trees 1 restored 1/0", outcomes: "applied 1; restored 1"),
    Situation(
      "the later editor of two crews is kept in any order",
      base: "Trees 1 name=oak dbh=5 by=o at=2026-01-01",
      returned: [
        "Trees 1 name=elm dbh=5 by=a at=2026-03-01", "Trees 1 name=oak dbh=6 by=b at=2026-02-01",
      ],
      result: "Trees 1 name=elm dbh=6 by=a at=2026-03-01", outcomes: "applied 1; merged 1"),
  ]
}
