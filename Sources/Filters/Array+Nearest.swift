extension Array where Element == String {
  /// Returns the name that is most similar to `name`, if at most a third of its letters differ.
  package func nearest(to name: String) -> String? {
    let wanted = Self.folded(name)
    var best: (name: String, distance: Int)?
    for candidate in self {
      let distance = Self.distance(wanted, Self.folded(candidate))
      guard distance * 3 <= wanted.count, distance < best?.distance ?? .max else { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// Returns the name in lower-case ASCII letters, cut to the longest length of a field name.
  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.prefix(128).map { (65...90).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Returns the number of bytes to insert, delete or replace to change one name to the other.
  private static func distance(_ one: [UInt8], _ two: [UInt8]) -> Int {
    var row = [Int](0...two.count)
    for (index, byte) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in two.indices {
        let replaced = diagonal + (byte == two[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[two.count]
  }
}
