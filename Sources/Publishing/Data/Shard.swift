/// How records are numbered in files.
enum Shard {
  /// The number of records in a shard.
  static let size = 1_000

  /// Returns the name of a shard, page or other numbered file without its extension.
  static func name(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
