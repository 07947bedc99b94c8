package import Geometry
import MapModel

// The columns in which an export writes the coordinates of points. Their names say which system the
// coordinates are in, so that the file can be read again.
//
//   Longitude_EPSG_4326, Latitude_EPSG_4326   degrees
//   x_EPSG_2913, y_EPSG_2913                  a projected system
//   z_EPSG_2913, m_EPSG_2913                  heights and measures
//   x_SHAPE, y_SHAPE                          a system without a code
//   x_EPSG_2913_2, y_EPSG_2913_2              if a field already has such a name

/// The columns with the coordinates of points in exported CSV.
package struct CoordinateColumns: Sendable, Equatable {
  /// The names of the columns for x, y, and z and m if there are any.
  package let names: [String]

  /// Names the columns for points in a spatial reference. Nil stands for an undefined one.
  ///
  /// - Parameter fields: the names of the other columns.
  package init(
    _ reference: SpatialReference?, hasZ: Bool, hasM: Bool, beside fields: [String]
  ) {
    let isGeographic = reference?.isGeographic ?? false
    let axes =
      (isGeographic ? ["Longitude", "Latitude"] : ["x", "y"]) + (hasZ ? ["z"] : [])
      + (hasM ? ["m"] : [])
    let system =
      reference.flatMap { known in known.wkid.map { "\(known.organization)_\($0)" } } ?? "SHAPE"
    var names = axes.map { "\($0)_\(system)" }
    var number = 1
    while names.contains(where: { name in fields.contains { $0.isSameName(as: name) } }) {
      number += 1
      names = axes.map { "\($0)_\(system)_\(number)" }
    }
    self.names = names
  }
}

/// Where the coordinates of an exported file are.
struct FoundCoordinates {
  /// Indexes of the columns.
  var x: Int
  var y: Int
  var z: Int?
  var m: Int?
  /// The code of their spatial reference, or nil if it has none.
  var code: Int?

  /// Finds the columns that an export wrote. Nil if there are none.
  init?(in columns: [String]) {
    let named = columns.enumerated().compactMap { index, name in
      Name(name).map { (index: index, name: $0) }
    }
    // Columns with lower numbers are fields, which had such names before the export.
    let numbers = named.map(\.name.number).sorted(by: >)
    for number in numbers {
      for (index, name) in named where name.axis == .x && name.number == number {
        func other(_ axis: Axis) -> Int? {
          named.first {
            $0.name.axis == axis && $0.name.number == number && $0.name.code == name.code
          }?.index
        }
        guard let y = other(.y) else { continue }
        (x, self.y, z, m) = (index, y, other(.z), other(.m))
        code = name.code
        return
      }
    }
    return nil
  }

  private enum Axis { case x, y, z, m }

  /// The parts of a column's name.
  private struct Name {
    var axis: Axis
    var code: Int?
    var number = 1

    init?(_ text: String) {
      var parts = text.split(separator: "_", omittingEmptySubsequences: false)[...]
      guard let first = parts.popFirst(), let axis = Self.axis(first.lowercased()),
        let system = parts.popFirst()?.uppercased()
      else { return nil }
      self.axis = axis
      if system != "SHAPE" {
        guard system == "EPSG" || system == "ESRI", let code = parts.popFirst().flatMap({ Int($0) })
        else { return nil }
        self.code = code
      }
      guard let last = parts.popFirst() else { return }
      guard parts.isEmpty, let number = Int(last), number > 1 else { return nil }
      self.number = number
    }

    private static func axis(_ text: String) -> Axis? {
      switch text {
      case "x", "longitude": .x
      case "y", "latitude": .y
      case "z": .z
      case "m": .m
      default: nil
      }
    }
  }
}
