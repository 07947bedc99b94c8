import Arcade
import Testing

/// Arcade guide: statements, variables, functions, loops, implicit return.
struct LanguageTests {
  @Test(
    arguments: [
      // The value is that of return, else of the last executed statement.
      ("return 1; 2", "1"), ("1; 2", "2"), ("", "null"), (";;", "null"), ("return", "null"),
      ("return\n5", "null"), ("5", "5"), ("5\n", "5"), ("// nothing", "null"),
      ("var x = 5", "null"), ("var x = 5; x", "5"), ("var x; x = 5", "null"),
      ("var x = 1; x++", "1"), ("var x = 1; ++x", "2"),
      ("if (true) { 1 } else { 2 }", "1"), ("if (false) { 1 } else { 2 }", "2"),
      ("if (false) 1", "null"), ("if (true) { null } else { 2 }", "null"),
      ("if (false) { 1 } else if (true) { 2 } else { 3 }", "2"),
      ("if (false) 1 else if (false) 2 else 3", "3"),
      ("7; if (false) { 1 }", "null"), ("7; for (var i in [1]) { i }", "null"),
      ("{ 1; { 2 } }", "2"), ("if (true) { return 1 } return 2", "1"),
      ("function f() { 5 } f()", "5"), ("function f() { return 5; 6 } f()", "5"),
      ("function f() { var x = 1 } f()", "null"), ("function f() {} f()", "null"),
      ("f(2); function f(x) { return x * 2 }", "null"),
      ("var r = f(2); function f(x) { return x * 2 } return r", "4"),
    ])
  func `the value is that of return, else of the last statement`(
    source: String, expected: String
  ) throws {
    #expect(try Expressions.value(source) == expected)
  }

  @Test(
    arguments: [
      ("var i = 0; while (i < 5) { i++ } return i", "5"),
      ("var s = 0; for (var i = 0; i < 4; i++) { s += i } return s", "6"),
      ("var s = ''; for (var i in [5, 6, 7]) { s += i } return s", "\"012\""),
      ("var s = ''; for (var k in {b: 1, a: 2}) { s += k } return s", "\"ab\""),
      ("var s = ''; for (var v of ['x', 'y']) { s += v } return s", "\"xy\""),
      ("var s = ''; for (var v of 'xy') { s += v + '.' } return s", "\"x.y.\""),
      ("var s = ''; for (var p of {b: 1, a: 2}) { s += p.key + p.value } return s", "\"a2b1\""),
      ("var s = 'x'; for (var v of null) { s += v } return s", "\"x\""),
      ("var s = 'x'; for (var i in 'abc') { s += i } return s", "\"x012\""),
      ("var s = 'x'; for (var i in null) { s += i } for (var i in 5) { s += i } return s", "\"x\""),
      ("var a = 0; var b = Max(a = 5, 3); return a + b", "10"),
      ("var a = 0; IIf(true, a = 3, a = 4); return a", "3"),
      ("var a = 1; var b = [a += 2, (a = 7)]; return a + Text(b)", "\"7[3,7]\""),
      (
        "function f(a, b) { return IIf(IsEmpty(b), 'none', b) } f(1) + f(1, 2) + f(1, 2, 3)",
        "\"none22\""
      ),
      ("var f = 1; for (var of in [4]) { f = of } return f", "0"),
      ("var x = 5; Decode(x, 'default'); return Decode(x, 'default')", "\"default\""),
      ("var n = 0; for (var f in $feature) { n++ } return n", "12"),
      ("var s = 0; for (var i = 0; ; i++) { if (i == 3) break; s += i } return s", "3"),
      ("var s = 0; for (var i = 0; i < 5; i++) { if (i == 3) continue; s += i } return s", "7"),
      ("var s = 0; for (var i in [1, 2, 3]) { if (i == 1) continue; s += i } return s", "2"),
      ("for (var i in [1, 2, 3]) { if (i == 1) break } return i", "1"),
      ("for (var i in [1, 2, 3]) { if (i == 1) return i } return 9", "1"),
      ("function f(a) { for (var i in a) { if (a[i] > 1) return i } return -1 } f([1, 2])", "1"),
      ("var i; for (i in [4, 5]) {} return i", "1"),
      ("var i; for (i = 0; i < 3; ++i); return i", "3"),
      (
        "var s = ''; for (var i in [1, 2]) for (var j in [1, 2]) s += i + '' + j + ' '; s",
        "\"00 01 10 11 \""
      ),
      ("var i = 5; while (i > 0) i -= 2; return i", "-1"),
      ("var i = 0; while (true) { i++; if (i > 9) break } return i", "10"),
    ])
  func `loops repeat their bodies`(source: String, expected: String) throws {
    #expect(try Expressions.value(source) == expected)
  }

  @Test(
    arguments: [
      ("VAR X = 1; RETURN x", "1"), ("Var Name = 'a'; nAmE", "\"a\""), ("TRUE", "true"),
      ("rOuNd(1.4)", "1"), ("$FEATURE.dbh", "12.5"), ("$feature['HEIGHT']", "40"),
      ("textformatting.NEWLINE", "\"\\n\""), ("pi > 3", "true"), ("Infinity", "Infinity"),
      ("function F(A) { return a } f(3)", "3"), ("var d = {Key: 1}; d.key", "1"),
      ("var d = {Key: 1, KEY: 2}; d.KEY", "2"), ("var été = 1; ÉTÉ", "1"),
    ])
  func `names ignore letter case`(source: String, expected: String) throws {
    #expect(try Expressions.value(source) == expected)
  }

  @Test(
    arguments: [
      ("12", "12"), ("1.5", "1.5"), (".5", "0.5"), ("5.", "5"), ("1e3", "1000"), ("1E-2", "0.01"),
      ("0xFF", "255"), ("0b101", "5"), ("0o17", "15"), ("-3", "-3"), ("- -3", "3"), ("+3", "3"),
      ("'it''s'", "fails"), ("'a\\'b'", "\"a'b\""), ("\"a\\\"b\"", "\"a\\\"b\""),
      ("'\\u0041\\x42\\u{43}'", "\"ABC\""), ("'\\ud83c\\udf33' == '\u{1F333}'", "true"),
      ("'a\\tb\\\\c'", "\"a\\tb\\\\c\""), ("'\\q'", "\"q\""), ("'a\\\nb'", "\"ab\""),
      ("`a${1 + 1}b`", "\"a2b\""), ("`${null}`", "\"\""), ("``", "\"\""),
      ("`a\n${'x' + `${1}`}`", "\"a\\nx1\""), ("`\\`${'}'}\\${`", "\"`}${\""),
      ("[1, [2, 'a'], null,]", "[1,[2,\"a\"],null]"), ("[]", "[]"),
      ("return {a: 1, 'b c': [2], 3: null}", "{\"a\":1,\"b c\":[2],\"3\":null}"),
      ("{'a': 1}", "{\"a\":1}"), ("return {}", "{}"),
      ("/* a */ 1 // b", "1"), ("1 /* \n */", "1"), ("\u{FEFF}1", "1"), ("\u{A0}1", "1"),
    ])
  func `literals`(source: String, expected: String) throws {
    if expected == "fails" {
      #expect(try Expressions.failure(source) != nil)
    } else {
      #expect(try Expressions.value(source) == expected)
    }
  }

  @Test(
    arguments: [
      ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("10 - 4 - 3", "3"), ("2 * 3 % 4", "2"),
      ("1 < 2 == true", "true"), ("true || false && false", "true"), ("!true || true", "true"),
      ("!(true || true)", "false"), ("1 | 2 ^ 3 & 1", "3"), ("1 << 2 + 1", "8"),
      ("-2 * -3", "6"), ("'a' + 1 + 2", "\"a12\""), ("1 + 2 + 'a'", "\"3a\""),
      ("1 + (2 + 'a')", "\"12a\""), ("~5", "-6"), ("-8 >> 1", "-4"), ("-8 >>> 28", "15"),
      ("6 & 3", "2"), ("6 | 3", "7"), ("6 ^ 3", "5"), ("[1,2][0] + {a: 5}.a", "6"),
      ("[[1],[2]][1][0]", "2"), ("-[3][0]", "-3"), ("var x = 2; -x++", "-2"),
    ])
  func `operators have their precedence`(source: String, expected: String) throws {
    #expect(try Expressions.value(source) == expected)
  }

  @Test(
    arguments: [
      ("var x = 1; x += 2; x *= 5; x -= 1; x /= 2; x %= 4; return x", "3"),
      ("var a = [1, 2]; a[0] = 5; a[2] = 7; return a", "[5,2,7]"),
      ("var a = [1, 2]; a[-1] = 9; return a[-1] + a[-2]", "10"),
      ("var a = [1]; a[0] += 4; a[0]++; return a", "[6]"),
      ("var a = [1]; var r = a[0]++; return [r, a[0], ++a[0]]", "[1,2,3]"),
      ("var d = {}; d.x = 1; d['y'] = 2; d.X = 3; return d", "{\"x\":3,\"y\":2}"),
      ("var d = {n: 1}; var r = d.n++; d.n += 5; return [r, d.n, --d.n]", "[1,7,6]"),
      ("var a = [1]; var b = a; Push(b, 2); return a", "[1,2]"),
      ("var a = [1]; function f(x) { x[0] = 9 } f(a); return a", "[9]"),
      ("var x = 1; function f(x) { x = 9; return x } return [f(2), x]", "[9,1]"),
      ("var x = 1; function f() { x = 9 } f(); return x", "9"),
      ("var x = 1; function f() { var x = 9; return x } return [f(), x]", "[9,1]"),
      ("var a, b = 2; return [a, b]", "[null,2]"), ("var x = y; var y = 1; return x", "null"),
      ("var a = 1; var b = 2; a = b = 7; return [a, b]", "[7,7]"),
      ("var count = Count('abc'); return [count, Count('ab')]", "[3,2]"),
    ])
  func `variables and elements can be assigned`(source: String, expected: String) throws {
    #expect(try Expressions.value(source) == expected)
  }

  @Test(
    arguments: [
      ("function f(n) { if (n < 2) return n; return f(n - 1) + f(n - 2) } f(12)", "144"),
      (
        "function even(n) { if (n == 0) return true; return odd(n - 1) }"
          + "function odd(n) { if (n == 0) return false; return even(n - 1) } even(9)", "false"
      ),
      ("function f(g, x) { return g(g(x)) } function d(x) { return x * 2 } f(d, 3)", "12"),
      ("function f(g) { return g('ab') } f(Upper)", "\"AB\""),
      ("var f = Lower; f('AB')", "\"ab\""), ("[Lower][0]('AB')", "\"ab\""),
      ("function f(x) { return [x] } f(4)[0]", "4"),
      ("function f(a, b) { return a - b } f(5, 3)", "2"),
      ("Map([3, 1], f); function f(x) { var y = x; return y + 1 }", "null"),
      ("function f(x) { return x * x } Map([1, 2, 3], f)", "[1,4,9]"),
    ])
  func `functions can be called and passed`(source: String, expected: String) throws {
    #expect(try Expressions.value(source) == expected)
  }

  @Test func `a long chain of operators does not recurse`() throws {
    let sum = Array(repeating: "1", count: 20_000).joined(separator: " + ")
    #expect(try Expressions.value(sum) == "20000")
    let choice = (0..<2_000).map { "if (Count('a') == \($0)) { 'x\($0)' }" }
      .joined(separator: " else ")
    #expect(try Expressions.value(choice) == "\"x1\"")
  }

  @Test func `labels and renderers have their globals`() throws {
    #expect(try Expressions.value("$view.scale", profile: .label) == "5000")
    #expect(try Expressions.value("$feature.DBH / $view.Scale", profile: .drawing) == "0.0025")
  }

  @Test func `compiling reports what an expression needs and what stops it`() throws {
    let program = try ArcadeProgram(
      parsing: "if (false) { Guid($feature) }\nreturn $feature.Girth + Now()", profile: .popup,
      features: Expressions.schema)
    #expect(program.unsupported.map(\.position.offset) == [13])
    #expect(program.unknownFields.map(\.position.line) == [2])
    #expect(program.usesClock)
    #expect(!program.usesFeatureSets)
  }
}
