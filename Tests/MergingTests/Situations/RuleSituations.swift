extension Situation {
  /// Stores that came back with other columns and tables.
  static let drift: [Situation] = [
    Situation(
      "a column that is gone is unchanged", base: "Trees 1 name=oak dbh=5",
      returned: ["!drop Trees dbh\nTrees 1 name=elm"], result: "Trees 1 name=elm dbh=5",
      issues: "missingColumn Trees dbh", fates: "applied 1"),
    Situation(
      "a table that is gone is unchanged", base: "Trees 1 name=oak\nInspections 2 tree=1",
      returned: ["!drop Inspections\nTrees 1 name=elm"],
      result: "Trees 1 name=elm\nInspections 2 tree=1", issues: "missingTable Inspections",
      fates: "applied 1"),
    Situation(
      "a column more is told", base: "Trees 1 name=oak",
      returned: ["!add Trees colour\nTrees 1 name=elm colour=red"], result: "Trees 1 name=elm",
      issues: "extraColumn Trees colour", fates: "applied 1"),
    Situation(
      "a table more is told", base: "Trees 1 name=oak",
      returned: ["!add Sketches note\nTrees 1 name=oak\nSketches 1 note=a"],
      result: "Trees 1 name=oak", issues: "extraTable", fates: ""),
    Situation(
      "a column the office added since keeps its values",
      base: "!drop Trees cond\nTrees 1 name=oak",
      returned: ["!drop Trees cond\nTrees 1 name=elm"], current: "Trees 1 name=oak cond=P",
      result: "Trees 1 name=elm cond=P", fates: "merged 1"),
    Situation(
      "rows of a table the office added since stay",
      base: "!drop Species\nTrees 1 name=oak", returned: ["!drop Species\nTrees 1 name=elm"],
      current: "Trees 1 name=oak\nSpecies 2 code=Q",
      result: "Trees 1 name=elm\nSpecies 2 code=Q",
      fates: "applied 1"),
  ]

  /// What the field app would have refused.
  static let validation: [Situation] = [
    refused("a text that is too long", "name=elmelmelmel", "name=elmelmelmel 11003"),
    refused("length counts UTF-16", "name=🌳🌳🌳🌳🌳🌳", "name=🌳🌳🌳🌳🌳🌳 11003"),
    refused("a number out of its range", "name=oak dbh=900", "dbh=900 11002"),
    refused("a code that is none", "name=oak cond=X", "cond=X 11007"),
    refused("an empty field that must not be", "", "name=NULL 11001"),
    refused("a word for a number", "name=oak dbh=big", "dbh=big 11000"),
    refused("a number too large for its field", "name=oak kind=70000", "kind=70000 11002"),
    Situation(
      "a bad field does not keep out the others", base: "Trees 1 name=oak dbh=5",
      returned: ["Trees 1 name=elm dbh=900"], result: "Trees 1 name=elm dbh=5",
      issues: "invalidValue Trees 1 dbh=900 11002", fates: "refusedField 1"),
    Situation(
      "a bad field does not win over the office's", base: "Trees 1 name=oak dbh=5",
      returned: ["Trees 1 name=oak dbh=900"], current: "Trees 1 name=oak dbh=6",
      result: "Trees 1 name=oak dbh=6", issues: "invalidValue Trees 1 dbh=900 11002"),
    Situation(
      "what was wrong before is not the crew's", base: "Trees 1 name=oak cond=X",
      returned: ["Trees 1 name=elm cond=X"], result: "Trees 1 name=elm cond=X",
      fates: "applied 1"),
    Situation(
      "a code of the row's type", base: "Trees 1 name=oak kind=2 cond=G",
      returned: ["Trees 1 name=oak kind=2 cond=V"], result: "Trees 1 name=oak cond=V kind=2",
      fates: "applied 1"),
    Situation(
      "a code of other types", base: "Trees 1 name=oak kind=2 cond=V",
      returned: ["Trees 1 name=oak kind=2 cond=P"], result: "Trees 1 name=oak cond=V kind=2",
      issues: "invalidValue Trees 1 cond=P 11007", fates: "refusedField 1"),
    Situation(
      "a new row with a bad field gets the default", base: "",
      returned: ["Trees 1 name=oak cond=X dbh=900"], result: "Trees 1 name=oak cond=G",
      issues: "invalidValue Trees 1 cond=X 11007\ninvalidValue Trees 1 dbh=900 11002",
      fates: "refusedField 1"),
    Situation(
      "a new row without what it must have gets the default", base: "", returned: ["Trees 1 dbh=5"],
      result: "Trees 1 name=tree dbh=5", issues: "invalidValue Trees 1 name=NULL 11001",
      fates: "refusedField 1"),
    Situation(
      "an inspection must have a tree", base: "Trees 1 name=oak\nInspections 2 tree=1 score=4",
      returned: ["Trees 1 name=oak\nInspections 2 score=5"],
      result: "Trees 1 name=oak\nInspections 2 tree=1 score=5",
      issues: "invalidValue Inspections 2 tree=NULL", fates: "refusedField 1"),
    refused("a field that is not editable", "name=oak ring=B", "ring=B 1023", base: "ring=A"),
    Situation(
      "a field that is not editable, in a new row", base: "",
      returned: ["Trees 1 name=oak ring=B"], result: "Trees 1 name=oak ring=B",
      fates: "applied 1"),
    Situation(
      "a field that is not editable, which the office changed", base: "Trees 1 name=oak ring=A",
      returned: ["Trees 1 name=oak ring=B"], current: "Trees 1 name=oak ring=C",
      result: "Trees 1 name=oak ring=C", issues: "invalidValue Trees 1 ring=B 1023",
      fates: "refusedField 1"),
    refused(
      "a shape of another kind", "name=oak shape=polygon", "geom=x=0,y=0 11000", base: "x=1 y=2"),
    refused("a shape that is text", "name=oak shape=text", "geom=here 11000", base: "x=1 y=2"),
    refused("a shape that is cut short", "name=oak shape=cut", "geom= 11000", base: "x=1 y=2"),
    refused("a shape at no place", "name=oak shape=endless", "geom= 11000", base: "x=1 y=2"),
    refused("a shape of no bytes", "name=oak shape=none", "geom= 11000", base: "x=1 y=2"),
    refused("a shape that is NULL", "name=oak", "geom=NULL 11000", base: "x=1 y=2"),
    Situation(
      "a shape that is refused does not keep out the fields", base: "Trees 1 name=oak x=1 y=2",
      returned: ["Trees 1 name=elm shape=cut"], result: "Trees 1 x=1 y=2 name=elm",
      issues: "invalidValue Trees 1 geom= 11000", fates: "refusedField 1"),
    Situation(
      "a shape that is refused keeps what the office moved", base: "Trees 1 name=oak x=1 y=2",
      returned: ["Trees 1 name=oak shape=none"], current: "Trees 1 name=oak x=3 y=4",
      result: "Trees 1 x=3 y=4 name=oak", issues: "invalidValue Trees 1 geom= 11000",
      fates: "refusedField 1"),
    Situation(
      "a new tree with a polygon has no place", base: "",
      returned: ["Trees 1 name=oak shape=polygon"],
      result: "Trees 1 name=oak", issues: "invalidValue Trees 1 geom=x=0,y=0 11000",
      fates: "refusedField 1"),
    Situation(
      "a tree that had no place gets one", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak x=1 y=2"], result: "Trees 1 x=1 y=2 name=oak",
      fates: "applied 1"),
    refused("a text that is not UTF-8", "name=o¿k", "name=o\u{FFFD}k 11000"),
    Situation(
      "a text that is not UTF-8, in a table without rules", base: "Inspections 1 note=a",
      returned: ["Inspections 1 note=b¿c"], result: "Inspections 1 note=a",
      issues: "invalidValue Inspections 1 note=b\u{FFFD}c 11000", fates: "refusedField 1"),
    Situation(
      "a text that is not UTF-8, in a new row", base: "", returned: ["Species 1 code=Q latin=b¿c"],
      result: "Species 1 code=Q", issues: "invalidValue Species 1 latin=b\u{FFFD}c 11000",
      fates: "refusedField 1"),
    Situation(
      "an editor's name that is not UTF-8", base: "Trees 1 name=oak by=a at=2026-01-01",
      returned: ["Trees 1 name=elm by=¿ at=2026-02-01"],
      result: "Trees 1 name=elm by=a at=2026-01-01",
      issues: "invalidValue Trees 1 by=\u{FFFD} 11000", fates: "refusedField 1"),
    Situation(
      "a table that is not for editing", base: "Parcels 1 owner=city\nTrees 2 name=oak",
      returned: ["Parcels 1 owner=me\nParcels 3 owner=me\nTrees 2 name=elm"],
      result: "Trees 2 name=elm\nParcels 1 owner=city",
      issues: "readOnlyEdited Parcels 1\nreadOnlyEdited Parcels 3",
      fates: "applied 1, refused 2"),
  ]

  /// A value of the first tree that stays as it was.
  private static func refused(
    _ name: String, _ values: String, _ issue: String, base: String = ""
  ) -> Situation {
    let place = base.hasPrefix("x") ? base + " name=oak" : "name=oak \(base)"
    let tree = "Trees 1 \(place)".split(separator: " ").joined(separator: " ")
    return Situation(
      name, base: tree, returned: ["Trees 1 \(values)"], result: tree,
      issues: "invalidValue Trees 1 \(issue)", fates: "refusedField 1")
  }

  /// Values that break tools.
  static let hostile: [Situation] = [
    Situation(
      "SQL in a text", base: "Inspections 1 note=a",
      returned: ["Inspections 1 note=');DROP_TABLE_Trees;--\""],
      result: "Inspections 1 note=');DROP_TABLE_Trees;--\"", fates: "applied 1"),
    Situation(
      "markup in a text", base: "Inspections 1 note=a",
      returned: ["Inspections 1 note=</script><img/src=x>"],
      result: "Inspections 1 note=</script><img/src=x>", fates: "applied 1"),
    Situation(
      "a text that a NUL cuts elsewhere", base: "Inspections 1 note=a",
      returned: ["Inspections 1 note=b\u{0}c"], current: "Inspections 1 note=a score=4",
      result: "Inspections 1 score=4 note=b\u{0}c", fates: "merged 1"),
    Situation(
      "whole numbers beyond what a double holds", base: "Inspections 1 score=9007199254740992",
      returned: ["Inspections 1 score=9007199254740993"],
      result: "Inspections 1 score=9007199254740993", fates: "applied 1"),
    Situation(
      "a row id beyond 32 bits", base: "Marks -#1 note=a",
      returned: ["Marks -#1 note=a\nMarks -#4294967297 note=b"],
      result: "Marks new note=a\nMarks new note=b", fates: "applied 1"),
    Situation(
      "a word in the place of a key", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak\nInspections 2 tree=oak"],
      result: "Trees 1 name=oak\nInspections 2 tree=oak",
      issues: "orphanChild Inspections 2 tree=oak", fates: "applied 1"),
    Situation(
      "inspections of inspections of themselves", base: "Trees 1 name=oak",
      returned: ["Trees 1 name=oak\nInspections 2 tree=2\nNotes 2 inspection=2"],
      result: "Trees 1 name=oak\nInspections 2 tree=2\nNotes 2 inspection=2",
      issues: "orphanChild Inspections 2 tree=2", fates: "applied 2"),
  ]
}
