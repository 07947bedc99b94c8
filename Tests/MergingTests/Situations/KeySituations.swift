extension Situation {
  private static let marks = "Marks -#1 note=a\nMarks -#2 note=b"
  private static let tags = "Tags -#1 tag=7 note=a\nTags -#2 tag=8 note=b"

  /// Rows without GlobalIDs: by row number, and by key.
  static let keys: [Situation] = [
    Situation(
      "row numbers that mean the same rows", base: marks,
      returned: ["Marks -#1 note=c\nMarks -#2 note=b"], current: marks + "\nMarks -#3 note=d",
      result: "Marks new note=c\nMarks new note=b\nMarks new note=d", fates: "applied 1"),
    Situation(
      "row numbers that mean other rows since", base: marks,
      returned: ["Marks -#1 note=c\nMarks -#2 note=b"],
      current: "Marks -#1 note=b\nMarks -#2 note=a", result: "Marks new note=b\nMarks new note=a",
      issues: "rowsNotMatched Marks", fates: "refused 1"),
    Situation(
      "a deletion where row numbers mean other rows", base: marks, returned: ["Marks -#2 note=b"],
      current: "Marks -#1 note=b\nMarks -#2 note=a", result: "Marks new note=b\nMarks new note=a",
      issues: "rowsNotMatched Marks", fates: "refused 1"),
    Situation(
      "one row that the office changed makes all row numbers doubtful", base: marks,
      returned: ["Marks -#1 note=c\nMarks -#2 note=b"],
      current: "Marks -#1 note=a\nMarks -#2 note=b size=4",
      result: "Marks new note=a\nMarks new note=b size=4", issues: "rowsNotMatched Marks",
      fates: "refused 1"),
    Situation(
      "new rows come in where row numbers mean other rows", base: marks,
      returned: [marks + "\nMarks -#3 note=c"], current: "Marks -#1 note=b\nMarks -#2 note=a",
      result: "Marks new note=b\nMarks new note=a\nMarks new note=c", fates: "applied 1"),
    Situation(
      "row numbers that mean other rows are nothing to tell of where nobody edited", base: marks,
      returned: [marks], current: "Marks -#1 note=b\nMarks -#2 note=a",
      result: "Marks new note=b\nMarks new note=a", fates: ""),
    Situation(
      "a row that the office deleted leaves the other numbers as they are", base: marks,
      returned: ["Marks -#1 note=a\nMarks -#2 note=c"], current: "Marks -#2 note=b",
      result: "Marks new note=c", fates: "applied 1"),
    Situation(
      "a tree whose GlobalID was never filled in goes by its number",
      base: "Trees -#1 name=oak\nTrees 2 name=elm",
      returned: ["Trees -#1 name=ash\nTrees 2 name=elm"],
      current: "Trees -#1 name=fir\nTrees 2 name=elm dbh=4",
      result: "Trees 2 name=elm dbh=4\nTrees new name=fir", issues: "rowsNotMatched Trees",
      fates: "refused 1"),
    Situation(
      "a key tells rows apart whatever their numbers", base: tags,
      returned: ["Tags -#1 tag=7 note=c\nTags -#2 tag=8 note=b"],
      current: "Tags -#1 tag=8 note=b\nTags -#2 tag=7 note=a size=4",
      result: "Tags new tag=7 note=c size=4\nTags new tag=8 note=b", fates: "merged 1"),
    Situation(
      "a deletion by key", base: tags, returned: ["Tags -#2 tag=8 note=b"],
      current: "Tags -#1 tag=8 note=b\nTags -#2 tag=7 note=a", result: "Tags new tag=8 note=b",
      fates: "applied 1"),
    Situation(
      "both changed a field of one key otherwise", base: tags,
      returned: ["Tags -#1 tag=7 note=c\nTags -#2 tag=8 note=b"],
      current: "Tags -#5 tag=7 note=d\nTags -#6 tag=8 note=b",
      result: "Tags new tag=7 note=c\nTags new tag=8 note=b",
      conflicts: "update/update Tags new note a|d|c returned", fates: "conflict 1"),
    Situation(
      "a new row with a key", base: tags, returned: [tags + "\nTags -#3 tag=9 note=c"],
      current: tags + "\nTags -#3 tag=12 note=d",
      result:
        "Tags new tag=7 note=a\nTags new tag=8 note=b\nTags new tag=9 note=c\nTags new tag=12 note=d",
      fates: "applied 1"),
    Situation(
      "both added one key", base: "", returned: ["Tags -#1 tag=7 note=a"],
      current: "Tags -#4 tag=7 size=4", result: "Tags new tag=7 note=a size=4", fates: "applied 1"),
    Situation(
      "two crews added one key with other values", base: "",
      returned: ["Tags -#1 tag=7 note=a", "Tags -#1 tag=7 note=b"], result: "Tags new tag=7 note=b",
      conflicts: "insert/insert Tags new note -|a|b returned 1/0",
      fates: "overruled 1; conflict 1"),
    Situation(
      "a copied row comes in without the key of the first", base: tags,
      returned: [tags + "\nTags -#3 tag=7 note=copy"],
      result: "Tags new tag=7 note=a\nTags new tag=8 note=b\nTags new note=copy",
      issues: "keyRepeated Tags new tag=7", fates: "applied 1"),
    Situation(
      "a new row without a key gets none", base: tags, returned: [tags + "\nTags -#3 note=c"],
      result: "Tags new tag=7 note=a\nTags new tag=8 note=b\nTags new note=c",
      fates: "applied 1"),
    Situation(
      "a key that was emptied is still the row's", base: tags,
      returned: ["Tags -#1 note=c\nTags -#2 tag=8 note=b"],
      result: "Tags new tag=7 note=c\nTags new tag=8 note=b", fates: "applied 1"),
    Situation(
      "a key that two rows of the office have", base: tags,
      returned: ["Tags -#1 tag=7 note=c\nTags -#2 tag=8 note=b"],
      current: tags + "\nTags -#3 tag=7 note=d",
      result: "Tags new tag=7 note=a\nTags new tag=8 note=b\nTags new tag=7 note=d",
      issues: "rowsNotMatched Tags", fates: "refused 1"),
    Situation(
      "a key that a row as issued lacks", base: tags + "\nTags -#3 note=d",
      returned: ["Tags -#1 tag=7 note=c\nTags -#2 tag=8 note=b\nTags -#3 note=d"],
      result: "Tags new tag=7 note=a\nTags new tag=8 note=b\nTags new note=d",
      issues: "rowsNotMatched Tags", fates: "refused 1"),
    Situation(
      "a row that was cut and pasted keeps its key", base: tags,
      returned: ["Tags -#2 tag=8 note=b\nTags -#9 tag=7 note=c"],
      result: "Tags new tag=7 note=c\nTags new tag=8 note=b", fates: "applied 1"),
  ]
}
