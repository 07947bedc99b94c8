/// Titles of layers as words of a sentence.
package enum TitleText {
  /// A title within a line: "Trees" is "trees", and "ROW Permits" is "ROW permits".
  package static func inLine(_ title: String) -> String {
    let words = title.split(separator: " ").map { word in
      word.count > 1 && word.allSatisfy(\.isUppercase) ? String(word) : word.lowercased()
    }
    return words.joined(separator: " ")
  }
}
