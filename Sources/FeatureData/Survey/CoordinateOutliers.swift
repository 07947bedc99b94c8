package import Geometry

/// Rows whose coordinates can't be in their spatial reference.
package struct CoordinateOutliers: Sendable, Equatable {
  /// A row, which counts from 1, and the box of its shape.
  package struct Sample: Sendable, Equatable {
    package var row: Int
    package var box: Envelope
  }

  /// The maximum number of samples.
  static let sampleLimit = 5

  package private(set) var count = 0
  /// The first of them.
  package private(set) var samples: [Sample] = []
  /// The box of all of them.
  package private(set) var envelope = Envelope.empty

  package init() {}

  /// Whether they are so few that they are mistakes of single rows: one row, or at most one in a
  /// hundred, and fewer than the others. Otherwise the spatial reference is probably wrong.
  ///
  /// - Parameter total: the number of rows with a shape, these included.
  package func areFew(of total: Int) -> Bool {
    (count == 1 || count * 100 <= total) && count * 2 < total
  }

  mutating func note(_ box: Envelope, row: Int) {
    count += 1
    envelope.formUnion(box)
    if samples.count < Self.sampleLimit { samples.append(Sample(row: row, box: box)) }
  }

  /// Adds those of later rows, which count from `firstRow`.
  mutating func merge(_ later: CoordinateOutliers, firstRow: Int) {
    count += later.count
    envelope.formUnion(later.envelope)
    samples += later.samples.prefix(Self.sampleLimit - samples.count).map {
      Sample(row: $0.row + firstRow, box: $0.box)
    }
  }
}
