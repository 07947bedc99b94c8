import Arcade
import Testing

/// Function reference, family by family. Dates and formats have their own tests.
struct FunctionTests {
  @Test(
    arguments: [
      ("IsEmpty(null)", "true"), ("IsEmpty('')", "true"), ("IsEmpty(' ')", "false"),
      ("IsEmpty(0)", "false"), ("IsEmpty($feature.Empty)", "true"), ("IsNan(0 / 0)", "true"),
      ("IsNan(1)", "false"), ("IsNan('x')", "false"), ("Boolean(1)", "true"),
      ("Boolean(0)", "false"), ("Boolean('TRUE')", "true"), ("Boolean('yes')", "false"),
      ("Boolean(null)", "false"), ("Boolean(NaN)", "false"), ("Boolean(true)", "true"),
      ("TypeOf(1)", "\"Number\""), ("TypeOf('a')", "\"String\""), ("TypeOf(true)", "\"Boolean\""),
      ("TypeOf([])", "\"Array\""), ("TypeOf({'a': 1})", "\"Dictionary\""),
      ("TypeOf($feature)", "\"Feature\""), ("TypeOf($feature.Planted)", "\"Date\""),
      ("TypeOf($feature.Day)", "\"DateOnly\""), ("TypeOf(Upper)", "\"Function\""),
      ("TypeOf(Geometry($feature))", "\"Point\""), ("TypeOf(null)", "\"\""),
      ("DefaultValue(null, 5)", "5"), ("DefaultValue('', 'x')", "\"x\""),
      ("DefaultValue(0, 5)", "0"), ("DefaultValue({'a': {'b': 3}}, ['a', 'b'], 9)", "3"),
      ("DefaultValue({'a': 1}, 'z', 9)", "9"), ("DefaultValue([1], 4, 9)", "9"),
      ("DefaultValue($feature, 'dbh', 9)", "12.5"), ("DefaultValue($feature, 'nope', 9)", "9"),
      ("HasValue({'a': null}, 'a')", "false"), ("HasValue({'a': 0}, 'a')", "true"),
      ("HasValue([1, ''], 1)", "false"), ("HasValue([1], 0)", "true"),
      ("HasValue($feature, 'Empty')", "false"), ("HasValue($feature, 'DBH')", "true"),
      ("HasKey({'a': null}, 'A')", "true"), ("HasKey({'a': 1}, 'b')", "false"),
      ("HasKey({'5': 1}, 5)", "true"), ("HasKey({'a': 1}, null)", "false"),
      ("HasKey($feature, 'empty')", "true"), ("HasKey($feature, 'nope')", "false"),
      ("Equals(1, 1)", "true"), ("Equals('1', 1)", "false"),
      ("Equals(Geometry($feature), Geometry($feature))", "true"),
    ])
  func `logical functions`(source: String, expected: String) throws {
    #expect(try Expressions.value(source) == expected)
  }

  @Test(
    arguments: [
      ("Concatenate(['a', 1, null, true])", "\"a1true\""), ("Concatenate('a', 1, 'b')", "\"a1b\""),
      ("Concatenate(['a', 'b'], ', ')", "\"a, b\""), ("Concatenate([], ',')", "\"\""),
      ("Concatenate([1, 2.5], '-', '0.00')", "\"1.00-2.50\""), ("Concatenate(5)", "\"5\""),
      ("Find('b', 'abcb')", "1"), ("Find('b', 'abcb', 2)", "3"), ("Find('z', 'abc')", "-1"),
      ("Find('', 'abc', 1)", "1"), ("Find('b', '\u{1F333}b')", "2"), ("Find('b', null)", "-1"),
      ("Find(2, 123)", "1"), ("Find('a', 'a', 9)", "-1"),
      ("Left('hello', 2)", "\"he\""), ("Left('hi', 9)", "\"hi\""), ("Left('hi', -1)", "\"\""),
      ("Left(12345, 2)", "\"12\""), ("Left(null, 2)", "\"\""), ("Right('hello', 2)", "\"lo\""),
      ("Right('hi', 9)", "\"hi\""), ("Right('hi', 0)", "\"\""), ("Mid('hello', 1, 3)", "\"ell\""),
      ("Mid('hello', 3)", "\"lo\""), ("Mid('hello', 9)", "\"\""), ("Mid('hello', -2, 2)", "\"he\""),
      ("Left('é\u{1F333}x', 1)", "\"é\""), ("Mid('é\u{1F333}x', 3)", "\"x\""),
      ("Lower('AÉ')", "\"aé\""), ("Upper('straße')", "\"STRASSE\""), ("Upper(null)", "\"\""),
      ("Proper('the QUICK fox')", "\"The Quick Fox\""),
      ("Proper('the QUICK fox', 'firstword')", "\"The quick fox\""),
      ("Trim('  a b\\n\\t')", "\"a b\""), ("Trim('   ')", "\"\""),
      ("Replace('abab', 'b', 'x')", "\"axax\""), ("Replace('abab', 'b', 'x', false)", "\"axab\""),
      ("Replace('aaa', 'aa', 'b')", "\"ba\""), ("Replace('abc', 'z', 'x')", "\"abc\""),
      (
        "Replace($feature.Notes, TextFormatting.NewLine, ' ')",
        "\"old and \\\"quoted\\\" \u{1F333}\""
      ),
      ("Split('a,b,,c', ',')", "[\"a\",\"b\",\"\",\"c\"]"),
      ("Split('a,b,c', ',', 2)", "[\"a\",\"b\"]"),
      ("Split('a,,c', ',', -1, true)", "[\"a\",\"c\"]"),
      ("Split('abc', '')", "[\"a\",\"b\",\"c\"]"),
      ("Split('', ',')", "[\"\"]"), ("Split('a b', ' ')[1]", "\"b\""),
      ("UrlEncode('a b&c/é')", "\"a%20b%26c%2F%C3%A9\""),
      ("UrlEncode({'q': 'a b', 'n': 1})", "\"n=1&q=a%20b\""),
      ("FromCharCode(72, 105)", "\"Hi\""), ("FromCodePoint(127795)", "\"\u{1F333}\""),
      ("ToCharCode('A')", "65"), ("ToCharCode('AB', 1)", "66"),
      ("ToCodePoint('\u{1F333}')", "127795"),
      ("ToHex(255)", "\"ff\""), ("ToHex(-10.5)", "\"-a.8\""),
      ("ToHex(0.1)", "\"0.1999999999999a\""), ("ToHex('x')", "NaN"), ("ToHex(0)", "\"0\""),
      ("Count('a\u{1F333}')", "3"),
      (
        "StandardizeGuid('{0A1B2C3D-0000-4000-8000-000000000001}', 'digits-hyphen')",
        "\"0A1B2C3D-0000-4000-8000-000000000001\""
      ),
      ("StandardizeGuid($feature.GlobalID, 'digits')", "\"0a1b2c3d000040008000000000000001\""),
    ])
  func `text functions`(source: String, expected: String) throws {
    #expect(try Expressions.value(source) == expected)
  }

  @Test(
    arguments: [
      ("Abs(-5)", "5"), ("Abs(null)", "0"), ("Abs('x')", "NaN"), ("Sqrt(16)", "4"),
      ("Sqrt(-1)", "NaN"), ("Pow(2, 10)", "1024"), ("Exp(0)", "1"), ("Log(1)", "0"),
      ("Sin(0)", "0"), ("Cos(0)", "1"), ("Tan(0)", "0"), ("Asin(1) == PI / 2", "true"),
      ("Acos(1)", "0"), ("Acos(-1) == PI", "true"), ("Acos(2)", "NaN"), ("Atan(0)", "0"),
      ("Atan2(1, 0) == PI / 2", "true"),
      ("Round(2.5)", "3"), ("Round(-2.5)", "-2"), ("Round(1.005, 2)", "1.01"),
      ("Round(1.25, 1)", "1.3"), ("Round(-1.25, 1)", "-1.2"), ("Round(12.34, 1)", "12.3"),
      ("Round(1234, -2)", "1200"), ("Round(8.345, 2)", "8.35"), ("Round(0.1 + 0.2, 10)", "0.3"),
      ("Round(null)", "0"), ("Round('x')", "NaN"), ("Round(1e20, 2)", "100000000000000000000"),
      ("Round(49.5)", "50"), ("Round(0.49999999999999994)", "0"), ("Round(5e-7, 6)", "0.000001"),
      ("Ceil(1.1)", "2"), ("Ceil(-1.9)", "-1"), ("Ceil(1.001, 2)", "1.01"), ("Ceil(1.1, 1)", "1.1"),
      ("Floor(1.9)", "1"), ("Floor(-1.1)", "-2"), ("Floor(1.999, 2)", "1.99"),
      ("Constrain(5, 1, 3)", "3"), ("Constrain(0, 1, 3)", "1"), ("Constrain(2, 1, 3)", "2"),
      ("Max(1, 5, 3)", "5"), ("Max([1, 5, 3])", "5"), ("Max([])", "null"), ("Min(4, 2)", "2"),
      ("Min([])", "null"), ("Min(1, NaN)", "NaN"), ("Sum(1, 2, 3)", "6"), ("Sum([])", "0"),
      ("Sum(['1', 2, null])", "3"), ("Mean(1, 2)", "1.5"), ("Average([2, 4])", "3"),
      ("Mean([])", "null"), ("Variance(2, 4)", "1"), ("Stdev(2, 4)", "1"), ("Stdev([5])", "0"),
    ])
  func `math functions`(source: String, expected: String) throws {
    #expect(try Expressions.value(source) == expected)
  }

  @Test(
    arguments: [
      ("Array(2, 'x')", "[\"x\",\"x\"]"), ("Array(2)", "[null,null]"), ("Array([1])", "[1]"),
      ("Count([1, 2])", "2"), ("Count(null)", "0"), ("Count({'a': 1})", "1"),
      ("Count($feature)", "12"),
      ("First([7, 8])", "7"), ("First([])", "null"), ("Front([7, 8])", "7"), ("Back([7, 8])", "8"),
      ("Reverse([1, 2, 3])", "[3,2,1]"), ("Slice([1, 2, 3, 4], 1, 3)", "[2,3]"),
      ("Slice([1, 2, 3], -2)", "[2,3]"), ("Slice([1, 2], 5)", "[]"), ("Slice([1, 2])", "[1,2]"),
      ("Splice([1], 2, [3, 4])", "[1,2,3,4]"), ("Top([1, 2, 3], 2)", "[1,2]"),
      ("Top([1], 9)", "[1]"),
      ("Distinct([1, '1', 1, 'a', 'a', null, null, true])", "[1,\"a\",true]"),
      ("Sort([10, 9, 2])", "[2,9,10]"), ("Sort(['b', 'a', 'B'])", "[\"B\",\"a\",\"b\"]"),
      ("Sort(['b', 3, 'a', 1])", "[1,3,\"a\",\"b\"]"), ("Sort([10, '9', 2])", "[10,2,\"9\"]"),
      ("function d(a, b) { return b - a } return Sort([1, 3, 2], d)", "[3,2,1]"),
      (
        "function c(a, b) { return a.n - b.n } Sort([{'n': 2}, {'n': 1}], c)",
        "[{\"n\":1},{\"n\":2}]"
      ),
      ("IndexOf([5, 6], 6)", "1"), ("IndexOf([5, 6], '6')", "-1"), ("Includes([5], 5)", "true"),
      ("Includes([5], '5')", "false"), ("var a = [1]; return [Push(a, 2), a]", "[2,[1,2]]"),
      ("var a = [1, 2]; return [Pop(a), a]", "[2,[1]]"),
      ("var a = [1, 3]; Insert(a, 1, 2); return a", "[1,2,3]"),
      ("var a = [1]; Insert(a, 1, 2); Insert(a, -1, 9); return a", "[1,9,2]"),
      ("var a = [1, 2, 3]; Erase(a, 1); Erase(a, -1); return a", "[1]"),
      ("var a = [1]; Resize(a, 3, 0); return a", "[1,0,0]"),
      ("var a = [1, 2]; Resize(a, 1); return a", "[1]"),
      ("function even(x) { return x % 2 == 0 } Filter([1, 2, 4], even)", "[2,4]"),
      (
        "function even(x) { return x % 2 == 0 } return [All([2], even), Any([1], even), None([1], even)]",
        "[true,false,true]"
      ),
      ("All([], IsEmpty)", "true"), ("Any([null], IsEmpty)", "true"),
      ("Map(['a', 'b'], Upper)", "[\"A\",\"B\"]"),
      ("function add(a, b) { return a + b } Reduce([1, 2, 3], add)", "6"),
      ("function add(a, b) { return a + b } Reduce([1, 2], add, 10)", "13"),
      ("function add(a, b) { return a + b } Reduce([], add)", "null"),
      ("Dictionary('a', 1, 'b', null)", "{\"a\":1,\"b\":null}"), ("Dictionary()", "{}"),
      ("Dictionary('{\"a\": [1]}')", "{\"a\":[1]}"),
      ("FromJSON('[1, null, \"x\"]')", "[1,null,\"x\"]"),
      ("Dictionary($feature).attributes.dbh", "12.5"),
      ("var d = {}; for (var i = 0; i < 40; i++) d['k' + i] = i; return d.K39 + Count(d)", "79"),
    ])
  func `array and dictionary functions`(source: String, expected: String) throws {
    #expect(try Expressions.value(source) == expected)
  }

  @Test(
    arguments: [
      ("DomainName($feature, 'Condition')", "\"In good health\""),
      ("DomainName($feature, 'condition', 'P')", "\"Poor\""),
      ("DomainName($feature, 'Condition', 'G', 1)", "\"Green\""),
      ("DomainName($feature, 'Condition', 'X')", "\"X\""),
      ("DomainName($feature, 'DBH')", "12.5"), ("DomainName($feature, 'Condition', null)", "null"),
      ("DomainCode($feature, 'Condition', 'Poor')", "\"P\""),
      ("DomainCode($feature, 'Condition', 'Nope')", "\"Nope\""),
      ("DomainCode($feature, 'Condition')", "\"G\""),
      ("Domain($feature, 'Wires').max", "9"),
      (
        "Domain($feature, 'Condition').codedValues[1].name",
        "\"Poor\""
      ), ("Domain($feature, 'DBH')", "null"), ("SubtypeCode($feature)", "2"),
      ("SubtypeName($feature)", "\"Broadleaf\""),
      ("Subtypes($feature).subtypes[0].name", "\"Conifer\""),
      ("Subtypes($feature).subtypeField", "\"Kind\""),
      ("Schema($feature).objectIdField", "\"OBJECTID\""),
      ("Schema($feature).fields[2].alias", "\"Street address\""),
      ("Schema($feature).geometryType", "\"esriGeometryPoint\""), ("Geometry($feature).x", "10"),
      ("Geometry($feature).Y + 1", "21"), ("Geometry($feature).spatialReference.wkid", "102100"),
      ("Geometry($feature).spatialReference.latestWkid", "3857"),
      ("Geometry($feature).z", "null"), ("Expects($feature, 'DBH')", "null"),
      ("$feature.Wires", "3"), ("$feature.OBJECTID", "7"),
      ("$feature.Notes", "\"old\\nand \\\"quoted\\\" \u{1F333}\""),
      ("Console('a', 1)", "null"),
    ])
  func `functions of features`(source: String, expected: String) throws {
    #expect(try Expressions.value(source) == expected)
  }

  @Test func `messages of Console are kept, up to a limit`() throws {
    var workspace = try Expressions.workspace()
    let program = try ArcadeProgram(
      parsing: "for (var i = 0; i < 500; i++) Console('n', i)", profile: .popup, features: nil)
    _ = try workspace.value(of: program)
    #expect(workspace.run.messages.first == "n0")
    #expect(workspace.run.messages.count == ArcadeRun.mostMessages)
  }
}
