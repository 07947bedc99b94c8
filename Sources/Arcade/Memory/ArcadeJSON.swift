import Geometry
import OrderedJSON

// Conversion to JSON and back (Arcade: type casting, text of dictionaries, arrays and features).
// Dates become text. Values that JSON cannot express become null.

/// Conversion of values to JSON and back.
enum ArcadeJSON {
  /// The deepest nesting of arrays and dictionaries that is converted.
  private static let deepestJSON = 32

  /// Converts a value to JSON.
  ///
  /// - Throws: `nestedTooDeep` for a value that contains itself; the errors of limits.
  static func json(of value: ArcadeValue, in run: inout ArcadeRun) throws(ArcadeProblem) -> JSON {
    try json(of: value, level: 0, in: &run)
  }

  private static func json(
    of value: ArcadeValue, level: Int, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> JSON {
    guard level < Self.deepestJSON else { throw .nestedTooDeep(limit: Self.deepestJSON) }
    switch value {
    case .null, .function, .tables, .featureSet: return .null
    case .boolean(let value): return .bool(value)
    case .number(let number): return JSON.number(arcade: number)
    case .text(let text): return .string(text)
    case .date, .day, .time: return .string(try run.text(of: value))
    case .array(let array):
      let elements = run.elements(of: array)
      try run.budget.charge(elements: 3 * elements.count)
      var list: [JSON] = []
      for element in elements { list.append(try json(of: element, level: level + 1, in: &run)) }
      return .array(list)
    case .dictionary(let dictionary):
      return .object(try object(of: run.entries(of: dictionary), level: level, in: &run))
    case .feature(let feature):
      var entries = ArcadeEntries()
      for name in run.fieldNames(of: feature) {
        var value = try run.member(of: feature, named: name)
        if case .date(let date) = value { value = .text(date.universalText(in: run.context.zones)) }
        entries.set(name, value)
      }
      var shape = JSON.null
      if let geometry = try run.geometry(of: feature) {
        shape = try json(of: .geometry(geometry), level: level + 1, in: &run)
      }
      let attributes = try object(of: entries, level: level, in: &run)
      return .object(
        JSONObject([
          .init(key: "geometry", value: shape),
          .init(key: "attributes", value: .object(attributes)),
        ]))
    case .geometry(let geometry): return try shape(of: geometry, in: &run)
    }
  }

  private static func object(
    of entries: ArcadeEntries, level: Int, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> JSONObject {
    try run.budget.charge(elements: 5 * entries.count)
    var members: [JSONObject.Member] = []
    for (key, value) in zip(entries.keys, entries.values) {
      members.append(.init(key: key, value: try json(of: value, level: level + 1, in: &run)))
    }
    return JSONObject(members)
  }

  private static func shape(of geometry: ArcadeGeometry, in run: inout ArcadeRun)
    throws(ArcadeProblem) -> JSON
  {
    guard let held = run.held(geometry) else { return .null }
    let reference = held.reference
    if held.isExtent {
      let box = held.geometry.envelope()
      let sides = [("xmin", box.minX), ("ymin", box.minY), ("xmax", box.maxX), ("ymax", box.maxY)]
      var members = JSONObject(
        sides.map { JSONObject.Member(key: $0.0, value: JSON.number(arcade: $0.1)) })
      if !reference.isNone { members.append("spatialReference", reference.json) }
      return .object(members)
    }
    var bytes: [UInt8] = []
    try run.budget.charge(elements: held.geometry.coordinates.count)
    held.geometry.appendEsriJSON(
      to: &bytes, wkid: reference.isNone ? nil : reference.wkid,
      latestWkid: reference.latestWkid)
    return (try? JSONParser.parse(bytes)) ?? .null
  }

  /// The JSON text of a value.
  static func text(of value: ArcadeValue, in run: inout ArcadeRun) throws(ArcadeProblem) -> String {
    let bytes = JSONWriter.write(try json(of: value, in: &run))
    try run.budget.charge(textBytes: bytes.count)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a value from JSON text (function reference: FromJSON).
  static func value(
    ofJSON text: String, _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    // A value takes many times the bytes of its shortest text.
    try run.budget.charge(elements: text.utf8.count / 2)
    guard let json = try? JSONParser.parse(Array(text.utf8)) else {
      throw run.badArgument(arguments, 0, message: "it is not JSON")
    }
    return try value(of: json, level: 0, in: &run)
  }

  private static func value(of json: JSON, level: Int, in run: inout ArcadeRun)
    throws(ArcadeProblem) -> ArcadeValue
  {
    guard level < Self.deepestJSON else { throw .nestedTooDeep(limit: Self.deepestJSON) }
    switch json {
    case .null: return .null
    case .bool(let value): return .boolean(value)
    case .number(let number): return .number(number.double)
    case .string(let text): return try run.makeValue(text)
    case .array(let list):
      var elements: [ArcadeValue] = []
      for element in list { elements.append(try value(of: element, level: level + 1, in: &run)) }
      return try run.makeValue(elements)
    case .object(let object):
      var entries = ArcadeEntries()
      for member in object.members {
        entries.set(member.key, try value(of: member.value, level: level + 1, in: &run))
      }
      return try run.makeValue(entries)
    }
  }
}

extension JSON {
  /// Makes a number; null if JSON cannot express it.
  fileprivate static func number(arcade number: Double) -> JSON {
    guard number.isFinite else { return .null }
    return JSONNumber(text: ArcadeNumber.text(number)).map(JSON.number) ?? .null
  }
}
