// What two values of a field must share to be equal (rule 8 in Sources/Merging/Rules.md):
//
//   number    the number: 5 equals 5.0, and 1 equals true
//   dateTime  the instant in UTC
//   date      the day
//   identity  the GlobalID, ignoring case, braces and hyphens
//   geometry  the coordinates and their structure. Byte order, envelope, spatial reference id, and
//             single-part versus multipart make no difference.
//   gridded   the geometry on the coordinate grid of a geodatabase, which also fixes the ring
//             direction and the dimensions
//   text      the bytes
//   bytes     the bytes
//
// A value of the wrong type (a word in a numeric field) is compared by its bytes.

import Bytes
import FeatureData
package import Geometry

/// How the values of a field are compared.
package enum FieldMeaning: Sendable, Equatable {
  case number, dateTime, date, identity, geometry, text, bytes
  case gridded(ShapeGrid)

  /// Whether the values are geometries.
  package var isGeometry: Bool {
    switch self {
    case .geometry, .gridded: true
    case .number, .dateTime, .date, .identity, .text, .bytes: false
    }
  }

  /// The same meaning, but without rounding geometries to a grid.
  var exact: FieldMeaning { isGeometry ? .geometry : self }

  /// Returns whether two values mean the same.
  package func isSame(_ one: FieldValue, _ other: FieldValue) -> Bool {
    if one == other { return true }
    switch self {
    case .text, .bytes: return false
    case .number, .dateTime, .date, .identity, .geometry, .gridded:
      var left: [UInt8] = []
      var right: [UInt8] = []
      append(one, to: &left)
      append(other, to: &right)
      return left == right
    }
  }

  /// Appends bytes that are equal only for values with the same meaning.
  package func append(_ value: FieldValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(0)
    case .integer(let number): Self.append(number, to: &bytes)
    case .real(let number):
      if let whole = Int64(exactly: number) {
        Self.append(whole, to: &bytes)
      } else {
        bytes.append(2)
        bytes.append(bigEndian: number.bitPattern)
      }
    case .text(let text): append(text: text, to: &bytes)
    case .blob(let blob):
      if isGeometry {
        appendGeometry(blob, to: &bytes)
      } else {
        Self.append(kind: 4, blob, to: &bytes)
      }
    }
  }

  private static func append(_ number: Int64, to bytes: inout [UInt8]) {
    bytes.append(1)
    bytes.append(bigEndian: UInt64(bitPattern: number))
  }

  private static func append(kind: UInt8, _ content: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(kind)
    bytes.append(bigEndian: UInt64(content.count))
    bytes.append(content.span)
  }

  private func append(text: [UInt8], to bytes: inout [UInt8]) {
    switch self {
    case .dateTime, .date:
      if let instant = DateText.milliseconds(text.span, in: 0..<text.count) {
        bytes.append(5)
        bytes.append(bigEndian: UInt64(bitPattern: instant))
        return
      }
    case .identity:
      if let id = GlobalID(text.span, in: 0..<text.count) {
        bytes.append(6)
        bytes.append(bigEndian: id.high)
        bytes.append(bigEndian: id.low)
        return
      }
    case .number, .geometry, .gridded, .text, .bytes: break
    }
    Self.append(kind: 3, text, to: &bytes)
  }

  /// Appends a geometry. An empty geometry equals null, because writers store either one.
  private func appendGeometry(_ blob: [UInt8], to bytes: inout [UInt8]) {
    var geometry = Geometry()
    do throws(GeometryError) {
      _ = try GeoPackageBlob.decode(blob.span, into: &geometry)
    } catch {
      return Self.append(kind: 4, blob, to: &bytes)
    }
    guard !geometry.isEmpty else { return bytes.append(0) }
    if case .gridded(let grid) = self {
      bytes.append(8)
      return grid.append(geometry, to: &bytes)
    }
    bytes.append(7)
    bytes.append(geometry.kind.multiple.rawValue)
    bytes.append((geometry.hasZ ? 1 : 0) | (geometry.hasM ? 2 : 0))
    for ends in [geometry.partEnds, geometry.polygonEnds] {
      bytes.append(bigEndian: UInt64(ends.count))
      for end in ends { bytes.append(bigEndian: UInt64(end)) }
    }
    for number in geometry.coordinates {
      // Zero has two signs, and NaN (no measure) has many bit patterns.
      let bits = number == 0 ? 0 : number.isNaN ? Double.nan.bitPattern : number.bitPattern
      bytes.append(bigEndian: bits)
    }
  }
}
