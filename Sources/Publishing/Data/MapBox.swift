import Bytes
import OrderedJSON

/// A box in web Mercator meters, the frame of quantized coordinates.
struct MapBox: Sendable, Equatable {
  var minX = Double.infinity
  var minY = Double.infinity
  var maxX = -Double.infinity
  var maxY = -Double.infinity

  var isEmpty: Bool { minX > maxX }

  mutating func add(x: Double, y: Double) {
    minX = min(minX, x)
    minY = min(minY, y)
    maxX = max(maxX, x)
    maxY = max(maxY, y)
  }

  mutating func add(_ other: MapBox) {
    guard !other.isEmpty else { return }
    add(x: other.minX, y: other.minY)
    add(x: other.maxX, y: other.maxY)
  }

  /// The bits for each coordinate. Sixteen bits are enough while a step is at most half a meter.
  var bits: Int { max(maxX - minX, maxY - minY) / 65_535 <= 0.5 ? 16 : 32 }

  /// Returns where a coordinate lies between two limits, in whole steps.
  func quantized(_ value: Double, from low: Double, to high: Double, steps: Double) -> UInt32 {
    guard high > low, value.isFinite else { return 0 }
    let step = ((value - low) / (high - low) * steps).rounded()
    return UInt32(min(max(step, 0), steps))
  }

  /// Returns the quantized coordinates in little-endian order.
  func array(_ values: [Double], isX: Bool, bits: Int, order: [Int]) -> [UInt8] {
    let (low, high) = isX ? (minX, maxX) : (minY, maxY)
    let steps = bits == 16 ? 65_535.0 : 4_294_967_295.0
    var bytes: [UInt8] = []
    bytes.reserveCapacity(order.count * bits / 8)
    for row in order {
      let step = quantized(values[row], from: low, to: high, steps: steps)
      if bits == 16 {
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: step))
      } else {
        bytes.append(littleEndian: step)
      }
    }
    return bytes
  }

  var json: JSON {
    isEmpty
      ? [0, 0, 0, 0] : .array([.number(minX), .number(minY), .number(maxX), .number(maxY)])
  }
}
