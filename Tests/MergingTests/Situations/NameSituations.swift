extension Situation {
  private static let oak = "Trees 1 name=oak dbh=5"
  private static let photo = "Trees 1 name=oak\nPhotos 2 tree=1 name=a.jpg size=9 sha="

  /// More than two sides, and the package that each conflict names.
  static let names: [Situation] = [
    Situation(
      "the first crew's change is back when the third crew restores the record",
      base: oak, returned: ["Trees 1 name=oak dbh=6", "", "Trees 1 name=elm dbh=5"],
      result: "Trees 1 name=elm dbh=6",
      conflicts: """
        update/delete Trees 1 name oak|-|elm returned 2/1
        delete/update Trees 1 dbh 5|6|- restored 1/0
        """, outcomes: "applied 1; overruled 1; conflict 1"),
    Situation(
      "the first crew stays the editor of a value in a restored record",
      base: oak, returned: ["Trees 1 name=oak dbh=6", "", "Trees 1 name=oak dbh=7"],
      result: "Trees 1 name=oak dbh=7",
      conflicts: """
        delete/update Trees 1 dbh 5|6|- restored 1/0
        update/update Trees 1 dbh 5|6|7 returned 2/0
        update/delete Trees 1 dbh 5|-|7 returned 2/1
        """, outcomes: "overruled 1; overruled 1; conflict 1"),
    Situation(
      "three crews changed one field", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=elm", "Trees 1 name=ash", "Trees 1 name=fir"],
      result: "Trees 1 name=fir",
      conflicts: """
        update/update Trees 1 name oak|elm|ash returned 1/0
        update/update Trees 1 name oak|ash|fir returned 2/1
        """, outcomes: "overruled 1; overruled 1; conflict 1"),
    Situation(
      "the last crew made the same change as the first", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=elm", "Trees 1 name=ash", "Trees 1 name=elm"],
      result: "Trees 1 name=elm",
      conflicts: """
        update/update Trees 1 name oak|elm|ash returned 1/0
        update/update Trees 1 name oak|ash|elm returned 2/1
        """),
    Situation(
      "a value of two crews is overruled for both", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=elm", "Trees 1 name=elm", "Trees 1 name=ash"],
      result: "Trees 1 name=ash", conflicts: "update/update Trees 1 name oak|elm|ash returned 2/0",
      outcomes: "overruled 1; overruled 1; conflict 1"),
    Situation(
      "a value of the office and a crew is overruled for both", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=elm", "Trees 1 name=ash"], current: "Trees 1 name=elm",
      result: "Trees 1 name=ash", conflicts: "update/update Trees 1 name oak|elm|ash returned 1",
      outcomes: "overruled 1; conflict 1"),
    Situation(
      "two crews deleted a row that a third edited", base: "Trees 1 name=oak",
      returned: ["", "", "Trees 1 name=elm"], result: "Trees 1 name=elm",
      conflicts: "update/delete Trees 1 name oak|-|elm returned 2/1",
      outcomes: "overruled 1; overruled 1; conflict 1"),
    Situation(
      "two crews edited a row that a third deleted", base: oak,
      returned: ["Trees 1 name=elm dbh=5", "Trees 1 name=oak dbh=6", ""], result: "",
      conflicts: """
        delete/update Trees 1 name oak|elm|- returned 2/0
        delete/update Trees 1 dbh 5|6|- returned 2/1
        """, outcomes: "overruled 1; overruled 1; conflict 1"),
    Situation(
      "two crews edited a row that the office deleted", base: oak,
      returned: ["Trees 1 name=elm dbh=5", "Trees 1 name=oak dbh=6"], current: "",
      result: "Trees 1 name=elm dbh=6",
      conflicts: "update/delete Trees 1 name oak|-|elm returned 0", outcomes: "conflict 1; merged 1"
    ),
    Situation(
      "the office and a crew deleted a row that another crew edited", base: "Trees 1 name=oak",
      returned: ["", "Trees 1 name=elm"], current: "", result: "Trees 1 name=elm",
      conflicts: "update/delete Trees 1 name oak|-|elm returned 1/0",
      outcomes: "overruled 1; conflict 1"),
    Situation(
      "a crew deleted a row that another crew and the office edited", base: oak,
      returned: ["Trees 1 name=elm dbh=5", ""], current: "Trees 1 name=oak dbh=6", result: "",
      conflicts: """
        delete/update Trees 1 name oak|elm|- returned 1/0
        delete/update Trees 1 dbh 5|6|- returned 1
        """, outcomes: "overruled 1; conflict 1"),
    Situation(
      "one crew moved a tree, another renamed it, the office measured it",
      base: "Trees 1 name=oak dbh=5 x=1 y=2",
      returned: ["Trees 1 name=oak dbh=5 x=3 y=2", "Trees 1 name=elm dbh=5 x=1 y=2"],
      current: "Trees 1 name=oak dbh=6 x=1 y=2", result: "Trees 1 x=3 y=2 name=elm dbh=6",
      outcomes: "merged 1; merged 1"),
    Situation(
      "two crews moved a tree", base: "Trees 1 name=oak x=1 y=2",
      returned: ["Trees 1 name=oak x=3 y=2", "Trees 1 name=oak x=1 y=4"],
      result: "Trees 1 x=1 y=4 name=oak",
      conflicts: "update/update Trees 1 geom x=1,y=2|x=3,y=2|x=1,y=4 returned 1/0",
      outcomes: "overruled 1; conflict 1"),
    Situation(
      "two crews cleared a field", base: oak, returned: ["Trees 1 name=oak", "Trees 1 name=oak"],
      result: "Trees 1 name=oak", outcomes: "applied 1; same 1"),
    Situation(
      "one crew cleared a field, the next changed it", base: oak,
      returned: ["Trees 1 name=oak", "Trees 1 name=oak dbh=7"], result: "Trees 1 name=oak dbh=7",
      conflicts: "update/update Trees 1 dbh 5|NULL|7 returned 1/0",
      outcomes: "overruled 1; conflict 1"),
    Situation(
      "one crew changed a field, the next cleared it", base: oak,
      returned: ["Trees 1 name=oak dbh=7", "Trees 1 name=oak"], result: "Trees 1 name=oak",
      conflicts: "update/update Trees 1 dbh 5|7|NULL returned 1/0",
      outcomes: "overruled 1; conflict 1"),
    Situation(
      "a refused value does not conflict with another crew's value",
      base: "Trees 1 name=oak cond=G",
      returned: ["Trees 1 name=oak cond=X", "Trees 1 name=oak cond=P"],
      result: "Trees 1 name=oak cond=P", issues: "invalidValue Trees 1 cond=X 11007",
      outcomes: "refusedField 1; applied 1"),
    Situation(
      "a refused value does not replace another crew's value", base: "Trees 1 name=oak cond=G",
      returned: ["Trees 1 name=oak cond=P", "Trees 1 name=oak cond=X"],
      result: "Trees 1 name=oak cond=P", issues: "invalidValue Trees 1 cond=X 11007",
      outcomes: "applied 1; refusedField 1"),
    Situation(
      "a crew returned the value that another crew changed", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=elm", "Trees 1 name=oak"], result: "Trees 1 name=elm",
      outcomes: "applied 1; "),
    Situation(
      "three crews each added a tree", base: "",
      returned: ["Trees 3 name=oak", "Trees 1 name=elm", "Trees 2 name=ash"],
      result: "Trees 1 name=elm\nTrees 2 name=ash\nTrees 3 name=oak",
      outcomes: "applied 1; applied 1; applied 1"),
    Situation(
      "three crews added the same row", base: "",
      returned: ["Species 1 latin=a", "Species 1 latin=b", "Species 1 latin=c"],
      result: "Species 1 latin=c",
      conflicts: """
        insert/insert Species 1 latin -|a|b returned 1/0
        insert/insert Species 1 latin -|b|c returned 2/1
        """, outcomes: "overruled 1; overruled 1; conflict 1"),
    Situation(
      "a crew edited the inspection of a tree that another deleted with it",
      base: "Trees 1 name=oak\nInspections 2 tree=1 score=4",
      returned: ["", "Trees 1 name=oak\nInspections 2 tree=1 score=5"],
      result: "Trees 1 name=oak\nInspections 2 tree=1 score=5",
      conflicts: """
        orphan Trees 1 restored 0/1
        update/delete Inspections 2 score 4|-|5 returned 1/0
        """, outcomes: "overruled 1, restored 1; conflict 1"),
    Situation(
      "two crews inspected a tree that a third deleted", base: "Trees 1 name=oak",
      returned: [
        "Trees 1 name=oak\nInspections 2 tree=1", "Trees 1 name=oak\nInspections 3 tree=1", "",
      ], result: "Trees 1 name=oak\nInspections 2 tree=1\nInspections 3 tree=1",
      conflicts: "orphan Trees 1 restored 2/0", outcomes: "applied 1; applied 1; restored 1"),
    Situation(
      "a crew gave a tree the species that another deleted",
      base: "Species 9 code=Q\nTrees 1 name=oak",
      returned: ["Trees 1 name=oak", "Species 9 code=Q\nTrees 1 name=oak sp=Q"],
      result: "Trees 1 name=oak sp=Q\nSpecies 9 code=Q",
      conflicts: "orphan Species 9 restored 0/1", outcomes: "restored 1; applied 1"),
    Situation(
      "two crews changed the same photo", base: photo + "A", returned: [photo + "B", photo + "C"],
      result: photo + "C", conflicts: "update/update Photos 2 sha256 A|B|C returned 1/0",
      outcomes: "overruled 1; conflict 1"),
    Situation(
      "a crew changed a photo that another deleted", base: photo + "A",
      returned: ["Trees 1 name=oak", photo + "B"], result: photo + "B",
      conflicts: "update/delete Photos 2 sha256 A|-|B returned 1/0",
      outcomes: "overruled 1; conflict 1"),
    Situation(
      "a photo that was changed, deleted and changed", base: photo + "A",
      returned: [photo + "B", "Trees 1 name=oak", photo + "C"], result: photo + "C",
      conflicts: """
        delete/update Photos 2 sha256 A|B|- restored 1/0
        update/update Photos 2 sha256 A|B|C returned 2/0
        update/delete Photos 2 sha256 A|-|C returned 2/1
        """, outcomes: "overruled 1; overruled 1; conflict 1"),
    Situation(
      "two crews changed the same row, identified by a key", base: "Tags -#1 tag=7 note=a",
      returned: ["Tags -#1 tag=7 note=b", "Tags -#1 tag=7 note=c"], result: "Tags new tag=7 note=c",
      conflicts: "update/update Tags new note a|b|c returned 1/0",
      outcomes: "overruled 1; conflict 1"),
    Situation(
      "a crew deleted a row with a key that another crew changed", base: "Tags -#1 tag=7 note=a",
      returned: ["Tags -#1 tag=7 note=b", ""], result: "",
      conflicts: "delete/update Tags new note a|b|- returned 1/0",
      outcomes: "overruled 1; conflict 1"),
    Situation(
      "two crews added two rows with the same key", base: "",
      returned: ["Tags -#1 tag=7 note=a", "Tags -#1 tag=8 note=b", "Tags -#1 tag=7 size=4"],
      result: "Tags new tag=7 note=a size=4\nTags new tag=8 note=b",
      outcomes: "applied 1; applied 1; applied 1"),
  ]

  /// Values that are equal, or only look equal.
  static let likenesses: [Situation] = [
    Situation(
      "two forms of one number are no change", base: "Trees 1 name=oak dbh=5",
      returned: ["Trees 1 name=oak dbh=5.0"], result: "Trees 1 name=oak dbh=5", outcomes: ""),
    Situation(
      "negative zero equals zero", base: "Trees 1 name=oak dbh=0",
      returned: ["Trees 1 name=oak dbh=-0.0"], result: "Trees 1 name=oak dbh=0", outcomes: ""),
    Situation(
      "an empty text is not null", base: "Inspections 1 score=4",
      returned: ["Inspections 1 score=4 note="], result: "Inspections 1 score=4 note=",
      outcomes: "applied 1"),
    Situation(
      "an empty text and null conflict", base: "Inspections 1 score=4 note=a",
      returned: ["Inspections 1 score=4 note="], current: "Inspections 1 score=4",
      result: "Inspections 1 score=4 note=",
      conflicts: "update/update Inspections 1 note a|NULL| returned", outcomes: "conflict 1"),
    Situation(
      "two encodings of an accent are different texts", base: "Inspections 1 note=\u{E9}",
      returned: ["Inspections 1 note=e\u{301}"], result: "Inspections 1 note=e\u{301}",
      outcomes: "applied 1"),
    Situation(
      "two encodings of an accent conflict", base: "Inspections 1 note=a",
      returned: ["Inspections 1 note=\u{E9}", "Inspections 1 note=e\u{301}"],
      result: "Inspections 1 note=e\u{301}",
      conflicts: "update/update Inspections 1 note a|\u{E9}|e\u{301} returned 1/0",
      outcomes: "overruled 1; conflict 1"),
    Situation(
      "capital letters make a different text", base: "Inspections 1 note=elm",
      returned: ["Inspections 1 note=Elm"], current: "Inspections 1 note=ELM",
      result: "Inspections 1 note=Elm",
      conflicts: "update/update Inspections 1 note elm|ELM|Elm returned", outcomes: "conflict 1"),
    Situation(
      "digits as text are not a number", base: "Inspections 1 note=7",
      returned: ["Inspections 1 note=07"], result: "Inspections 1 note=07", outcomes: "applied 1"),
    Situation(
      "two spellings of one instant do not conflict",
      base: "Trees 1 name=oak at=2026-01-01T00:00:00Z",
      returned: ["Trees 1 name=elm at=2026-02-01T10:00:00Z"],
      current: "Trees 1 name=elm at=2026-02-01T12:00:00+02:00",
      result: "Trees 1 name=elm at=2026-02-01T12:00:00+02:00", outcomes: "same 1"),
    Situation(
      "numbers that differ in the last bit differ", base: "Trees 1 name=oak dbh=0.3",
      returned: ["Trees 1 name=oak dbh=0.30000000000000004"],
      result: "Trees 1 name=oak dbh=0.30000000000000004", outcomes: "applied 1"),
  ]
}
