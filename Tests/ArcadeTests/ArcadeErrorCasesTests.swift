import Arcade
import Testing

/// Each error, with its line, column and byte offset.
struct ArcadeErrorCasesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let source: String
    let location: String
    let message: String
    init(_ source: String, _ location: String, _ message: String) {
      self.source = source
      self.location = location
      self.message = message
    }
    var testDescription: String { source }
  }

  static func check(_ test: Case, profile: ArcadeProfile = .popup) throws {
    let error = try #require(try Expressions.failure(test.source, profile: profile))
    let position = error.position
    #expect("\(position.line):\(position.column):\(position.offset)" == test.location)
    #expect("\(error.problem)" == test.message)
  }

  @Test(
    arguments: [
      Case("#", "1:1:0", "the character '#' has no meaning here"),
      Case("1 + @", "1:5:4", "the character '@' has no meaning here"),
      Case("a ? b : c", "1:3:2", "the character '?' has no meaning here"),
      Case("'abc", "1:1:0", "this text has no closing quote"),
      Case("1 + \"abc\n\"", "1:5:4", "this text has no closing quote"),
      Case("'it's'", "1:5:4", "expected ';' or a new line, found 's'"),
      Case("'", "1:1:0", "this text has no closing quote"),
      Case("1 /* x", "1:3:2", "this comment has no closing */"),
      Case("\n\n  /*", "3:3:4", "this comment has no closing */"),
      Case("`abc", "1:1:0", "this template has no closing `"),
      Case("`a${1}b", "1:1:0", "this template has no closing `"),
      Case("`a${1", "1:6:5", "expected '}', found the end"),
      Case("`a${}`", "1:5:4", "expected a value, found '}'"),
      Case("12ab", "1:1:0", "12ab is not a number"),
      Case("x + 0x", "1:5:4", "0x is not a number"),
      Case("0b12", "1:1:0", "0b12 is not a number"),
      Case("0xFG", "1:1:0", "0xFG is not a number"),
      Case("1e", "1:1:0", "1e is not a number"),
      Case("1.2.3", "1:4:3", "expected ';' or a new line, found '.3'"),
      Case("(1 + 2", "1:7:6", "expected ')', found the end"),
      Case("1 + ", "1:5:4", "expected a value, found the end"),
      Case("1 + * 2", "1:5:4", "expected a value, found '*'"),
      Case(")", "1:1:0", "expected a value, found ')'"),
      Case("[1, 2", "1:6:5", "expected ']', found the end"),
      Case("[,1]", "1:2:1", "expected a value, found ','"),
      Case("[1 2]", "1:4:3", "expected ']', found '2'"),
      Case("return {a 1}", "1:11:10", "expected ':', found '1'"),
      Case("return {a: }", "1:12:11", "expected a value, found '}'"),
      Case("return {: 1}", "1:9:8", "expected a key, found ':'"),
      Case("return {'a': 1", "1:15:14", "expected '}', found the end"),
      Case("1 2", "1:3:2", "expected ';' or a new line, found '2'"),
      Case("var x = 1 var y", "1:11:10", "expected ';' or a new line, found 'var'"),
      Case("var", "1:4:3", "expected a name, found the end"),
      Case("var 5 = 1", "1:5:4", "expected a name, found '5'"),
      Case("var $x = 1", "1:5:4", "expected a name, found '$x'"),
      Case("var if = 1", "1:5:4", "if is a reserved word and cannot be a name"),
      Case("var x = ", "1:9:8", "expected a value, found the end"),
      Case("var a, = 1", "1:8:7", "expected a name, found '='"),
      Case("if true { 1 }", "1:4:3", "expected '(', found 'true'"),
      Case("if (true { 1 }", "1:10:9", "expected ')', found '{'"),
      Case("if ()", "1:5:4", "expected a value, found ')'"),
      Case("if (true)", "1:10:9", "expected a value, found the end"),
      Case("if (true) { 1", "1:14:13", "expected '}', found the end"),
      Case("else { 1 }", "1:1:0", "expected a value, found 'else'"),
      Case("for (var i in [1]", "1:18:17", "expected ')', found the end"),
      Case("for (var i at [1]) {}", "1:12:11", "expected ';', found 'at'"),
      Case("for (;;", "1:8:7", "expected a value, found the end"),
      Case("for var i in x", "1:5:4", "expected '(', found 'var'"),
      Case("while true", "1:7:6", "expected '(', found 'true'"),
      Case("while (true)", "1:13:12", "expected a value, found the end"),
      Case("break", "1:1:0", "break is outside a loop"),
      Case("if (true) { continue }", "1:13:12", "continue is outside a loop"),
      Case("function f() { break }", "1:16:15", "break is outside a loop"),
      Case("function () {}", "1:10:9", "expected a name, found '('"),
      Case("function f {}", "1:12:11", "expected '(', found '{'"),
      Case("function f(a a) {}", "1:14:13", "expected ')', found 'a'"),
      Case("function f(a, A) {}", "1:15:14", "a is declared twice"),
      Case("function f(x) 5", "1:15:14", "expected '{', found '5'"),
      Case("function f() {}\nfunction F() {}", "2:1:16", "f is declared twice"),
      Case(
        "if (true) { function f() {} }", "1:13:12",
        "the function f is declared inside a block or function"),
      Case(
        "function f() { function g() {} }", "1:16:15",
        "the function g is declared inside a block or function"),
      Case(
        "var f = function(x) { return x }", "1:9:8",
        "the function function is declared inside a block or function"),
      Case("import x from 'y'", "1:1:0", "import is not supported"),
      Case("1;\nexport var x = 1", "2:1:3", "export is not supported"),
      Case("1 === 1", "1:3:2", "expected '==', found '==='"),
      Case("1 !== 1", "1:3:2", "expected '!=', found '!=='"),
      Case("5 = 1", "1:3:2", "only a variable, an element or a member can be assigned a value"),
      Case("f() = 1", "1:5:4", "only a variable, an element or a member can be assigned a value"),
      Case(
        "$feature = 1", "1:10:9", "only a variable, an element or a member can be assigned a value"),
      Case("5++", "1:2:1", "only a variable, an element or a member can be assigned a value"),
      Case("--5", "1:1:0", "only a variable, an element or a member can be assigned a value"),
      Case("var x; if (x = 5) {}", "1:14:13", "expected ')', found '='"),
      Case("var x; x[x = 5]", "1:12:11", "expected ']', found '='"),
      Case("x.", "1:3:2", "expected a member name, found the end"),
      Case("x.5", "1:2:1", "expected ';' or a new line, found '.5'"),
      Case("Round(1", "1:8:7", "expected ')', found the end"),
      Case("Round(1,)", "1:9:8", "expected an argument, found ')'"),
      Case("Round(,1)", "1:7:6", "expected a value, found ','"),
      Case("{", "1:2:1", "expected '}', found the end"),
      Case("}", "1:1:0", "expected a value, found '}'"),
      Case("return return", "1:8:7", "expected a value, found 'return'"),
      Case("'\u{1F333}é' + #", "1:8:11", "the character '#' has no meaning here"),
      Case("\r\n\r\n #", "3:2:5", "the character '#' has no meaning here"),
      Case("\r\r#", "3:1:2", "the character '#' has no meaning here"),
      Case("\u{1}", "1:1:0", "the character 0x01 has no meaning here"),
    ])
  func `syntax errors`(test: Case) throws { try Self.check(test) }

  @Test(
    arguments: [
      Case("x", "1:1:0", "there is no variable or function named x"),
      Case("1 +\n  nope", "2:3:6", "there is no variable or function named nope"),
      Case("x = 5", "1:1:0", "there is no variable or function named x"),
      Case("x += 5", "1:1:0", "there is no variable or function named x"),
      Case("x++", "1:1:0", "there is no variable or function named x"),
      Case("x[0] = 1", "1:1:0", "there is no variable or function named x"),
      Case("for (i in [1]) {}", "1:1:0", "there is no variable or function named i"),
      Case("function f() { return y } f()", "1:23:22", "there is no variable or function named y"),
      Case(
        "function f(a) { var b = 1 } return b", "1:36:35",
        "there is no variable or function named b"),
      Case("$nope", "1:1:0", "there is no variable or function named $nope"),
      Case(
        "TextFormatting.Bold", "1:15:14",
        "there is no variable or function named TextFormatting.Bold"),
      Case("Nope(1)", "1:1:0", "there is no function named Nope"),
      Case("1 + roundd(1)", "1:5:4", "there is no function named roundd"),
      Case("Round()", "1:1:0", "Round takes 1 to 2 arguments, but was given 0 arguments"),
      Case("Round(1, 2, 3)", "1:1:0", "Round takes 1 to 2 arguments, but was given 3 arguments"),
      Case("Upper()", "1:1:0", "Upper takes 1 argument, but was given 0 arguments"),
      Case("pow(1)", "1:1:0", "Pow takes 2 arguments, but was given 1 argument"),
      Case("IIf(true, 1)", "1:1:0", "IIf takes 3 arguments, but was given 2 arguments"),
      Case(
        "When(true, 1)", "1:1:0",
        "When takes pairs of a condition and a value, then a default, but was given 2 arguments"),
      Case(
        "When(true, 1, false, 2)", "1:1:0",
        "When takes pairs of a condition and a value, then a default, but was given 4 arguments"),
      Case(
        "Decode(1, 1, 'a')", "1:1:0",
        "Decode takes a value, pairs of a code and a value, then a default, but was given 3 arguments"
      ),
      Case(
        "Dictionary('a', 1, 'b')", "1:1:0",
        "Dictionary takes pairs of a key and a value, but was given 3 arguments"),
      Case("Now(1)", "1:1:0", "Now takes no arguments, but was given 1 argument"),
      Case(
        "Concatenate()", "1:1:0", "Concatenate takes at least 1 argument, but was given 0 arguments"
      ),
      Case(
        "Offset($feature, 1)", "1:1:0",
        "Offset is not supported: Fieldpack does not offset or densify geometries this way"),
      Case(
        "var x = Offset($feature, 5)", "1:9:8",
        "Offset is not supported: Fieldpack does not offset or densify geometries this way"),
      Case(
        "FeatureSetByPortalItem(1, 2, 3)", "1:1:0",
        "FeatureSetByPortalItem is not supported: it needs a portal"),
      Case(
        "if (false) Random()", "1:12:11",
        "Random is not supported: its value would differ from one run to the next"),
      Case(
        "Guid()", "1:1:0", "Guid is not supported: its value would differ from one run to the next"),
      Case(
        "NextSequenceValue('x')", "1:1:0",
        "NextSequenceValue is not supported: it needs a geodatabase"),
      Case(
        "Hash(1)", "1:1:0",
        "Hash is not supported: its result is not documented well enough to reproduce"),
      Case(
        "TrackIndex()", "1:1:0", "TrackIndex is not supported: it needs a stream of observations"),
      Case(
        "Map([1], Simplify)", "1:10:9",
        "Simplify is not supported: Fieldpack does not test or repair the structure of geometries"),
      Case("Length()", "1:1:0", "Length takes 1 to 2 arguments, but was given 0 arguments"),
      Case("$view.scale", "1:6:5", "$view.scale is not available here"),
      Case("$view", "1:1:0", "$view is not available here"),
      Case("Count($layer)", "1:7:6", "$layer is not available here"),
      Case("$map", "1:1:0", "$map is not available here"),
      Case("$datastore", "1:1:0", "$datastore is not available here"),
      Case("$feature.Girth", "1:9:8", "Trees has no field Girth"),
      Case("1;\n$feature['Girth']", "2:9:11", "Trees has no field Girth"),
      Case("var f = $feature; f.Girth", "1:20:19", "Trees has no field Girth"),
      Case("DomainName($feature, 'Girth')", "1:1:0", "Trees has no field Girth"),
    ])
  func `errors of names and numbers of arguments`(test: Case) throws { try Self.check(test) }

  @Test(
    arguments: [
      Case("if (1) { 2 }", "1:5:4", "the condition of if must be true or false, not Number"),
      Case("if ('true') { 2 }", "1:5:4", "the condition of if must be true or false, not Text"),
      Case("if (null) 1", "1:5:4", "the condition of if must be true or false, not null"),
      Case("while (1) {}", "1:8:7", "the condition of a loop must be true or false, not Number"),
      Case("for (; 0;) {}", "1:8:7", "the condition of a loop must be true or false, not Number"),
      Case("IIf(1, 2, 3)", "1:5:4", "a condition of IIf must be true or false, not Number"),
      Case(
        "When(false, 1, 'x', 2, 3)", "1:16:15",
        "a condition of When must be true or false, not Text"),
      Case("1 && true", "1:3:2", "&& must be true or false, not Number"),
      Case("true && 'a'", "1:6:5", "&& must be true or false, not Text"),
      Case("null || true", "1:6:5", "|| must be true or false, not null"),
      Case("false || 0", "1:7:6", "|| must be true or false, not Number"),
      Case("!1", "1:1:0", "the operand of ! must be true or false, not Number"),
      Case("!null", "1:1:0", "the operand of ! must be true or false, not null"),
      Case("[1][1]", "1:4:3", "index 1 is out of range for 1 element"),
      Case("[1][-2]", "1:4:3", "index -2 is out of range for 1 element"),
      Case("[][0]", "1:3:2", "index 0 is out of range for 0 elements"),
      Case("[1]['0']", "1:4:3", "Text is not an index of an array"),
      Case("[1][0.5]", "1:4:3", "0.5 is not an index of an array"),
      Case("[1][null]", "1:4:3", "null is not an index of an array"),
      Case("'ab'[2]", "1:5:4", "index 2 is out of range for 2 elements"),
      Case("5[0]", "1:2:1", "Number is not an index of Number"),
      Case("var d = {}; d.a", "1:14:13", "the dictionary has no key a"),
      Case("var d = {}; d['a b']", "1:14:13", "the dictionary has no key a b"),
      Case("var d = {}; d[1]", "1:14:13", "Number is not an index of Dictionary"),
      Case("null.a", "1:5:4", "null has no member a"),
      Case("var x; x['k']", "1:9:8", "null has no member k"),
      Case("'a'.length", "1:4:3", "Text has no member length"),
      Case("(5).x", "1:4:3", "Number has no member x"),
      Case("[1].length", "1:4:3", "Array has no member length"),
      Case("Geometry($feature).rings", "1:19:18", "Point has no member rings"),
      Case("$feature.DBH = 5", "1:14:13", "Feature cannot be changed"),
      Case("$feature['DBH'] = 5", "1:17:16", "Feature cannot be changed"),
      Case("var x = null; x.a = 1", "1:19:18", "null has no member a"),
      Case("var a = [1]; a[5] = 1", "1:19:18", "index 5 is out of range for 1 element"),
      Case("var a = [1]; a.x = 1", "1:18:17", "Array has no member x"),
      Case("var x = 5; x[0] = 1", "1:17:16", "Number is not an index of Number"),
      Case("var x = 5; x(1)", "1:12:11", "Number is not a function"),
      Case("'a'()", "1:1:0", "Text is not a function"),
      Case("[1][0](2)", "1:4:3", "Number is not a function"),
      Case("Map([1], 5)", "1:1:0", "argument 2 of Map must be a function, not Number"),
      Case("Map(5, Upper)", "1:1:0", "argument 1 of Map must be an array, not Number"),
      Case("Push(null, 1)", "1:1:0", "argument 1 of Push must be an array, not null"),
      Case("Pop([])", "1:1:0", "index -1 is out of range for 0 elements"),
      Case("Front([])", "1:1:0", "index 0 is out of range for 0 elements"),
      Case("Erase([1], 1)", "1:1:0", "index 1 is out of range for 1 element"),
      Case("Insert([1], 3, 0)", "1:1:0", "index 3 is out of range for 1 element"),
      Case(
        "Count(5)", "1:1:0",
        "argument 1 of Count must be text, an array, a dictionary or a feature set, not Number"),
      Case(
        "First('a')", "1:1:0", "argument 1 of First must be an array or a feature set, not Text"),
      Case(
        "Text(5, '[D]')", "1:1:0",
        "argument 2 of Text: the pattern has no digits (# or 0)"),
      Case(
        "Concatenate([5], ',', '¤')", "1:1:0",
        "argument 3 of Concatenate: currency patterns (¤) are not supported"),
      Case("GetKeys([1])", "1:1:0", "argument 1 of GetKeys must be a dictionary, not Array"),
      Case("Insert({'a': 1}, 1, 2)", "1:1:0", "argument 2 of Insert must be text, not Number"),
      Case("Erase({'a': 1}, null)", "1:1:0", "argument 2 of Erase must be text, not null"),
      Case(
        "HasKey(5, 'a')", "1:1:0",
        "argument 1 of HasKey must be a dictionary or a feature, not Number"),
      Case("FromJSON('{')", "1:1:0", "argument 1 of FromJSON: it is not JSON"),
      Case("Dictionary([1], 2)", "1:1:0", "argument 1 of Dictionary must be text, not Array"),
      Case(
        "DomainName(5, 'a')", "1:1:0",
        "argument 1 of DomainName must be a feature or a feature set, not Number"),
      Case(
        "DomainName($feature, 5)", "1:1:0",
        "argument 2 of DomainName must be a field name, not Number"),
      Case(
        "Schema(1)", "1:1:0", "argument 1 of Schema must be a feature or a feature set, not Number"),
      Case("ToCharCode('', 0)", "1:1:0", "argument 2 of ToCharCode: it is outside the text"),
      Case("ToCodePoint('a', 1)", "1:1:0", "argument 2 of ToCodePoint: it is outside the text"),
      Case(
        "StandardizeFilename(5)", "1:1:0",
        "argument 1 of StandardizeFilename must be text, not Number"),
      Case("Array(-1)", "1:1:0", "argument 1 of Array: it must not be negative"),
      Case("function f(x) { return x.a }\nMap([null], f)", "1:25:24", "null has no member a"),
      Case("var a = []; Push(a, a); return '' + a", "1:35:34", "nested deeper than 32 levels"),
      Case("Map([1], IIf)", "1:1:0", "IIf is not a function"),
    ])
  func `errors of values`(test: Case) throws { try Self.check(test) }

  @Test func `nesting is limited`() throws {
    let nested = String(repeating: "(", count: 101)
    let error = try #require(try Expressions.failure(nested))
    #expect(error.problem == .nestedTooDeep(limit: 100))
  }
}
