// What two values of a field have to share to be one value (design §6, rule 8):
//
//   number    the number: 5 and 5.0, 1 and true
//   dateTime  the instant in UTC
//   date      the day
//   identity  the GlobalID, without case, braces and hyphens
//   geometry  the coordinates and how they are joined: not the byte order, the envelope, the id of
//             the spatial reference, nor whether a single part is written as a multiple one
//   gridded   the same on the grid of a geodatabase that the shapes went through, where rings turn
//             one way and all shapes have the same dimensions
//   text      the bytes
//   bytes     the bytes
//
// A value that is not of its field's form (a word in a number's field) is compared by its bytes.

import Bytes
import FeatureData
package import Geometry

/// How the values of a field are compared.
package enum FieldMeaning: Sendable, Equatable {
  case number, dateTime, date, identity, geometry, text, bytes
  case gridded(ShapeGrid)

  /// Whether the values are shapes.
  package var isGeometry: Bool {
    switch self {
    case .geometry, .gridded: true
    default: false
    }
  }

  /// The meaning in which no two shapes are one because of a grid.
  var exact: FieldMeaning { isGeometry ? .geometry : self }

  /// Whether two values mean the same.
  package func isSame(_ one: FieldValue, _ other: FieldValue) -> Bool {
    if one == other { return true }
    switch self {
    case .text, .bytes: return false
    default:
      var left: [UInt8] = []
      var right: [UInt8] = []
      append(one, to: &left)
      append(other, to: &right)
      return left == right
    }
  }

  /// Appends bytes that are equal for values of one meaning, and for no others.
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
    default: break
    }
    Self.append(kind: 3, text, to: &bytes)
  }

  /// A geometry without coordinates is no geometry: writers differ in which they store.
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
      // Zero has two signs and "no measure" many patterns.
      let bits = number == 0 ? 0 : number.isNaN ? Double.nan.bitPattern : number.bitPattern
      bytes.append(bigEndian: bits)
    }
  }
}
