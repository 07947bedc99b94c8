/// Layer titles as words in a sentence.
package enum TitleText {
  /// Returns a title in lower case for use in a line. "Trees" becomes "trees", "ROW Permits" "ROW
  /// permits". A title that has capitals besides its first letter, but not in all words, may hold
  /// names, as in "Trees of Portland". It stays as it is.
  package static func inLine(_ title: String) -> String {
    let parts = title.split(separator: " ")
    let hasNames = parts.dropFirst().contains { $0.first?.isUppercase == true && !isCapitals($0) }
    if hasNames, parts.contains(where: { $0.first?.isLowercase == true }) { return title }
    let words = parts.map { isCapitals($0) ? String($0) : $0.lowercased() }
    return words.joined(separator: " ")
  }

  private static func isCapitals(_ word: Substring) -> Bool {
    word.count > 1 && word.allSatisfy(\.isUppercase)
  }
}
