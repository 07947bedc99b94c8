extension Situation {
  /// Stores that were returned with other columns and tables.
  static let drift: [Situation] = [
    Situation(
      "a missing column means no change", base: "Trees 1 name=oak dbh=5",
      returned: ["!drop Trees dbh\nTrees 1 name=elm"], result: "Trees 1 name=elm dbh=5",
      issues: "missingColumn Trees dbh", outcomes: "applied 1"),
    Situation(
      "a missing table means no change", base: "Trees 1 name=oak\nInspections 2 tree=1",
      returned: ["!drop Inspections\nTrees 1 name=elm"],
      result: "Trees 1 name=elm\nInspections 2 tree=1", issues: "missingTable Inspections",
      outcomes: "applied 1"),
    Situation(
      "an extra column is reported", base: "Trees 1 name=oak",
      returned: ["!add Trees color\nTrees 1 name=elm color=red"], result: "Trees 1 name=elm",
      issues: "extraColumn Trees color", outcomes: "applied 1"),
    Situation(
      "an extra table is reported", base: "Trees 1 name=oak",
      returned: ["!add Sketches note\nTrees 1 name=oak\nSketches 1 note=a"],
      result: "Trees 1 name=oak", issues: "extraTable", outcomes: ""),
    Situation(
      "a column added by the office keeps its values",
      base: "!drop Trees cond\nTrees 1 name=oak",
      returned: ["!drop Trees cond\nTrees 1 name=elm"], current: "Trees 1 name=oak cond=P",
      result: "Trees 1 name=elm cond=P", outcomes: "merged 1"),
    Situation(
      "rows of a table added by the office stay",
      base: "!drop Species\nTrees 1 name=oak", returned: ["!drop Species\nTrees 1 name=elm"],
      current: "Trees 1 name=oak\nSpecies 2 code=Q",
      result: "Trees 1 name=elm\nSpecies 2 code=Q",
      outcomes: "applied 1"),
  ]

  /// Values that the field app would have refused.
  static let validation: [Situation] = [
    refused("a text that is too long", "name=elmelmelmel", "name=elmelmelmel 11003"),
    refused("length is counted in UTF-16", "name=🌳🌳🌳🌳🌳🌳", "name=🌳🌳🌳🌳🌳🌳 11003"),
    refused("a number outside its range", "name=oak dbh=900", "dbh=900 11002"),
    refused("an unknown code", "name=oak cond=X", "cond=X 11007"),
    refused("null in a required field", "", "name=NULL 11001"),
    refused("a word in a numeric field", "name=oak dbh=big", "dbh=big 11000"),
    refused("a number too large for its field", "name=oak kind=70000", "kind=70000 11002"),
    Situation(
      "a refused field does not affect others", base: "Trees 1 name=oak dbh=5",
      returned: ["Trees 1 name=elm dbh=900"], result: "Trees 1 name=elm dbh=5",
      issues: "invalidValue Trees 1 dbh=900 11002", outcomes: "refusedField 1"),
    Situation(
      "a refused field does not replace the office's value", base: "Trees 1 name=oak dbh=5",
      returned: ["Trees 1 name=oak dbh=900"], current: "Trees 1 name=oak dbh=6",
      result: "Trees 1 name=oak dbh=6", issues: "invalidValue Trees 1 dbh=900 11002"),
    Situation(
      "a value that was wrong before is not the crew's fault", base: "Trees 1 name=oak cond=X",
      returned: ["Trees 1 name=elm cond=X"], result: "Trees 1 name=elm cond=X",
      outcomes: "applied 1"),
    Situation(
      "a code of the row's type", base: "Trees 1 name=oak kind=2 cond=G",
      returned: ["Trees 1 name=oak kind=2 cond=V"], result: "Trees 1 name=oak cond=V kind=2",
      outcomes: "applied 1"),
    Situation(
      "a code of another type", base: "Trees 1 name=oak kind=2 cond=V",
      returned: ["Trees 1 name=oak kind=2 cond=P"], result: "Trees 1 name=oak cond=V kind=2",
      issues: "invalidValue Trees 1 cond=P 11007", outcomes: "refusedField 1"),
    Situation(
      "a new row with a refused field gets the default", base: "",
      returned: ["Trees 1 name=oak cond=X dbh=900"], result: "Trees 1 name=oak cond=G",
      issues: "invalidValue Trees 1 cond=X 11007\ninvalidValue Trees 1 dbh=900 11002",
      outcomes: "refusedField 1"),
    Situation(
      "a new row without a required field gets the default", base: "", returned: ["Trees 1 dbh=5"],
      result: "Trees 1 name=tree dbh=5", issues: "invalidValue Trees 1 name=NULL 11001",
      outcomes: "refusedField 1"),
    Situation(
      "an inspection must have a tree", base: "Trees 1 name=oak\nInspections 2 tree=1 score=4",
      returned: ["Trees 1 name=oak\nInspections 2 score=5"],
      result: "Trees 1 name=oak\nInspections 2 tree=1 score=5",
      issues: "invalidValue Inspections 2 tree=NULL", outcomes: "refusedField 1"),
    refused("a field that is not editable", "name=oak ring=B", "ring=B 1023", base: "ring=A"),
    Situation(
      "a field that is not editable, in a new row", base: "",
      returned: ["Trees 1 name=oak ring=B"], result: "Trees 1 name=oak ring=B",
      outcomes: "applied 1"),
    Situation(
      "a field that is not editable, which the office changed", base: "Trees 1 name=oak ring=A",
      returned: ["Trees 1 name=oak ring=B"], current: "Trees 1 name=oak ring=C",
      result: "Trees 1 name=oak ring=C", issues: "invalidValue Trees 1 ring=B 1023",
      outcomes: "refusedField 1"),
    refused(
      "a geometry of another type", "name=oak shape=polygon", "geom=x=0,y=0 11000", base: "x=1 y=2"),
    refused("a geometry that is text", "name=oak shape=text", "geom=here 11000", base: "x=1 y=2"),
    refused("a truncated geometry", "name=oak shape=cut", "geom= 11000", base: "x=1 y=2"),
    refused(
      "a geometry with infinite coordinates", "name=oak shape=endless", "geom= 11000",
      base: "x=1 y=2"),
    refused("an empty geometry blob", "name=oak shape=none", "geom= 11000", base: "x=1 y=2"),
    refused("a null geometry", "name=oak", "geom=NULL 11000", base: "x=1 y=2"),
    Situation(
      "a refused geometry does not affect other fields", base: "Trees 1 name=oak x=1 y=2",
      returned: ["Trees 1 name=elm shape=cut"], result: "Trees 1 x=1 y=2 name=elm",
      issues: "invalidValue Trees 1 geom= 11000", outcomes: "refusedField 1"),
    Situation(
      "a refused geometry keeps the office's move", base: "Trees 1 name=oak x=1 y=2",
      returned: ["Trees 1 name=oak shape=none"], current: "Trees 1 name=oak x=3 y=4",
      result: "Trees 1 x=3 y=4 name=oak", issues: "invalidValue Trees 1 geom= 11000",
      outcomes: "refusedField 1"),
    Situation(
      "a new tree with a polygon has no geometry", base: "",
      returned: ["Trees 1 name=oak shape=polygon"],
      result: "Trees 1 name=oak", issues: "invalidValue Trees 1 geom=x=0,y=0 11000",
      outcomes: "refusedField 1"),
    Situation(
      "a tree without a geometry gets one", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak x=1 y=2"], result: "Trees 1 x=1 y=2 name=oak",
      outcomes: "applied 1"),
    refused("text that is not UTF-8", "name=o¿k", "name=o\u{FFFD}k 11000"),
    Situation(
      "text that is not UTF-8, in a table without rules", base: "Inspections 1 note=a",
      returned: ["Inspections 1 note=b¿c"], result: "Inspections 1 note=a",
      issues: "invalidValue Inspections 1 note=b\u{FFFD}c 11000", outcomes: "refusedField 1"),
    Situation(
      "text that is not UTF-8, in a new row", base: "", returned: ["Species 1 code=Q latin=b¿c"],
      result: "Species 1 code=Q", issues: "invalidValue Species 1 latin=b\u{FFFD}c 11000",
      outcomes: "refusedField 1"),
    Situation(
      "an editor's name that is not UTF-8", base: "Trees 1 name=oak by=a at=2026-01-01",
      returned: ["Trees 1 name=elm by=¿ at=2026-02-01"],
      result: "Trees 1 name=elm by=a at=2026-01-01",
      issues: "invalidValue Trees 1 by=\u{FFFD} 11000", outcomes: "refusedField 1"),
    Situation(
      "a read-only table", base: "Parcels 1 owner=city\nTrees 2 name=oak",
      returned: ["Parcels 1 owner=me\nParcels 3 owner=me\nTrees 2 name=elm"],
      result: "Trees 2 name=elm\nParcels 1 owner=city",
      issues: "readOnlyEdited Parcels 1\nreadOnlyEdited Parcels 3",
      outcomes: "applied 1, refused 2"),
  ]

  /// A refused value of the first tree, which stays unchanged.
  private static func refused(
    _ name: String, _ values: String, _ issue: String, base: String = ""
  ) -> Situation {
    let fields = base.hasPrefix("x") ? base + " name=oak" : "name=oak \(base)"
    let tree = "Trees 1 \(fields)".split(separator: " ").joined(separator: " ")
    return Situation(
      name, base: tree, returned: ["Trees 1 \(values)"], result: tree,
      issues: "invalidValue Trees 1 \(issue)", outcomes: "refusedField 1")
  }

  /// Values that break tools.
  static let hostile: [Situation] = [
    Situation(
      "SQL in text", base: "Inspections 1 note=a",
      returned: ["Inspections 1 note=');DROP_TABLE_Trees;--\""],
      result: "Inspections 1 note=');DROP_TABLE_Trees;--\"", outcomes: "applied 1"),
    Situation(
      "markup in text", base: "Inspections 1 note=a",
      returned: ["Inspections 1 note=</script><img/src=x>"],
      result: "Inspections 1 note=</script><img/src=x>", outcomes: "applied 1"),
    Situation(
      "text with a NUL character", base: "Inspections 1 note=a",
      returned: ["Inspections 1 note=b\u{0}c"], current: "Inspections 1 note=a score=4",
      result: "Inspections 1 score=4 note=b\u{0}c", outcomes: "merged 1"),
    Situation(
      "integers that a double cannot hold", base: "Inspections 1 score=9007199254740992",
      returned: ["Inspections 1 score=9007199254740993"],
      result: "Inspections 1 score=9007199254740993", outcomes: "applied 1"),
    Situation(
      "a row id beyond 32 bits", base: "Marks -#1 note=a",
      returned: ["Marks -#1 note=a\nMarks -#4294967297 note=b"],
      result: "Marks new note=a\nMarks new note=b", outcomes: "applied 1"),
    Situation(
      "a word instead of a key", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak\nInspections 2 tree=oak"],
      result: "Trees 1 name=oak\nInspections 2 tree=oak",
      issues: "orphanChild Inspections 2 tree=oak", outcomes: "applied 1"),
    Situation(
      "inspections that refer to themselves", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak\nInspections 2 tree=2\nNotes 2 inspection=2"],
      result: "Trees 1 name=oak\nInspections 2 tree=2\nNotes 2 inspection=2",
      issues: "orphanChild Inspections 2 tree=2", outcomes: "applied 2"),
  ]
}
