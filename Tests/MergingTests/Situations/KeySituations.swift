extension Situation {
  private static let marks = "Marks -#1 note=a\nMarks -#2 note=b"
  private static let tags = "Tags -#1 tag=7 note=a\nTags -#2 tag=8 note=b"

  /// Rows without GlobalIDs, matched by row number or key.
  static let keys: [Situation] = [
    Situation(
      "row numbers that mean the same rows", base: marks,
      returned: ["Marks -#1 note=c\nMarks -#2 note=b"], current: marks + "\nMarks -#3 note=d",
      result: "Marks new note=c\nMarks new note=b\nMarks new note=d", outcomes: "applied 1"),
    Situation(
      "row numbers that now mean other rows", base: marks,
      returned: ["Marks -#1 note=c\nMarks -#2 note=b"],
      current: "Marks -#1 note=b\nMarks -#2 note=a", result: "Marks new note=b\nMarks new note=a",
      issues: "rowsNotMatched Marks", outcomes: "refused 1"),
    Situation(
      "a deletion where row numbers mean other rows", base: marks, returned: ["Marks -#2 note=b"],
      current: "Marks -#1 note=b\nMarks -#2 note=a", result: "Marks new note=b\nMarks new note=a",
      issues: "rowsNotMatched Marks", outcomes: "refused 1"),
    Situation(
      "one row changed by the office makes all row numbers doubtful", base: marks,
      returned: ["Marks -#1 note=c\nMarks -#2 note=b"],
      current: "Marks -#1 note=a\nMarks -#2 note=b size=4",
      result: "Marks new note=a\nMarks new note=b size=4", issues: "rowsNotMatched Marks",
      outcomes: "refused 1"),
    Situation(
      "new rows are added even if row numbers mean other rows", base: marks,
      returned: [marks + "\nMarks -#3 note=c"], current: "Marks -#1 note=b\nMarks -#2 note=a",
      result: "Marks new note=b\nMarks new note=a\nMarks new note=c", outcomes: "applied 1"),
    Situation(
      "changed row numbers are not reported if no one edited the rows", base: marks,
      returned: [marks], current: "Marks -#1 note=b\nMarks -#2 note=a",
      result: "Marks new note=b\nMarks new note=a", outcomes: ""),
    Situation(
      "a row deleted by the office does not affect other row numbers", base: marks,
      returned: ["Marks -#1 note=a\nMarks -#2 note=c"], current: "Marks -#2 note=b",
      result: "Marks new note=c", outcomes: "applied 1"),
    Situation(
      "a tree without a GlobalID is matched by row number",
      base: "Trees -#1 name=oak\nTrees 2 name=elm",
      returned: ["Trees -#1 name=ash\nTrees 2 name=elm"],
      current: "Trees -#1 name=fir\nTrees 2 name=elm dbh=4",
      result: "Trees 2 name=elm dbh=4\nTrees new name=fir", issues: "rowsNotMatched Trees",
      outcomes: "refused 1"),
    Situation(
      "a key identifies rows even if row numbers differ", base: tags,
      returned: ["Tags -#1 tag=7 note=c\nTags -#2 tag=8 note=b"],
      current: "Tags -#1 tag=8 note=b\nTags -#2 tag=7 note=a size=4",
      result: "Tags new tag=7 note=c size=4\nTags new tag=8 note=b", outcomes: "merged 1"),
    Situation(
      "a deletion by key", base: tags, returned: ["Tags -#2 tag=8 note=b"],
      current: "Tags -#1 tag=8 note=b\nTags -#2 tag=7 note=a", result: "Tags new tag=8 note=b",
      outcomes: "applied 1"),
    Situation(
      "both sides changed a field of one key to different values", base: tags,
      returned: ["Tags -#1 tag=7 note=c\nTags -#2 tag=8 note=b"],
      current: "Tags -#5 tag=7 note=d\nTags -#6 tag=8 note=b",
      result: "Tags new tag=7 note=c\nTags new tag=8 note=b",
      conflicts: "update/update Tags new note a|d|c returned", outcomes: "conflict 1"),
    Situation(
      "a new row with a key", base: tags, returned: [tags + "\nTags -#3 tag=9 note=c"],
      current: tags + "\nTags -#3 tag=12 note=d",
      result:
        "Tags new tag=7 note=a\nTags new tag=8 note=b\nTags new tag=9 note=c\nTags new tag=12 note=d",
      outcomes: "applied 1"),
    Situation(
      "both sides added the same key", base: "", returned: ["Tags -#1 tag=7 note=a"],
      current: "Tags -#4 tag=7 size=4", result: "Tags new tag=7 note=a size=4",
      outcomes: "applied 1"),
    Situation(
      "two crews added the same key with different values", base: "",
      returned: ["Tags -#1 tag=7 note=a", "Tags -#1 tag=7 note=b"], result: "Tags new tag=7 note=b",
      conflicts: "insert/insert Tags new note -|a|b returned 1/0",
      outcomes: "overruled 1; conflict 1"),
    Situation(
      "a copied row is added without the key of its original", base: tags,
      returned: [tags + "\nTags -#3 tag=7 note=copy"],
      result: "Tags new tag=7 note=a\nTags new tag=8 note=b\nTags new note=copy",
      issues: "keyRepeated Tags new tag=7", outcomes: "applied 1"),
    Situation(
      "a new row without a key stays without one", base: tags,
      returned: [tags + "\nTags -#3 note=c"],
      result: "Tags new tag=7 note=a\nTags new tag=8 note=b\nTags new note=c",
      outcomes: "applied 1"),
    Situation(
      "a row whose key was cleared keeps its key", base: tags,
      returned: ["Tags -#1 note=c\nTags -#2 tag=8 note=b"],
      result: "Tags new tag=7 note=c\nTags new tag=8 note=b", outcomes: "applied 1"),
    Situation(
      "a key that two rows of the office have", base: tags,
      returned: ["Tags -#1 tag=7 note=c\nTags -#2 tag=8 note=b"],
      current: tags + "\nTags -#3 tag=7 note=d",
      result: "Tags new tag=7 note=a\nTags new tag=8 note=b\nTags new tag=7 note=d",
      issues: "rowsNotMatched Tags", outcomes: "refused 1"),
    Situation(
      "a key that is missing in an issued row", base: tags + "\nTags -#3 note=d",
      returned: ["Tags -#1 tag=7 note=c\nTags -#2 tag=8 note=b\nTags -#3 note=d"],
      result: "Tags new tag=7 note=a\nTags new tag=8 note=b\nTags new note=d",
      issues: "rowsNotMatched Tags", outcomes: "refused 1"),
    Situation(
      "a row that was cut and pasted keeps its key", base: tags,
      returned: ["Tags -#2 tag=8 note=b\nTags -#9 tag=7 note=c"],
      result: "Tags new tag=7 note=c\nTags new tag=8 note=b", outcomes: "applied 1"),
  ]
}
