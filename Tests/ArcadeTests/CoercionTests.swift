import Arcade
import Testing

/// Arcade guide: type casting; operators; logical operators.
struct CoercionTests {
  @Test(
    arguments: [
      // Same type and same value.
      ("1 == 1", true), ("1 == '1'", false), ("'1' == '1'", true), ("null == null", true),
      ("null == ''", false), ("null == 0", false), ("0 == false", false), ("true == true", true),
      ("'a' == 'A'", false), ("NaN == NaN", false), ("0 == -0", true),
      ("'é' == 'e\u{301}'", false), ("[1] == [1]", false), ("null != 1", true), ("1 != 1", false),
      ("$feature.Empty == null", true), ("$feature.Empty == ''", false),
      ("$feature.Planted == $feature.Planted", true), ("Upper == Upper", true),
      ("Upper == Lower", false), ("$feature == $feature", true), ("1 == [1]", false),
    ])
  func `values of different types are never equal`(source: String, expected: Bool) throws {
    #expect(try Expressions.value(source) == "\(expected)")
    if source.contains("==") {
      let other = source.replacing("==", with: "!=")
      #expect(try Expressions.value(other) == "\(!expected)")
    }
  }

  @Test func `an array or dictionary equals only itself`() throws {
    #expect(try Expressions.value("var a = [1]; var b = a; return a == b") == "true")
    #expect(try Expressions.value("var a = {}; var b = {}; return a == b || a != a") == "false")
  }

  @Test(
    arguments: [
      ("1 < 2", true), ("2 < 10", true), ("'2' < '10'", false), ("'a' < 'b'", true),
      ("'B' < 'a'", true), ("'10' > 9", true), ("null < 1", true), ("null < 0", false),
      ("null <= 0", true), ("'' < 1", true), ("'' >= 0", true), ("true > 0", true),
      ("true >= 1", true), ("'x' < 1", false), ("'x' >= 1", false), ("NaN < 1", false),
      ("null <= null", true), ("'' < 'a'", true), ("'ab' < 'abc'", true), ("'abc' <= 'abc'", true),
      ("'\u{1F333}' < '\u{FFFD}'", true), ("'z' < '\u{1F333}'", true),
      ("$feature.Planted < 1e15", true), ("$feature.Planted > null", true),
      ("$feature.Empty < 1", true), ("$feature.DBH >= '12.5'", true),
    ])
  func `two texts compare as text, everything else as numbers`(
    source: String, expected: Bool
  ) throws {
    #expect(try Expressions.value(source) == "\(expected)")
  }

  @Test(
    arguments: [
      ("null + 1", "1"), ("null + null", "0"), ("null - 1", "-1"), ("null * 5", "0"),
      ("true + true", "2"), ("'3' * '4'", "12"), ("'3' - 1", "2"), ("'' - 1", "-1"),
      ("' 7 ' * 1", "7"), ("'x' * 1", "NaN"), ("1 / 0", "Infinity"), ("-1 / 0", "-Infinity"),
      ("0 / 0", "NaN"), ("5 % 3", "2"), ("-5 % 3", "-2"), ("5.5 % 2", "1.5"), ("5 % 0", "NaN"),
      ("'a' + null", "\"a\""), ("null + 'a'", "\"a\""), ("'a' + true", "\"atrue\""),
      ("'' + 1.50", "\"1.5\""), ("'' + 1e21", "\"1e+21\""), ("'' + 0.1", "\"0.1\""),
      ("'' + 123456789012345680000", "\"123456789012345680000\""), ("'' + 1e-7", "\"1e-7\""),
      ("'' + 0.000001", "\"0.000001\""), ("'' + 1.25e-9", "\"1.25e-9\""),
      ("'' + (0.1 + 0.2)", "\"0.30000000000000004\""), ("'' + 100", "\"100\""),
      ("'' + 0 / 0", "\"NaN\""), ("'' + -1 / 0", "\"-Infinity\""), ("'' + -0", "\"0\""),
      ("'' + 1.7976931348623157e308", "\"1.7976931348623157e+308\""), ("'' + 5e-324", "\"5e-324\""),
      ("'' + [1, 'a', null]", "\"[1,\\\"a\\\",null]\""),
      ("'' + {a: [true]}", "\"{\\\"a\\\":[true]}\""),
      ("[1] + 1", "NaN"), ("-'4'", "-4"), ("+'4'", "4"), ("-null", "0"), ("+true", "1"),
      ("'.5' * 1", "0.5"), ("'5.' * 1", "5"), ("'1e2' * 1", "100"), ("'007' * 1", "7"),
      ("'+3' * 1", "3"), ("'-' * 1", "NaN"), ("'1 2' * 1", "NaN"), ("'1,5' * 1", "NaN"),
      ("$feature.Planted - $feature.Planted", "NaN"), ("$feature.Planted * 1", "NaN"),
      ("$feature.Empty + 5", "5"), ("$feature.DBH + $feature.Height", "52.5"),
      ("'5' + 1", "\"51\""), ("5 + '1'", "\"51\""), ("1 + true", "2"), ("'5' | 0", "5"),
      ("4294967296.5 | 0", "0"), ("-1 | 0", "-1"), ("2147483648 | 0", "-2147483648"),
    ])
  func `arithmetic converts to numbers, and plus joins text`(source: String, expected: String)
    throws
  {
    #expect(try Expressions.value(source) == expected)
  }

  @Test(
    arguments: [
      ("true && false", "false"), ("false && (1 / null == 'never')", "false"),
      ("false && 1", "false"), ("true || 1", "true"), ("true && true && false", "false"),
      ("false || false || true", "true"), ("!false", "true"),
      ("false && [1][5] == 1", "false"), ("true || $feature.nosuch == 1", "true"),
      ("IIf(true, 1, [1][5])", "1"), ("IIf(false, [1][5], 2)", "2"),
      ("When(false, [1][5], true, 2, [1][6])", "2"), ("When(false, 1, 3)", "3"),
      ("Decode(2, 1, [1][5], 2, 'b', [1][6])", "\"b\""), ("Decode(9, 1, 'a', 'z')", "\"z\""),
      ("Decode('1', 1, 'a', 'z')", "\"z\""), ("Decode(null, null, 'a', 'z')", "\"a\""),
    ])
  func `logical operators evaluate only what they need`(source: String, expected: String) throws {
    #expect(try Expressions.value(source) == expected)
  }
}
