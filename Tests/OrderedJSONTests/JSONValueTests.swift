import OrderedJSON
import Testing

@Suite struct JSONValueTests {
  @Test(
    arguments: [
      ("5", 5), ("-0", 0), ("5.0", 5), ("5e2", 500), ("9223372036854775807", .max),
      ("-9223372036854775808", .min), ("9007199254740993", 9_007_199_254_740_993), ("5.5", nil),
      ("9223372036854775808", nil), ("1e300", nil), ("1e19", nil), ("1e-400", 0),
    ] as [(String, Int64?)])
  func `a number is an integer if it has no fraction and fits`(
    text: String, value: Int64?
  ) throws {
    #expect(try #require(JSONNumber(text: text)).int64 == value)
  }

  @Test(arguments: ["", " 1", "1 ", "01", "1.", "NaN", "Infinity", "0x1", "1e", "+1", "١"])
  func `text that isn't a JSON number gives nil`(text: String) {
    #expect(JSONNumber(text: text) == nil)
  }

  @Test(
    arguments: [
      (3, "3"), (-0.0, "-0"), (0.1, "0.1"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
      (123456.75, "123456.75"),
    ] as [(Double, String)])
  func `a double is written in the shortest text that reads back`(value: Double, text: String) {
    #expect(JSONNumber(value)?.text == text)
    #expect(JSONNumber(value)?.double.bitPattern == value.bitPattern)
  }

  @Test func `a value that isn't finite gives no number, and null as a value`() {
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSON.number(Double.infinity) == .null)
  }

  @Test func `accessors return only values of their own kind`() {
    let value: JSON = ["text": "a", "number": 7, "flag": true, "list": [1, 2]]
    #expect(value["text"]?.string == "a")
    #expect(value["text"]?.int == nil)
    #expect(value["number"]?.double == 7)
    #expect(value["flag"]?.bool == true)
    #expect(value["list"]?[1]?.int == 2)
    #expect(value["list"]?[2] == nil)
    #expect(value["list"]?[-1] == nil)
    #expect(value["missing"] == nil)
    #expect(JSON.null.isNull)
    #expect(JSON.null["text"] == nil)
  }

  @Test func `setting a member keeps its position, and nil removes it`() {
    var object: JSONObject = ["a": 1, "b": 2, "c": 3]
    object["b"] = "two"
    object["d"] = 4
    object["a"] = nil
    #expect(object.keys == ["b", "c", "d"])
    #expect(object["b"]?.string == "two")
    var value = JSON.object(object)
    value["c"] = false
    #expect(value["c"]?.bool == false)
    object.append("b", 5)
    #expect(object["b"]?.int == 5)
    object["b"] = nil
    #expect(object.keys == ["c", "d"])
  }

  @Test func `values are equal if they are written the same`() {
    #expect(JSON.object(["a": 1, "b": 2]) != .object(["b": 2, "a": 1]))
    #expect(JSONNumber(text: "1.0") != JSONNumber(text: "1"))
    #expect(JSON.array([1, "x"]) == .array([1, "x"]))
  }
}
