import Bytes
package import Geometry
package import MapModel
import Packages

/// The area to pack, as given on the command line.
package enum AreaRequest: Sendable, Equatable {
  /// All bound data.
  case everything
  /// `WEST,SOUTH,EAST,NORTH`: degrees if the numbers can be degrees, otherwise map coordinates.
  case box(Envelope)
  /// A box in degrees whose west is a greater longitude than its east: the part up to the
  /// antimeridian, and the part from there.
  case boxOverAntimeridian(Envelope, Envelope)
  /// A GeoJSON or Esri JSON file.
  case polygonFile(String)
  /// `FILE:FIELD='value'`: the features of such a file with a value.
  case filePolygons(String, field: String, value: String)
  case bookmark(String)
  /// `Layer:FIELD='value'`.
  case feature(layer: String, expression: String)
  /// The map's initial view.
  case view

  /// Reads the text of `--area`.
  ///
  /// - Parameters:
  ///   - layers: the titles of the map's layers; the text before `:` must be one of them.
  package init(
    parsing text: String, map: WebMap, isFile: (String) throws -> Bool
  ) throws {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(part.filter { $0 != " " })
    }
    if numbers.count == 4, !numbers.contains(nil) {
      self = try Self.box(numbers.compactMap(\.self), text)
    } else if map.bookmark(named: text) != nil {
      self = .bookmark(text)
    } else if text == "view" {
      self = .view
    } else if try isFile(text) {
      self = .polygonFile(text)
    } else if let (layer, expression) = Self.layerAndExpression(text, map) {
      self = .feature(layer: layer, expression: expression)
    } else if let (path, condition) = try Self.split(text, where: isFile),
      let (field, value) = Self.equality(condition)
    {
      self = .filePolygons(path, field: field, value: value)
    } else {
      if let path = Self.missingFile(text) { throw BytesError.fileNotFound(path: path) }
      throw PackagingError.area(text: text, expected: Self.expected(map))
    }
  }

  /// The path in a text that can only name a file, whether or not there is one.
  static func missingFile(_ text: String) -> String? {
    func isPath(_ name: String) -> Bool {
      let name = name.lowercased()
      return [".geojson", ".json", ".csv"].contains(where: name.hasSuffix)
    }
    return isPath(text) ? text : split(text, where: isPath)?.0
  }

  /// Reads `Layer:expression`.
  static func layerAndExpression(
    _ text: String, _ map: WebMap
  ) -> (layer: String, expression: String)? {
    let titles = map.allFeatureLayers().map(\.title)
    guard
      let (layer, expression) = split(
        text, where: { name in titles.contains { $0.isSameName(as: name) } })
    else { return nil }
    return (layer, expression)
  }

  /// Splits a text at a `:` after a name. Names may contain `:`, so the longest known name is taken.
  private static func split(
    _ text: String, where isName: (String) throws -> Bool
  ) rethrows -> (String, String)? {
    let colons = text.indices.filter { text[$0] == ":" }
    guard let colon = try colons.last(where: { try isName(String(text[..<$0])) }) else {
      return nil
    }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }

  /// Reads `FIELD='value'` or `FIELD=7`.
  private static func equality(_ text: String) -> (field: String, value: String)? {
    guard let sign = text.firstIndex(of: "=") else { return nil }
    let field = text[..<sign].trimmed
    let value = text[text.index(after: sign)...].trimmed
    guard !field.isEmpty, !value.isEmpty else { return nil }
    guard value.first == "'" else { return (field, value) }
    guard value.count > 1, value.last == "'" else { return nil }
    return (field, String(value.dropFirst().dropLast()).replacing("''", with: "'"))
  }

  /// Writes a condition that `equality` and filters read.
  static func equality(field: String, value: String, isNumber: Bool) -> String {
    isNumber ? "\(field)=\(value)" : "\(field)='\(value.replacing("'", with: "''"))'"
  }

  private static func box(_ sides: [Double], _ text: String) throws -> AreaRequest {
    let (west, south, east, north) = (sides[0], sides[1], sides[2], sides[3])
    // A smaller difference means that west and east were mixed up, not most of the world.
    let isDegrees = abs(south) <= 90 && abs(north) <= 90
    guard sides.allSatisfy(\.isFinite), south < north, west != east,
      west < east || isDegrees && west < 180 && east > -180 && west - east > 180
    else {
      throw PackagingError.area(
        text: text,
        expected: "a box WEST,SOUTH,EAST,NORTH with SOUTH < NORTH, and with WEST < EAST unless it "
          + "goes over the antimeridian, such as 170,-20,-170,-10")
    }
    if west < east { return .box(Envelope(minX: west, minY: south, maxX: east, maxY: north)) }
    return .boxOverAntimeridian(
      Envelope(minX: west, minY: south, maxX: 180, maxY: north),
      Envelope(minX: -180, minY: south, maxX: east, maxY: north))
  }

  private static func expected(_ map: WebMap) -> String {
    var forms = "a box WEST,SOUTH,EAST,NORTH, a GeoJSON or Esri JSON file, "
    if !map.allFeatureLayers().isEmpty { forms += "Layer:FIELD='value', " }
    forms += "FILE:FIELD='value'"
    if map.initialViewpoint != nil { forms += ", view" }
    forms += " or \(AreaMargin.form)"
    let names = map.bookmarks.map { "\"\($0.name)\"" }
    if !names.isEmpty { forms += ", or a bookmark: " + names.joined(separator: ", ") }
    return forms
  }
}

extension Substring {
  /// Without spaces around it.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
