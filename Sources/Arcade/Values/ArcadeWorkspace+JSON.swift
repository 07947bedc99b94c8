import Geometry
package import OrderedJSON

// Conversion to JSON and back (Arcade: type casting, text of dictionaries, arrays and features).
// Dates become text. Values that JSON cannot express become null.

extension ArcadeWorkspace {
  /// The deepest nesting of arrays and dictionaries that is converted.
  private static let deepestJSON = 32

  /// Converts a value to JSON.
  ///
  /// - Throws: `nestedTooDeep` for a value that contains itself; the errors of limits.
  package mutating func json(of value: ArcadeValue) throws(ArcadeProblem) -> JSON {
    try json(of: value, level: 0)
  }

  private mutating func json(
    of value: ArcadeValue, level: Int
  ) throws(ArcadeProblem) -> JSON {
    guard level < Self.deepestJSON else { throw .nestedTooDeep(limit: Self.deepestJSON) }
    switch value {
    case .null, .function, .tables, .featureSet: return .null
    case .boolean(let value): return .bool(value)
    case .number(let number): return JSON.number(arcade: number)
    case .text(let text): return .string(text)
    case .date, .day, .time: return .string(try text(of: value))
    case .array(let array):
      let elements = elements(of: array)
      try charge(elements: 3 * elements.count)
      var list: [JSON] = []
      for element in elements { list.append(try json(of: element, level: level + 1)) }
      return .array(list)
    case .dictionary(let dictionary):
      return .object(try object(of: entries(of: dictionary), level: level))
    case .feature(let feature):
      var entries = ArcadeEntries()
      for name in fieldNames(of: feature) {
        entries.set(name, try member(of: feature, named: name))
      }
      var shape = JSON.null
      if let geometry = try geometry(of: feature) {
        shape = try json(of: .geometry(geometry), level: level + 1)
      }
      let attributes = try object(of: entries, level: level)
      return .object(
        JSONObject([
          .init(key: "geometry", value: shape),
          .init(key: "attributes", value: .object(attributes)),
        ]))
    case .geometry(let geometry): return try shape(of: geometry)
    }
  }

  private mutating func object(
    of entries: ArcadeEntries, level: Int
  ) throws(ArcadeProblem) -> JSONObject {
    try charge(elements: 5 * entries.count)
    var members: [JSONObject.Member] = []
    for (key, value) in zip(entries.keys, entries.values) {
      members.append(.init(key: key, value: try json(of: value, level: level + 1)))
    }
    return JSONObject(members)
  }

  private mutating func shape(of geometry: ArcadeGeometry) throws(ArcadeProblem) -> JSON {
    guard let held = held(geometry) else { return .null }
    var bytes: [UInt8] = []
    try charge(elements: held.geometry.coordinates.count)
    held.geometry.appendEsriJSON(to: &bytes, wkid: held.wkid == 0 ? nil : held.wkid)
    return (try? JSONParser.parse(bytes)) ?? .null
  }

  /// The JSON text of a value.
  mutating func jsonText(of value: ArcadeValue) throws(ArcadeProblem) -> String {
    let bytes = JSONWriter.write(try json(of: value))
    try charge(textBytes: bytes.count)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a value from JSON text (function reference: FromJSON).
  mutating func value(
    ofJSON text: String, _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeValue {
    // A value takes many times the bytes of its shortest text.
    try charge(elements: text.utf8.count / 2)
    let json: JSON
    do throws(JSONError) {
      json = try JSONParser.parse(Array(text.utf8))
    } catch {
      throw badArgument(arguments, 0, message: "it is not JSON")
    }
    return try value(of: json, level: 0)
  }

  private mutating func value(of json: JSON, level: Int) throws(ArcadeProblem) -> ArcadeValue {
    guard level < Self.deepestJSON else { throw .nestedTooDeep(limit: Self.deepestJSON) }
    switch json {
    case .null: return .null
    case .bool(let value): return .boolean(value)
    case .number(let number): return .number(number.double)
    case .string(let text): return try makeValue(text)
    case .array(let list):
      var elements: [ArcadeValue] = []
      for element in list { elements.append(try value(of: element, level: level + 1)) }
      return try makeValue(elements)
    case .object(let object):
      var entries = ArcadeEntries()
      for member in object.members {
        entries.set(member.key, try value(of: member.value, level: level + 1))
      }
      return try makeValue(entries)
    }
  }
}

extension JSON {
  /// Makes a number; null if JSON cannot express it.
  static func number(arcade number: Double) -> JSON {
    guard number.isFinite else { return .null }
    return JSONNumber(text: ArcadeNumber.text(number)).map(JSON.number) ?? .null
  }
}
