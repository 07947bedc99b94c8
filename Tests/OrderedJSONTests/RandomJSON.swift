import OrderedJSON
import TestSupport

/// Random values and texts from a seed, for properties that must always be true.
enum RandomJSON {
  private static let characters: [String] = [
    "a", "Z", "\"", "\\", "/", "\n", "\t", "\u{1}", "é", "€", "💚", "e\u{301}", "{", "}", "[", "]",
    ",", ":", "<", "\u{2028}", " ", "0",
  ]

  /// A value with containers nested at most `depth` levels.
  static func value(depth: Int, _ generator: inout SeededGenerator) -> JSON {
    switch generator.integer(in: 0...(depth > 0 ? 7 : 4)) {
    case 0: return .null
    case 1: return .bool(generator.integer(in: 0...1) == 1)
    case 2: return .number(Int(truncatingIfNeeded: generator.next()))
    case 3: return .number(Double(bitPattern: generator.next()))
    case 4: return .string(string(&generator))
    case 5:
      return .array(
        (0..<generator.integer(in: 0...4)).map { _ in
          value(depth: depth - 1, &generator)
        })
    default: return .object(object(depth: depth - 1, &generator))
    }
  }

  /// An object with distinct keys.
  static func object(depth: Int, _ generator: inout SeededGenerator) -> JSONObject {
    var object = JSONObject()
    for _ in 0..<generator.integer(in: 0...5) {
      object[string(&generator)] = value(depth: depth, &generator)
    }
    return object
  }

  /// A string with many characters that need special handling.
  static func string(_ generator: inout SeededGenerator) -> String {
    (0..<generator.integer(in: 0...12)).map { _ in
      characters[generator.integer(in: 0...characters.count - 1)]
    }.joined()
  }

  /// White space, mostly empty.
  static func space(_ generator: inout SeededGenerator) -> String {
    ["", "", "", "", " ", "\n", "\r\n", "\t  "][generator.integer(in: 0...7)]
  }

  /// A document with an array of objects named `features` among other members, and its parts.
  static func featureDocument(
    _ generator: inout SeededGenerator
  ) -> (text: [UInt8], members: JSONObject, features: [JSON]) {
    var members = object(depth: 2, &generator)
    members["features"] = nil
    let features = (0..<generator.integer(in: 0...6)).map { _ in
      JSON.object(object(depth: 3, &generator))
    }
    let index = generator.integer(in: 0...members.count)
    var parts = members.members.map { part($0.key, text($0.value, &generator), &generator) }
    let list = features.map { space(&generator) + text($0, &generator) + space(&generator) }
    let array = "[" + list.joined(separator: ",") + space(&generator) + "]"
    parts.insert(part("features", array, &generator), at: index)
    let document = space(&generator) + "{" + parts.joined(separator: ",") + "}" + space(&generator)
    return (Array(document.utf8), members, features)
  }

  private static func part(
    _ key: String, _ value: String, _ generator: inout SeededGenerator
  ) -> String {
    let name = text(.string(key), &generator)
    return space(&generator) + name + space(&generator) + ":" + space(&generator) + value
      + space(&generator)
  }

  private static func text(_ value: JSON, _ generator: inout SeededGenerator) -> String {
    let style: JSONWriter.Style = generator.integer(in: 0...3) == 0 ? .pretty : .compact
    return String(decoding: JSONWriter.write(value, style: style), as: UTF8.self)
  }

  /// A copy of a text with a few bytes changed, removed, doubled or replaced by structural
  /// characters.
  static func damaged(_ text: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    let structure = Array("{}[]\",:\\ \n0-eNtfu".utf8) + [0x00, 0x1E, 0x80, 0xC3, 0xEF, 0xFF]
    var text = text
    for _ in 0..<generator.integer(in: 1...4) where !text.isEmpty {
      let at = generator.integer(in: 0...text.count - 1)
      switch generator.integer(in: 0...4) {
      case 0: text.remove(at: at)
      case 1: text.insert(structure[generator.integer(in: 0...structure.count - 1)], at: at)
      case 2: text[at] = structure[generator.integer(in: 0...structure.count - 1)]
      case 3: text.removeSubrange(at...)
      default: text.insert(contentsOf: text[at..<min(at + 9, text.count)], at: at)
      }
    }
    return text
  }
}
