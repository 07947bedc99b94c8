/// The pages of a file that a walk has visited, one bit for each page.
struct PageSet: Sendable {
  private var words: [UInt64]

  init(pageCount: UInt32) {
    words = [UInt64](repeating: 0, count: Int(pageCount) / 64 + 1)
  }

  /// Adds a page. Returns false if it was added before or is not in the file.
  mutating func insert(_ page: UInt32) -> Bool {
    let word = Int(page) / 64
    let bit: UInt64 = 1 &<< UInt64(page & 63)
    guard word < words.count, words[word] & bit == 0 else { return false }
    words[word] |= bit
    return true
  }

  /// Removes a page.
  mutating func remove(_ page: UInt32) {
    let word = Int(page) / 64
    if word < words.count { words[word] &= ~(1 &<< UInt64(page & 63)) }
  }

  func contains(_ page: UInt32) -> Bool {
    let word = Int(page) / 64
    return word < words.count && words[word] & (1 &<< UInt64(page & 63)) != 0
  }
}
