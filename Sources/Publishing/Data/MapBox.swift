import Bytes
import OrderedJSON

/// A box in web Mercator metres, the frame of quantised coordinates.
struct MapBox: Sendable, Equatable {
  var minX = Double.infinity
  var minY = Double.infinity
  var maxX = -Double.infinity
  var maxY = -Double.infinity

  var isEmpty: Bool { minX > maxX }

  mutating func add(_ x: Double, _ y: Double) {
    minX = min(minX, x)
    minY = min(minY, y)
    maxX = max(maxX, x)
    maxY = max(maxY, y)
  }

  mutating func add(_ other: MapBox) {
    guard !other.isEmpty else { return }
    add(other.minX, other.minY)
    add(other.maxX, other.maxY)
  }

  /// Steps of half a metre are finer than anybody sees; beyond them sixteen bits do not do.
  var bits: Int { max(maxX - minX, maxY - minY) / 65_535 <= 0.5 ? 16 : 32 }

  /// Where a coordinate lies between two limits, in whole steps.
  func quantized(_ value: Double, from low: Double, to high: Double, steps: Double) -> UInt32 {
    guard high > low, value.isFinite else { return 0 }
    let place = ((value - low) / (high - low) * steps).rounded()
    return UInt32(min(max(place, 0), steps))
  }

  /// The quantised coordinates, little-endian.
  func array(_ values: [Double], isX: Bool, bits: Int, order: [Int]) -> [UInt8] {
    let (low, high) = isX ? (minX, maxX) : (minY, maxY)
    let steps = bits == 16 ? 65_535.0 : 4_294_967_295.0
    var bytes: [UInt8] = []
    bytes.reserveCapacity(order.count * bits / 8)
    for row in order {
      let place = quantized(values[row], from: low, to: high, steps: steps)
      if bits == 16 {
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: place))
      } else {
        bytes.append(littleEndian: place)
      }
    }
    return bytes
  }

  var json: JSON {
    isEmpty
      ? [0, 0, 0, 0] : .array([.number(minX), .number(minY), .number(maxX), .number(maxY)])
  }
}
