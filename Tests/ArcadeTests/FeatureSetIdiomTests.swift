import Arcade
import Testing

/// What maps typically do with feature sets. The expected values are worked out by hand from the
/// trees and inspections of ``FeatureSetTests``.
struct FeatureSetIdiomTests {
  @Test(
    arguments: [
      // Counting and summing related records.
      (
        "var k = $feature.OBJECTID; Count(Filter(FeatureSetByName($map, 'Inspections'), 'Tree = @k'))",
        "3"
      ),
      (
        "var related = FeatureSetByRelationshipName($feature, 'Inspections of trees', ['*'], false);\n"
          + "return Count(related) + ' inspection' + IIf(Count(related) == 1, '', 's')",
        "\"3 inspections\""
      ),
      (
        "Round(Mean(FeatureSetByRelationshipName($feature, 'Inspections of trees'), 'Score'), 1)",
        "2.5"
      ),
      (
        "var r = FeatureSetByRelationshipName($feature, 'Inspections of trees');\n"
          + "return Max(r, 'Score') - Min(r, 'Score')", "3"
      ),
      // The newest related record.
      (
        "var r = FeatureSetByRelationshipName($feature, 'Inspections of trees');\n"
          + "var last = First(OrderBy(r, 'Made DESC'));\n"
          + "if (last == null) { return 'never' }\nreturn Text(last.Made, 'MMM D, Y') + ' by ' + last.By",
        "\"May 1, 2021 by bob\""
      ),
      (
        "var last = First(OrderBy(Filter($layer, 'OBJECTID = 99'), 'DBH'));\n"
          + "IIf(last == null, 'none', 'some')", "\"none\""
      ),
      ("DateDiff(Now(), Max(all, 'Made'), 'years') > 4", "true"),
      // Lists of records as text.
      (
        "var t = '';\nfor (var f in OrderBy(all, 'Score DESC')) {\n  if (IsEmpty(f.By)) continue;\n"
          + "  t += f.By + ': ' + DefaultValue(f.Score, '-') + TextFormatting.NewLine\n}\nreturn Trim(t)",
        "\"Ann: 4\\nbob: 2.5\\nO'Neil: 1\\nAnn: -\""
      ),
      (
        "var names = []; for (var f in Distinct(Filter(all, 'By IS NOT NULL'), 'By')) { Push(names, f.By) }\n"
          + "return Concatenate(Sort(names), ', ')", "\"Ann, O'Neil, bob\""
      ),
      (
        "var n = 1; var t = ''; for (var f in Top(OrderBy(all, 'Score DESC'), 2)) {\n"
          + "  t += n++ + '. ' + SubtypeName(f) + ' '\n} return t", "\"1. Visit 2. Call \""
      ),
      (
        "function short(text, n) { return IIf(Count(text) > n, Left(text, n) + '…', text) }\n"
          + "var t = []; for (var f in Filter(all, \"By LIKE 'O%'\")) Push(t, short(f.By, 3));\nreturn t[0]",
        "\"O'N…\""
      ),
      // Filters built from values.
      (
        "var who = 'Ann'; var from = Date(2020, 0, 1);\n"
          + "Count(Filter(all, 'By = @who AND Made >= @from'))", "1"
      ),
      ("Count(Filter(all, 'Kind = ' + $feature.Kind))", "2"),
      (
        "var words = ['Ann', 'bob']; Count(Filter(all, \"By IN ('\" + Concatenate(words, \"','\") + \"')\"))",
        "3"
      ),
      ("Count(Filter(all, 'EXTRACT(YEAR FROM Made) = ' + Year(Date(2020, 4, 1))))", "1"),
      ("var d = DateAdd(Date(2021, 5, 1), -1, 'years'); Count(Filter(all, 'Made > @d'))", "2"),
      // Shares of a total.
      (
        "Text(Count(Filter(all, 'Score >= 4')) / Count(all), '#%')", "\"40%\""
      ),
      (
        "When($feature.DBH > Mean($layer, 'DBH'), 'above', $feature.DBH < Mean($layer, 'DBH'), 'below', 'mean')",
        "\"mean\""
      ),
      // Values for charts of groups.
      (
        "var groups = GroupBy(all, 'Kind', {name: 'n', expression: 'OBJECTID', statistic: 'COUNT'});\n"
          + "var attributes = {}; var fields = [];\nfor (var g in groups) {\n"
          + "  var name = DomainName(First(all), 'Kind', g.Kind) + '';\n"
          + "  attributes['k' + name] = g.n; Push(fields, 'k' + name)\n}\n"
          + "return {type: 'media', attributes: attributes, mediaInfos: [{type: 'piechart', "
          + "value: {fields: fields}}]}",
        "{\"type\":\"media\",\"attributes\":{\"k1\":3,\"k2\":2},\"mediaInfos\":[{\"type\":\"piechart\","
          + "\"value\":{\"fields\":[\"k1\",\"k2\"]}}]}"
      ),
      (
        "var rows = []; for (var f in all) { Push(rows, {fieldName: 'f' + f.OBJECTID}) }\n"
          + "return {type: 'fields', fieldInfos: Top(rows, 1)}",
        "{\"type\":\"fields\",\"fieldInfos\":[{\"fieldName\":\"f1\"}]}"
      ),
      (
        "var best = First(OrderBy(GroupBy(Filter(all, 'By IS NOT NULL'), 'By', "
          + "{name: 'n', expression: '1', statistic: 'COUNT'}), 'n DESC')); return best.By + ' ' + best.n",
        "\"Ann 2\""
      ),
      // Feature sets made by the expression.
      (
        "var rows = []; for (var f in all) { if (f.Score > 2) Push(rows, {attributes: {s: f.Score}}) }\n"
          + "Sum(FeatureSet({fields: [{name: 's', type: 'esriFieldTypeDouble'}], geometryType: '', "
          + "features: rows}), 's')", "10.5"
      ),
      // Locations.
      (
        "var zone = First(Intersects($layer, $feature)); IIf(zone == null, 'outside', zone.Address)",
        "\"7451 N Woolsey Ave\""
      ),
      (
        "var near = []; for (var f in $layer) { if (Distance(f, $feature) < 30) Push(near, f.OBJECTID) }\n"
          + "return near", "[7,8]"
      ),
      (
        "var p = Geometry($feature); return p.x + ', ' + p.y + ' (' + p.spatialReference.wkid + ')'",
        "\"10, 20 (102100)\""
      ),
      // Attachments.
      (
        "IIf(Count(Attachments($feature)) > 0, 'photos: ' + Count(Attachments($feature, {types: ['jpeg']})), '')",
        "\"photos: 1\""
      ),
    ])
  func `common uses of feature sets`(source: String, expected: String) throws {
    #expect(try FeatureSetTests.value(source) == expected)
  }
}
