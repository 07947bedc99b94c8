import Arcade
import Testing

/// The examples of the function reference, and rules that only its examples show. Each case is a
/// rule, an expression and its value.
struct ReferenceExampleTests {
  static let text: [(String, String, String)] = [
    ("Concatenate: separator", "Concatenate(['red', 'blue', 'green'], '/')", "\"red/blue/green\""),
    ("Concatenate: a single value, then texts", "Concatenate('a', '/')", "\"a/\""),
    (
      "Concatenate: format of numbers", "Concatenate([1, 2.5, 'x', null], ';', '#.00')",
      "\"1.00;2.50;x;\""
    ),
    (
      "Concatenate: format of dates",
      "Concatenate([Date(2020, 0, 5), Date(2021, 11, 31)], ' to ', 'DD.MM.Y')",
      "\"05.01.2020 to 31.12.2021\""
    ),
    ("Concatenate: no format", "Concatenate([Date(2020, 0, 5)], '')", "\"2020-01-05T00:00:00Z\""),
    ("Find", "Find('380', 'Esri, 380 New York Street', 0)", "6"),
    ("Find: a start that is not a number", "Find('a', 'a', 'x')", "-1"),
    ("FromCharCode", "FromCharCode(88, 89, 90)", "\"XYZ\""),
    ("FromCharCode: surrogates", "FromCharCode(55356, 57097)", "\"\u{1F309}\""),
    ("FromCharCode: not a UTF-16 unit", "FromCharCode(-1, 65, 65536)", "\"A\""),
    ("FromCharCode: no units", "FromCharCode('x')", "null"),
    ("FromCodePoint", "FromCodePoint(127753)", "\"\u{1F309}\""),
    ("FromCodePoint: not a code point", "FromCodePoint(1114112, -1)", "null"),
    ("Left", "Left('the quick brown fox', 3)", "\"the\""),
    ("Left: an array's text", "Left([1, 'a'], 4)", "\"[1,\\\"\""),
    ("Lower", "Lower('HELLO')", "\"hello\""),
    ("Mid", "Mid('the quick brown fox', 4, 5)", "\"quick\""),
    ("Mid: not a number", "Mid('the quick', 'x', 5)", "\"\""),
    ("Proper", "Proper('the quick brown fox', 'everyword')", "\"The Quick Brown Fox\""),
    ("Proper: first-word", "Proper('the QUICK fox', 'first-word')", "\"The quick fox\""),
    ("Proper: another mode", "Proper('the fox', 'x')", "\"The Fox\""),
    (
      "Proper: what is no letter", "Proper('3rd (main) o\\'neil 12TH')",
      "\"3Rd (Main) O'neil 12Th\""
    ),
    ("Proper: words end only at spaces", "Proper('north-east\\tst')", "\"North-east\\tSt\""),
    ("Replace", "Replace('the quick brown fox', 'brown', 'red')", "\"the quick red fox\""),
    ("Replace: not all, cast", "Replace('aa', 'a', 'b', 0)", "\"ba\""),
    ("Right", "Right('the quick brown fox', 3)", "\"fox\""),
    ("Split: limit", "Split('red,green,blue,orange', ',', 2)", "[\"red\",\"green\"]"),
    ("Split: limit after removing empty parts", "Split(',a,,b,c', ',', 2, true)", "[\"a\",\"b\"]"),
    ("Split: no limit", "Split('a b', ' ', -1, true)", "[\"a\",\"b\"]"),
    ("Split: removeEmpty cast", "Split('a,,b', ',', -1, 'true')", "[\"a\",\"b\"]"),
    ("Text: pad", "Text(123, '0000')", "\"0123\""), ("Text: cut", "Text(123, '00')", "\"23\""),
    ("Text: group", "Text(1234, '#,###')", "\"1,234\""),
    ("Text: round", "Text(12345678.123, '#,###.00')", "\"12,345,678.12\""),
    ("Text: prefix", "Text(1234.55, '$#,###.00')", "\"$1,234.55\""),
    ("Text: round up", "Text(1.236, '#.00')", "\"1.24\""),
    ("Text: decimals", "Text(1234.5678, '#,##0.00#')", "\"1,234.568\""),
    ("Text: negative", "Text(-2, 'Floor #;Basement #')", "\"Basement 2\""),
    ("Text: positive", "Text(2, 'Floor #;Basement #')", "\"Floor 2\""),
    ("Text: percent", "Text(0.3, '#%')", "\"30%\""),
    (
      "Text: date", "Text(Date(2016, 9, 25, 8, 43, 11), 'dddd, MMMM D, Y @ hh:mm:ss')",
      "\"Tuesday, October 25, 2016 @ 08:43:11\""
    ),
    ("Text: null", "Text(null)", "\"\""), ("Text: null by a pattern", "Text(null, '#')", "\"\""),
    ("Text: unrounded numbers", "Text(0.1 + 0.2)", "\"0.30000000000000004\""),
    ("Text: large numbers", "Text(1e21)", "\"1e+21\""),
    ("Text: true with a pattern", "Text(true, '#')", "\"true\""),
    ("ToCharCode", "ToCharCode('XYZ', 1)", "89"),
    ("ToCharCode: first surrogate", "ToCharCode('\u{1F309}')", "55356"),
    ("ToCharCode: second surrogate", "ToCharCode('\u{1F309}', 1)", "57097"),
    ("ToCharCode: empty text", "ToCharCode('')", "null"),
    ("ToCodePoint", "ToCodePoint('XYZ', 1)", "89"),
    ("ToCodePoint: surrogates", "ToCodePoint('\u{1F309}')", "127753"),
    ("ToCodePoint: second surrogate", "ToCodePoint('\u{1F309}', 1)", "57097"),
    ("Trim", "Trim('   hello world')", "\"hello world\""), ("Upper", "Upper('Hello')", "\"HELLO\""),
    ("ToHex", "Concatenate('#', ToHex(65), ToHex(105), ToHex(225))", "\"#4169e1\""),
    (
      "StandardizeGuid: braces unless named",
      "StandardizeGuid('0a1b2c3d000040008000000000000001', 'x')",
      "\"{0a1b2c3d-0000-4000-8000-000000000001}\""
    ),
    (
      "StandardizeGuid: parentheses",
      "StandardizeGuid('{0A1B2C3D-0000-4000-8000-000000000001}', 'digits-hyphen-parentheses')",
      "\"(0A1B2C3D-0000-4000-8000-000000000001)\""
    ),
    ("StandardizeGuid: not a GUID", "StandardizeGuid('0a1b', 'digits')", "\"\""),
    (
      "StandardizeGuid: not a GUID",
      "StandardizeGuid('a note of 0a1b2c3d000040008000000000000001', 'digits')",
      "\"\""
    ),
    ("StandardizeFilename", "StandardizeFilename('a/b\\\\c|d: <e>?*\"')", "\"a-b-c-d,  _e____\""),
    ("StandardizeFilename: null", "StandardizeFilename(null)", "\"\""),
    ("UrlEncode: null", "UrlEncode(null)", "\"\""),
    ("UrlEncode: null in a dictionary", "UrlEncode({a: null, b: 1})", "\"a=&b=1\""),
  ]

  @Test(arguments: text) func `text functions`(rule: String, source: String, value: String) throws {
    #expect(try Expressions.value(source) == value, "\(rule)")
  }

  static let math: [(String, String, String)] = [
    ("Abs", "Abs(-3)", "3"), ("Acos", "Round(Acos(0.3), 6)", "1.266104"),
    ("Asin", "Round(Asin(0.3), 6)", "0.304693"), ("Atan", "Round(Atan(1), 6)", "0.785398"),
    ("Atan2", "Round(Atan2(-1, -1), 6)", "-2.356194"), ("Average", "Average([0, 5, 10])", "5"),
    ("Ceil: decimals", "Ceil(2135.0905, 2)", "2135.1"),
    ("Ceil: before the point", "Ceil(2135, -2)", "2200"),
    ("Constrain", "Constrain(553, 0, 10)", "10"), ("Cos", "Round(Cos(1), 6)", "0.540302"),
    ("Exp", "Round(Exp(2), 6)", "7.389056"), ("Floor: decimals", "Floor(2316.2562, 2)", "2316.25"),
    ("Floor: before the point", "Floor(2316, -2)", "2300"),
    ("Log", "Round(Log(10), 6)", "2.302585"),
    ("Max", "Max(23, 5, 120, 43, 9)", "120"), ("Max: array", "Max([23, 56, 89])", "89"),
    ("Min", "Min(23, 5, 120, 43, 9)", "5"),
    ("Mean: arrays among numbers", "Mean(0, 10, 5, [0, 10])", "5"),
    ("Sum: several arrays", "Sum([1, 2], [3])", "6"),
    ("Max: array and number", "Max([1, 2], 9)", "9"),
    ("Number: no separator", "Number('1,365')", "NaN"),
    ("Number: groups", "Number('1,365', ',###')", "1365"),
    ("Number: literals", "Number('abc10def', 'abc##def')", "10"),
    ("Number: decimals", "Number('10.456', '00.00##')", "10.456"),
    ("Number: too few decimals", "Number('10.4', '00.00##')", "NaN"),
    ("Number: groups of two sizes", "Number('12,12,456', ',##,###')", "1212456"),
    ("Number: negative", "Number('-12,23,345', ',##,###;-,##,###')", "-1223345"),
    ("Number: percent", "Number('99.99%', '#.##%')", "0.9999"),
    ("Number: empty", "Number('')", "0"), ("Number: null", "Number(null)", "0"),
    ("Number: true", "Number(true)", "1"), ("Number: words", "Number('12 m')", "NaN"),
    ("Pow", "Pow(3, 2)", "9"), ("Round", "Round(2316.2562, 2)", "2316.26"),
    ("Round: before the point", "Round(2350, -2)", "2400"), ("Sqrt", "Sqrt(9)", "3"),
    ("Stdev: of a population", "Stdev(23, 56, 89, 12, 45, 78)", "27.5"),
    ("Variance", "Variance(12, 45, 78)", "726"),
  ]

  @Test(arguments: math) func `math functions`(rule: String, source: String, value: String) throws {
    #expect(try Expressions.value(source) == value, "\(rule)")
  }

  static let dates: [(String, String, String)] = [
    ("ISOMonth", "ISOMonth(Date(1980, 11, 31))", "12"),
    ("ISOWeek", "ISOWeek(Date(1980, 11, 31))", "1"),
    ("ISOWeekday", "ISOWeekday(Date(1980, 11, 31))", "3"),
    ("ISOYear", "ISOYear(Date(1980, 11, 31))", "1981"),
    ("Month: from 0", "Month(Date(1980, 11, 31))", "11"),
    ("Weekday", "Weekday(Date(1980, 11, 31))", "3"),
    ("Week", "Week(Date(1974, 0, 3))", "0"),
    ("Week: from Thursday", "Week(Date(1974, 0, 3), 4)", "1"),
    ("Week: from Friday", "Week(Date(1974, 0, 3), 5)", "0"),
    ("Week", "Week(Date(1945, 8, 23))", "38"),
    ("Week", "Week(Date(2022, 7, 20))", "33"),
    (
      "DateAdd: month ends", "Text(DateAdd(Date(2020, 0, 31), 1, 'month'), 'Y-MM-DD')",
      "\"2020-02-29\""
    ),
    (
      "DateAdd: back from a month's end",
      "Text(DateAdd(Date(2020, 4, 31), -1, 'months'), 'Y-MM-DD')",
      "\"2020-04-30\""
    ),
    (
      "DateAdd: leap years", "Text(DateAdd(Date(2020, 1, 29), 1, 'years'), 'Y-MM-DD')",
      "\"2021-02-28\""
    ),
    (
      "DateDiff: milliseconds unless said", "DateDiff(Date(2020, 0, 2), Date(2020, 0, 1))",
      "86400000"
    ),
    ("DateDiff: not rounded", "DateDiff(Date(2020, 0, 1, 18), Date(2020, 0, 1), 'days')", "0.75"),
    ("DateDiff: the earlier first", "DateDiff(Date(2020, 0, 1), Date(2020, 0, 3), 'days')", "-2"),
    (
      "DateDiff: whole years by the calendar",
      "DateDiff(Date(2021, 1, 28), Date(2020, 1, 28), 'years')", "1"
    ),
    (
      "DateDiff: months by the calendar",
      "DateDiff(Date(2020, 2, 15), Date(2020, 0, 15), 'months')", "2"
    ),
  ]

  @Test(arguments: dates) func `date functions`(rule: String, source: String, value: String)
    throws
  {
    #expect(try Expressions.value(source) == value, "\(rule)")
  }

  static let logic: [(String, String, String)] = [
    ("TypeOf: null", "TypeOf(null)", "\"\""), ("TypeOf: text", "TypeOf('a')", "\"String\""),
    ("TypeOf: time", "TypeOf(Time(1, 2))", "\"Time\""),
    ("Boolean: 'true'", "Boolean('true')", "true"), ("Boolean: 0", "Boolean(0)", "false"),
    ("Boolean: other text", "Boolean('hello')", "false"),
    ("IsNan", "IsNan(Infinity / Infinity)", "true"),
    ("IsNan: text", "IsNan('4')", "false"), ("IsEmpty: collections", "IsEmpty([])", "false"),
    ("IIf: evaluates only one branch", "IIf(true, 1, [][0])", "1"),
    ("When: evaluates only one branch", "When(true, 1, [][0] == 1, 2, [][1])", "1"),
    ("Decode: evaluates only one branch", "Decode(1, 1, 'a', [][0], 'b', [][1])", "\"a\""),
    ("Decode: by type and value", "Decode('1', 1, 'number', '1', 'text', 'none')", "\"text\""),
    ("DefaultValue: empty text", "DefaultValue('', 'none')", "\"none\""),
    ("DefaultValue: zero is a value", "DefaultValue(0, 5)", "0"),
  ]

  @Test(arguments: logic) func `logical functions`(rule: String, source: String, value: String)
    throws
  {
    #expect(try Expressions.value(source) == value, "\(rule)")
  }

  static let collections: [(String, String, String)] = [
    ("Array", "Array(3, 1)", "[1,1,1]"), ("Back", "Back(['orange', 'purple', 'gray'])", "\"gray\""),
    ("Count: of text", "Count('Graham County')", "13"),
    ("Count", "Count([12, 21, 32, 44, 58, 63])", "6"),
    ("Dictionary: of JSON", "Dictionary('{\"id\": 1, \"population\": 200}').population", "200"),
    (
      "Distinct: of a list", "Distinct('high', 'medium', 'low', 0, 'high', 'high', 'low')",
      "[\"high\",\"medium\",\"low\",0]"
    ),
    ("Distinct: of an array", "Distinct([1, 1, 2, 1, 1, 2, 2, 3, 4, 5])", "[1,2,3,4,5]"),
    (
      "Erase: from the end", "var c = ['orange', 'purple', 'gray']; Erase(c, -1); return c",
      "[\"orange\",\"purple\"]"
    ),
    ("Erase: a key", "var d = {a: 1, b: 2}; Erase(d, 'A'); return d", "{\"b\":2}"),
    ("Erase: no such key", "var d = {a: 1}; Erase(d, 'x'); return d", "{\"a\":1}"),
    (
      "Insert: from the end",
      "var c = ['orange', 'purple', 'gray']; Insert(c, -1, 'yellow'); return c",
      "[\"orange\",\"purple\",\"yellow\",\"gray\"]"
    ),
    ("Insert: a key", "var d = {a: 1}; Insert(d, 'b', 2); return d", "{\"a\":1,\"b\":2}"),
    ("Insert: an existing key", "var d = {a: 1}; Insert(d, 'a', 2); return d", "{\"a\":2}"),
    ("GetKeys", "GetKeys({b: 1, a: 2})", "[\"b\",\"a\"]"),
    ("GetValues", "GetValues({b: 1, a: null})", "[1,null]"),
    (
      "GetKeys: of many",
      "var d = {}; for (var i = 0; i < 20; i++) d['k' + i] = i; Erase(d, 'k3'); "
        + "return [Count(GetKeys(d)), d.k19, HasKey(d, 'K3')]", "[19,19,false]"
    ),
    ("FromJSON: text", "FromJSON('[\"one\", 2, \"three\", false]')", "[\"one\",2,\"three\",false]"),
    ("FromJSON: null", "FromJSON('null')", "null"),
    ("HasKey", "HasKey(Dictionary('Port Hope', 16214, 'Grafton', '<1000'), 'Grafton')", "true"),
    ("Includes: by type and value", "Includes([1, '2'], 2)", "false"),
    ("Includes: null", "Includes([1, null], null)", "true"),
    ("IndexOf: an array equals only itself", "IndexOf([[1]], [1])", "-1"),
    ("IndexOf", "IndexOf([1, 2, 3, 4], 3)", "2"),
    ("Pop", "var c = ['orange', 'purple', 'gray']; return [Pop(c), Count(c)]", "[\"gray\",2]"),
    ("Push: the new length", "Push(['orange', 'purple', 'gray'], 'red')", "4"),
    ("Resize", "var c = ['orange']; Resize(c, 3, 'red'); return c", "[\"orange\",\"red\",\"red\"]"),
    ("Reverse", "Reverse(['orange', 'purple', 'gray'])", "[\"gray\",\"purple\",\"orange\"]"),
    ("Slice: from the end", "Slice(['orange', 'purple', 'gray', 'red', 'blue'], -1)", "[\"blue\"]"),
    ("Sort: several types by their text", "Sort([1, 'a', '$', 'A'])", "[\"$\",1,\"A\",\"a\"]"),
    ("Sort: numbers", "Sort([10, 9, 1])", "[1,9,10]"),
    ("Sort: null is 0 among numbers", "Sort([10, 2, null, -1])", "[-1,null,2,10]"),
    ("Sort: null is last among texts", "Sort(['b', null, 'a'])", "[\"a\",\"b\",null]"),
    ("Sort: null is last among several types", "Sort([3, null, true])", "[3,true,null]"),
    ("Sort: null is false", "Sort([true, null, false])", "[null,false,true]"),
    (
      "Sort: by a function that returns true or false",
      "function c(a, b) { return b < a } Sort([3, 1, 2], c)", "[1,2,3]"
    ),
    ("Sort: dates", "Map(Sort([Date(2021, 0, 1), Date(2020, 0, 1)]), Year)", "[2020,2021]"),
    ("Sort: booleans", "Sort([true, false])", "[false,true]"),
    ("Sort: dictionaries keep their order", "Sort([{'n': 2}, {'n': 1}])", "[{\"n\":2},{\"n\":1}]"),
    (
      "Sort: by a function",
      "function c(a, b) { if (a['AGE'] < b['AGE']) return -1; if (a['AGE'] > b['AGE']) return 1; return 0 }"
        + "Sort([{'AGE': 25}, {'AGE': 27}, {'AGE': 24}], c)[0].age", "24"
    ),
    ("Splice", "Splice(['orange', 'purple'], 1, 2, 'red')", "[\"orange\",\"purple\",1,2,\"red\"]"),
    ("Top", "Top([43, 32, 19, 0, 3, 55], 3)", "[43,32,19]"),
    ("Filter", "function e(i) { return i % 2 == 0 } Filter([1, 2, 3, 4, 5], e)", "[2,4]"),
    (
      "Map", "function c(f) { return Round((f - 32) * 5 / 9, 2) } Map([82, 67, 96], c)",
      "[27.78,19.44,35.56]"
    ),
    ("None", "function e(v) { return v % 2 == 0 } None([1, 2, 3, 4, 5], e)", "false"),
    (
      "Reduce",
      "function m(a, b) { IIf(a.pop > b.pop, a, b) } "
        + "Reduce([{n: 'x', pop: 1}, {n: 'y', pop: 3}, {n: 'z', pop: 2}], m).n", "\"y\""
    ),
  ]

  @Test(arguments: collections) func `array and dictionary functions`(
    rule: String, source: String, value: String
  ) throws {
    #expect(try Expressions.value(source) == value, "\(rule)")
  }

  static let features: [(String, String, String)] = [
    (
      "DomainName: the field's value unless given", "DomainName($feature, 'Condition')",
      "\"In good health\""
    ),
    ("DomainName: null given", "DomainName($feature, 'Condition', null)", "null"),
    ("DomainName: a code not in the domain", "DomainName($feature, 'Condition', 'X')", "\"X\""),
    ("DomainName: no domain", "DomainName($feature, 'DBH')", "12.5"),
    ("DomainName: a range", "DomainName($feature, 'Wires')", "3"),
    ("DomainName: of a subtype", "DomainName($feature, 'Condition', 'G', 1)", "\"Green\""),
    ("DomainCode: a name not in the domain", "DomainCode($feature, 'Condition', 'X')", "\"X\""),
    ("DomainCode: no domain", "DomainCode($feature, 'DBH', 'X')", "\"X\""),
    ("Domain: no domain", "Domain($feature, 'DBH')", "null"),
    ("Domain: range", "Domain($feature, 'Wires').type", "\"range\""),
    ("GdbVersion: no geodatabase", "GdbVersion($feature)", "\"\""),
    ("Subtypes", "Subtypes($feature).subtypes[1].code", "2"),
  ]

  @Test(arguments: features) func `feature functions`(
    rule: String, source: String, value: String
  ) throws {
    #expect(try Expressions.value(source) == value, "\(rule)")
  }
}
