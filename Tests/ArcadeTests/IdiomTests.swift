import Arcade
import Testing

/// What maps typically do with the language. The expected values are worked out by hand.
struct IdiomTests {
  @Test(
    arguments: [
      // Joining fields.
      ("$feature.Address + ' (' + $feature.Height + ' ft)'", "\"7451 N Woolsey Ave (40 ft)\""),
      (
        "$feature.Address + TextFormatting.NewLine + $feature.Condition",
        "\"7451 N Woolsey Ave\\nG\""
      ),
      (
        "Concatenate([$feature.Address, $feature.Empty, $feature.Condition], ' - ')",
        "\"7451 N Woolsey Ave -  - G\""
      ),
      ("`${$feature.Address}: ${Round($feature.DBH)} in`", "\"7451 N Woolsey Ave: 13 in\""),
      (
        "$feature.Address + '; Diameter: ' + $feature.DBH + ' inches'",
        "\"7451 N Woolsey Ave; Diameter: 12.5 inches\""
      ),
      (
        "var parts = [$feature.Address, $feature.Empty, 'Portland']; var out = [];"
          + "for (var i in parts) { if (!IsEmpty(parts[i])) { Push(out, parts[i]) } }"
          + "return Concatenate(out, ', ')", "\"7451 N Woolsey Ave, Portland\""
      ),
      ("Upper(Left($feature.Condition, 1)) + Lower(Mid('TREE', 1))", "\"Gree\""),
      ("Proper(Lower('NORTH WOOLSEY AVENUE'))", "\"North Woolsey Avenue\""),
      ("Trim(Concatenate($feature.Empty, ' ', $feature.Condition))", "\"G\""),
      // Choices.
      ("IIf($feature.DBH > 10, 'large', 'small')", "\"large\""),
      ("IIf(IsEmpty($feature.Empty), 'No data', $feature.Empty)", "\"No data\""),
      ("When($feature.DBH < 5, 'small', $feature.DBH < 20, 'medium', 'large')", "\"medium\""),
      ("Decode($feature.Condition, 'G', 'Good', 'P', 'Poor', 'Unknown')", "\"Good\""),
      ("Decode($feature.Wires, 1, 'one', 3, 'three', 'many')", "\"three\""),
      ("if ($feature.Empty == null) { return 'none' } return $feature.Empty", "\"none\""),
      ("if ($feature.Condition == 'G') { 'inline' } else { 'none' }", "\"inline\""),
      ("if (IsEmpty($feature.Empty)) { 'none' }", "\"none\""),
      ("if (!IsEmpty($feature.Empty)) { 'none' }", "null"),
      (
        "var c = $feature.Condition; if (c == 'P') return 'red'; if (c == 'G') return 'green'",
        "\"green\""
      ),
      ("IIf($feature.Condition == 'G' && $feature.DBH > 12, '', 'none')", "\"\""),
      ("IIf($feature.Condition == 'P' || $feature.Wires > 2, 'block', 'none')", "\"block\""),
      ("DefaultValue($feature.Empty, 'not recorded')", "\"not recorded\""),
      ("IIf(Includes(['G', 'P'], $feature.Condition), 1, 0)", "1"),
      ("IIf(IndexOf(['P', 'D'], $feature.Condition) > -1, 1, 0)", "0"),
      ("When(Find('Ave', $feature.Address) > -1, 'avenue', 'other')", "\"avenue\""),
      ("IIf(Left($feature.Address, 4) == '7451', true, false)", "true"),
      ("HasKey($feature, 'DBH') && !IsEmpty($feature['DBH'])", "true"),
      // Numbers.
      ("Round($feature.DBH * 2.54, 1) + ' cm'", "\"31.8 cm\""),
      ("Round($feature.DBH / $feature.Height * 100, 2)", "31.25"),
      ("Text($feature.DBH, '#,###.00')", "\"12.50\""),
      ("Text(1234567.891, '#,##0.0')", "\"1,234,567.9\""),
      ("'$' + Text(1500, '#,###')", "\"$1,500\""),
      ("Number('12.5') + 1", "13.5"), ("Number('n/a')", "NaN"),
      ("IIf($feature.Height == 0, 0, $feature.DBH / $feature.Height)", "0.3125"),
      ("Max($feature.DBH, $feature.Height, $feature.Wires)", "40"),
      (
        "var v = [$feature.DBH, $feature.Height]; var m = -Infinity;"
          + "for (var i in v) { m = IIf(v[i] > m, v[i], m) } return m", "40"
      ),
      ("Sum($feature.DBH, $feature.Height) / 2", "26.25"),
      ("Floor($feature.DBH) + ' in'", "\"12 in\""),
      ("Pow($feature.DBH / 2, 2) * PI > 122", "true"), ("Constrain($feature.Height, 0, 30)", "30"),
      ("$feature.Height % 7 == 5", "true"), ("Abs($feature.Wires - 10)", "7"),
      // Splitting text.
      ("Split($feature.Address, ' ')[0]", "\"7451\""),
      ("Split($feature.Address, ' ')[-1]", "\"Ave\""),
      ("var w = Split($feature.Address, ' '); return w[Count(w) - 1]", "\"Ave\""),
      ("Replace($feature.Address, 'Ave', 'Avenue')", "\"7451 N Woolsey Avenue\""),
      ("Right($feature.Address, 3)", "\"Ave\""), ("Count(Split($feature.Address, ' '))", "4"),
      ("Mid($feature.Address, Find(' ', $feature.Address) + 1)", "\"N Woolsey Ave\""),
      ("Replace(Replace($feature.Address, ' ', '+'), '+', '%20')", "\"7451%20N%20Woolsey%20Ave\""),
      (
        "'https://example.org/?q=' + UrlEncode($feature.Address)",
        "\"https://example.org/?q=7451%20N%20Woolsey%20Ave\""
      ),
      // Collections.
      ("var d = {'G': 'Good', 'P': 'Poor'}; return d[$feature.Condition]", "\"Good\""),
      (
        "var d = Dictionary('G', '#0a0', 'P', '#a00'); IIf(HasKey(d, $feature.Condition),"
          + "d[$feature.Condition], '#888')", "\"#0a0\""
      ),
      ("var out = ''; for (var k in {a: 1, b: 2}) { out += k + ';' } return out", "\"a;b;\""),
      ("var n = 0; for (var f in $feature) { if (IsEmpty($feature[f])) { n++ } } return n", "1"),
      ("Concatenate(Sort(Distinct(Split('b,a,b', ','))), ',')", "\"a,b\""),
      ("Reverse(Split('a b c', ' '))[0]", "\"c\""), ("Top(Sort([3, 1, 2]), 2)", "[1,2]"),
      (
        "function label(v) { return IIf(v > 10, 'big', 'small') } return label($feature.DBH)",
        "\"big\""
      ),
      (
        "function add(list, v) { if (!IsEmpty(v)) { Push(list, v) } } var l = [];"
          + "add(l, $feature.Condition); add(l, $feature.Empty); return Count(l)", "1"
      ),
      ("var total = 0; for (var i = 1; i <= $feature.Wires; i++) { total += i } return total", "6"),
      (
        "return {type: 'text', text: 'DBH ' + $feature.DBH}",
        "{\"type\":\"text\",\"text\":\"DBH 12.5\"}"
      ),
      (
        "return {type: 'fields', fieldInfos: [{fieldName: 'a'}], attributes: {a: $feature.DBH}}",
        "{\"type\":\"fields\",\"fieldInfos\":[{\"fieldName\":\"a\"}],\"attributes\":{\"a\":12.5}}"
      ),
      // Dates.
      ("Year($feature.Planted)", "2012"), ("Month($feature.Planted) + 1", "6"),
      ("Text($feature.Planted, 'MMMM D, YYYY')", "\"June 30, 2012\""),
      ("DateDiff(Date(2012, 6, 10), $feature.Planted, 'days')", "10"),
      ("Floor(DateDiff(Now(), $feature.Planted, 'years'))", "14"),
      ("IIf($feature.Planted < Today(), 'past', 'future')", "\"past\""),
      ("IIf(IsEmpty($feature.Planted), '', Text($feature.Planted, 'Y'))", "\"2012\""),
      ("Decode(Weekday($feature.Planted), 0, 'Sun', 6, 'Sat', 'weekday')", "\"Sat\""),
      // Names of coded values.
      ("DomainName($feature, 'Condition') + '.'", "\"In good health.\""),
      ("Lower(SubtypeName($feature))", "\"broadleaf\""),
    ])
  func `common expressions of maps`(source: String, expected: String) throws {
    #expect(try Expressions.value(source) == expected)
  }
}
