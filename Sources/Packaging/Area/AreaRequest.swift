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
  /// A GeoJSON file with a polygon.
  case polygonFile(String)
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
    parsing text: String, map: WebMap, isFile: (String) -> Bool
  ) throws {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Double(part.filter { $0 != " " })
    }
    if numbers.count == 4, !numbers.contains(nil) {
      self = try .box(Self.box(numbers.compactMap(\.self), text))
    } else if map.bookmark(named: text) != nil {
      self = .bookmark(text)
    } else if text == "view" {
      self = .view
    } else if isFile(text) {
      self = .polygonFile(text)
    } else if let feature = Self.feature(text, map) {
      self = feature
    } else {
      throw PackagingError.area(text: text, expected: Self.expected(map))
    }
  }

  /// Reads `Layer:expression`. Titles may contain `:`, so the longest matching title is the layer.
  private static func feature(_ text: String, _ map: WebMap) -> AreaRequest? {
    let titles = map.allFeatureLayers().map(\.title)
    let colons = text.indices.filter { text[$0] == ":" }
    let colon = colons.last { candidate in
      titles.contains { $0.isSameName(as: String(text[..<candidate])) }
    }
    guard let colon else { return nil }
    return .feature(
      layer: String(text[..<colon]), expression: String(text[text.index(after: colon)...]))
  }

  private static func box(_ sides: [Double], _ text: String) throws -> Envelope {
    let box = Envelope(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3])
    guard sides.allSatisfy(\.isFinite), box.minX < box.maxX, box.minY < box.maxY else {
      throw PackagingError.area(
        text: text, expected: "a box WEST,SOUTH,EAST,NORTH with WEST < EAST and SOUTH < NORTH")
    }
    return box
  }

  private static func expected(_ map: WebMap) -> String {
    var forms = "a box WEST,SOUTH,EAST,NORTH, a GeoJSON file, Layer:FIELD='value' or view"
    let names = map.bookmarks.map { "\"\($0.name)\"" }
    if !names.isEmpty { forms += ", or a bookmark: " + names.joined(separator: ", ") }
    return forms
  }
}
