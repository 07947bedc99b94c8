extension Situation {
  /// Fields of rows that all sides have.
  static let fields: [Situation] = [
    Situation(
      "opened but not edited", base: "Trees 1 name=oak dbh=5 x=1 y=2",
      returned: ["Trees 1 name=oak dbh=5 x=1 y=2"], result: "Trees 1 x=1 y=2 name=oak dbh=5",
      outcomes: ""),
    Situation(
      "only the crew changed a field", base: "Trees 1 name=oak", returned: ["Trees 1 name=elm"],
      result: "Trees 1 name=elm", outcomes: "applied 1"),
    Situation(
      "only the office changed a field", base: "Trees 1 name=oak", returned: ["Trees 1 name=oak"],
      current: "Trees 1 name=elm", result: "Trees 1 name=elm", outcomes: ""),
    Situation(
      "both sides changed different fields", base: "Trees 1 name=oak dbh=5",
      returned: ["Trees 1 name=elm dbh=5"], current: "Trees 1 name=oak dbh=6",
      result: "Trees 1 name=elm dbh=6", outcomes: "merged 1"),
    Situation(
      "both sides changed a field to the same value", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=elm"],
      current: "Trees 1 name=elm", result: "Trees 1 name=elm", outcomes: "same 1"),
    Situation(
      "both sides changed a field to different values", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=elm"],
      current: "Trees 1 name=ash", result: "Trees 1 name=elm",
      conflicts: "update/update Trees 1 name oak|ash|elm returned", outcomes: "conflict 1"),
    Situation(
      "a conflict in one field does not affect others", base: "Trees 1 name=oak dbh=5 cond=G",
      returned: ["Trees 1 name=elm dbh=6 cond=G"], current: "Trees 1 name=ash dbh=5 cond=P",
      result: "Trees 1 name=elm dbh=6 cond=P",
      conflicts: "update/update Trees 1 name oak|ash|elm returned", outcomes: "conflict 1"),
    Situation(
      "the crew cleared a field", base: "Trees 1 name=oak sp=Q", returned: ["Trees 1 name=oak"],
      result: "Trees 1 name=oak", outcomes: "applied 1"),
    Situation(
      "the crew cleared a field that the office changed", base: "Trees 1 name=oak dbh=5",
      returned: ["Trees 1 name=oak"], current: "Trees 1 name=oak dbh=6",
      result: "Trees 1 name=oak", conflicts: "update/update Trees 1 dbh 5|6|NULL returned"),
    Situation(
      "the office cleared a field that the crew changed", base: "Trees 1 name=oak dbh=5",
      returned: ["Trees 1 name=oak dbh=6"], current: "Trees 1 name=oak",
      result: "Trees 1 name=oak dbh=6",
      conflicts: "update/update Trees 1 dbh 5|NULL|6 returned"),
    Situation(
      "the crew moved a tree, the office renamed it", base: "Trees 1 name=oak x=1 y=2",
      returned: ["Trees 1 name=oak x=3 y=2"], current: "Trees 1 name=elm x=1 y=2",
      result: "Trees 1 x=3 y=2 name=elm", outcomes: "merged 1"),
    Situation(
      "both sides moved a tree", base: "Trees 1 name=oak x=1 y=2",
      returned: ["Trees 1 name=oak x=3 y=2"], current: "Trees 1 name=oak x=4 y=2",
      result: "Trees 1 x=3 y=2 name=oak",
      conflicts: "update/update Trees 1 geom x=1,y=2|x=4,y=2|x=3,y=2 returned"),
    Situation(
      "two spellings of one instant are no change",
      base: "Trees 1 name=oak made=2026-01-01T10:00:00Z",
      returned: ["Trees 1 name=oak made=2026-01-01T12:00:00.000+02:00"],
      result: "Trees 1 name=oak made=2026-01-01T10:00:00Z", outcomes: ""),
    Situation(
      "the last editor is kept without a conflict",
      base: "Trees 1 name=oak dbh=5 by=office at=2026-01-01",
      returned: ["Trees 1 name=elm dbh=5 by=crew at=2026-03-01"],
      current: "Trees 1 name=oak dbh=6 by=boss at=2026-02-01",
      result: "Trees 1 name=elm dbh=6 by=crew at=2026-03-01", outcomes: "merged 1"),
    Situation(
      "an earlier edit by the crew keeps the later editor",
      base: "Trees 1 name=oak dbh=5 by=office at=2026-01-01",
      returned: ["Trees 1 name=elm dbh=5 by=crew at=2026-02-01"],
      current: "Trees 1 name=oak dbh=6 by=boss at=2026-03-01",
      result: "Trees 1 name=elm dbh=6 by=boss at=2026-03-01", outcomes: "merged 1"),
    Situation(
      "the creator of a row does not change", base: "Trees 1 name=oak maker=office made=2020-01-01",
      returned: ["Trees 1 name=elm maker=crew made=2026-01-01"],
      result: "Trees 1 name=elm maker=office made=2020-01-01", outcomes: "applied 1"),
    Situation(
      "a trailing space makes a different text", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak_"], result: "Trees 1 name=oak_", outcomes: "applied 1"),
    Situation(
      "a name in another script", base: "Trees 1 name=oak", returned: ["Trees 1 name=ščé🌳"],
      current: "Trees 1 name=oak dbh=5", result: "Trees 1 name=ščé🌳 dbh=5", outcomes: "merged 1"),
  ]

  /// Rows that one side deleted or added.
  static let rows: [Situation] = [
    Situation(
      "the crew deleted a row", base: "Trees 1 name=oak\nTrees 2 name=elm",
      returned: ["Trees 2#2 name=elm"], result: "Trees 2 name=elm", outcomes: "applied 1"),
    Situation(
      "both sides deleted a row", base: "Trees 1 name=oak", returned: [""], current: "", result: "",
      outcomes: "same 1"),
    Situation(
      "a row outside the package stays", base: "Trees 1 name=oak", returned: ["Trees 1 name=oak"],
      current: "Trees 1 name=oak\nTrees 2 name=elm",
      result: "Trees 1 name=oak\nTrees 2 name=elm", outcomes: ""),
    Situation(
      "the crew deleted what the office edited", base: "Trees 1 name=oak dbh=5", returned: [""],
      current: "Trees 1 name=elm dbh=6", result: "",
      conflicts: """
        delete/update Trees 1 name oak|elm|- returned
        delete/update Trees 1 dbh 5|6|- returned
        """, outcomes: "conflict 1"),
    Situation(
      "the crew edited what the office deleted", base: "Trees 1 name=oak dbh=5",
      returned: ["Trees 1 name=elm dbh=5"], current: "", result: "Trees 1 name=elm dbh=5",
      conflicts: "update/delete Trees 1 name oak|-|elm returned", outcomes: "conflict 1"),
    Situation(
      "the office deleted a row that the crew did not change", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak"], current: "", result: "", outcomes: ""),
    Situation(
      "a changed edit date does not restore a row", base: "Trees 1 name=oak at=2026-01-01",
      returned: ["Trees 1 name=oak at=2026-02-01"], current: "", result: "", outcomes: "same 1"),
    Situation(
      "losing only an edit date is no conflict", base: "Trees 1 name=oak at=2026-01-01",
      returned: [""], current: "Trees 1 name=oak at=2026-02-01", result: "", outcomes: "applied 1"),
    Situation(
      "the crew added a row", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak\nTrees 2 name=elm x=1 y=1"],
      result: "Trees 1 name=oak\nTrees 2 x=1 y=1 name=elm", outcomes: "applied 1"),
    Situation(
      "both sides added rows with the same row id", base: "Trees 1#1 name=oak",
      returned: ["Trees 1#1 name=oak\nTrees 2#2 name=elm"],
      current: "Trees 1#1 name=oak\nTrees 3#2 name=ash",
      result: "Trees 1#1 name=oak\nTrees 2#3 oid=1 name=elm\nTrees 3#2 name=ash",
      outcomes: "applied 1", showsNumbers: true),
    Situation(
      "both sides added the same row", base: "", returned: ["Trees 1 name=oak"],
      current: "Trees 1 name=oak",
      result: "Trees 1 name=oak", outcomes: "same 1"),
    Situation(
      "both sides added the same row with different values", base: "",
      returned: ["Trees 1 name=oak dbh=5"],
      current: "Trees 1 name=elm cond=G", result: "Trees 1 name=oak dbh=5 cond=G",
      conflicts: "insert/insert Trees 1 name -|elm|oak returned", outcomes: "conflict 1"),
    Situation(
      "a row that was cut and pasted is the same row", base: "Trees 1#1 name=oak",
      returned: ["Trees 1#7 name=elm"], current: "Trees 1#1 name=oak dbh=6",
      result: "Trees 1#1 name=elm dbh=6", outcomes: "merged 1", showsNumbers: true),
    Situation(
      "row ids differ between the package and the office", base: "Trees 5#1 name=oak",
      returned: ["Trees 5#1 name=elm"], current: "Trees 1#1 name=ash\nTrees 5#2 name=oak",
      result: "Trees 1#1 name=ash\nTrees 5#2 name=elm", outcomes: "applied 1", showsNumbers: true),
    Situation(
      "a new row without a GlobalID gets one", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak\nTrees -#2 name=elm"],
      result: "Trees 1 name=oak\nTrees new name=elm",
      issues: "globalIDMinted Trees new globalid=NULL",
      outcomes: "applied 1"),
    Situation(
      "a copied row has the GlobalID of its original", base: "Trees 1 name=oak",
      returned: ["Trees 1#1 name=oak\nTrees 1#2 name=elm"],
      result: "Trees 1 name=oak\nTrees new name=elm",
      issues: "globalIDDuplicate Trees new globalid=1",
      outcomes: "applied 1"),
    Situation(
      "new rows get object ids and row ids in the order of their GlobalIDs",
      base: "Trees 1#1 oid=7 name=oak",
      returned: ["Trees 1#1 oid=7 name=oak\nTrees 3#2 oid=8 name=elm\nTrees 2#3 oid=9 name=ash"],
      current: "Trees 1#1 oid=7 name=oak\nTrees 9#5 oid=20 name=fir",
      result: """
        Trees 1#1 oid=7 name=oak
        Trees 2#6 oid=21 name=ash
        Trees 3#7 oid=22 name=elm
        Trees 9#5 oid=20 name=fir
        """, outcomes: "applied 2", showsNumbers: true),
  ]
}
