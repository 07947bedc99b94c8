/// The order of names in which people count: `2` comes before `10`.
package enum NaturalOrder {
  /// Whether a name comes before another. Runs of digits compare as numbers, all else as bytes.
  package static func precedes(_ name: String, _ other: String) -> Bool {
    let (one, two) = (Array(name.utf8), Array(other.utf8))
    var (i, j) = (0, 0)
    while i < one.count, j < two.count {
      if isDigit(one[i]), isDigit(two[j]) {
        let (number, otherNumber) = (digits(in: one, at: &i), digits(in: two, at: &j))
        guard number.count == otherNumber.count else { return number.count < otherNumber.count }
        if number != otherNumber { return number.lexicographicallyPrecedes(otherNumber) }
      } else {
        guard one[i] == two[j] else { return one[i] < two[j] }
        i += 1
        j += 1
      }
    }
    // Names that differ only in leading zeros keep the order of their bytes.
    return (one.count - i, two.count - j) == (0, 0)
      ? one.lexicographicallyPrecedes(two) : one.count - i < two.count - j
  }

  /// The digits of a number without leading zeros.
  private static func digits(in name: [UInt8], at index: inout Int) -> ArraySlice<UInt8> {
    let start = index
    while index < name.count, isDigit(name[index]) { index += 1 }
    return name[start..<index].drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
