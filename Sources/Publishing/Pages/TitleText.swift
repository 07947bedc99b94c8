/// Layer titles as words in a sentence.
package enum TitleText {
  /// Returns a title in lower case for use in a line. "Trees" becomes "trees", "ROW Permits" "ROW
  /// permits".
  package static func inLine(_ title: String) -> String {
    let words = title.split(separator: " ").map { word in
      word.count > 1 && word.allSatisfy(\.isUppercase) ? String(word) : word.lowercased()
    }
    return words.joined(separator: " ")
  }
}
