/// The declarations that `style` attributes of pop-up texts may contain.
///
/// The properties are those that ArcGIS allows, plus `vertical-align`, `table-layout` and
/// `white-space`, which authors use and which are harmless. Values may call only functions for
/// numbers, colors and gradients. Anything that loads a resource or runs code in an old browser is
/// another function or needs a colon. A backslash could encode either, so a value with a backslash
/// is rejected.
enum HTMLStyle {
  private static let properties: Set<String> = [
    "box-decoration-break", "box-shadow", "box-sizing", "clear", "color", "display", "float",
    "height", "letter-spacing", "line-height", "max-height", "max-width", "min-height",
    "min-width", "order", "table-layout", "vertical-align", "white-space", "width", "word-break",
    "word-spacing", "word-wrap", "gap", "row-gap", "column-gap", "caption-side",
  ]
  /// Properties with these names, or with these names followed by a hyphen.
  private static let families = [
    "align", "background", "border", "break", "flex", "font", "grid", "justify", "list-style",
    "margin", "overflow", "padding", "text",
  ]
  private static let functions: Set<String> = [
    "calc", "clamp", "conic-gradient", "fit-content", "hsl", "hsla", "hwb", "lab", "lch",
    "linear-gradient", "max", "min", "minmax", "oklab", "oklch", "radial-gradient", "repeat",
    "repeating-linear-gradient", "repeating-radial-gradient", "rgb", "rgba",
  ]

  /// Appends the allowed declarations as `name:value;name:value`.
  /// - Returns: false if none is allowed.
  static func append(_ style: [UInt8], to output: inout [UInt8]) -> Bool {
    let bytes = withoutComments(style)
    let before = output.count
    var start = 0
    while start < bytes.count {
      let end = declarationEnd(bytes, from: start)
      appendDeclaration(bytes, start..<end, isFirst: output.count == before, to: &output)
      start = end &+ 1
    }
    return output.count > before
  }

  /// Replaces comments and white space by single blanks. As in CSS, a comment without an end
  /// extends to the end of the text.
  private static func withoutComments(_ style: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(style.count)
    var index = 0
    while index < style.count {
      if style[index] == UInt8(ascii: "/"), index &+ 1 < style.count,
        style[index &+ 1] == UInt8(ascii: "*")
      {
        index &+= 2
        while index < style.count,
          style[index] != UInt8(ascii: "/") || style[index &- 1] != UInt8(ascii: "*")
        {
          index &+= 1
        }
        index &+= 1
        output.append(0x20)
      } else {
        output.append(ASCIIText.isSpace(style[index]) ? 0x20 : style[index])
        index &+= 1
      }
    }
    return output
  }

  /// Returns the index of the next semicolon outside quotes and brackets, or the end.
  private static func declarationEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var quote: UInt8 = 0
    var depth = 0
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "("): depth &+= 1
        case UInt8(ascii: ")"): depth &-= 1
        case UInt8(ascii: ";") where depth <= 0: return index
        default: break
        }
      }
      index &+= 1
    }
    return index
  }

  private static func appendDeclaration(
    _ bytes: [UInt8], _ range: Range<Int>, isFirst: Bool, to output: inout [UInt8]
  ) {
    guard let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")) else { return }
    let nameRange = ASCIIText.trimmed(bytes, range.lowerBound..<colon)
    guard nameRange.count <= 40 else { return }
    let name = bytes[nameRange].map(ASCIIText.lowercased)
    let value = bytes[ASCIIText.trimmed(bytes, (colon &+ 1)..<range.upperBound)]
    guard !value.isEmpty, isAllowed(name), isSafe(value) else { return }
    // With a negative margin, text would cover what is before it on the page.
    let isMargin = name.starts(with: "margin".utf8)
    if isMargin, value.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "(") }) {
      return
    }
    if !isFirst { output.append(UInt8(ascii: ";")) }
    output.append(contentsOf: name)
    output.append(UInt8(ascii: ":"))
    output.append(contentsOf: value)
  }

  private static func isAllowed(_ name: [UInt8]) -> Bool {
    guard name.allSatisfy({ ASCIIText.isLetter($0) || $0 == UInt8(ascii: "-") }) else {
      return false
    }
    let text = String(decoding: name, as: UTF8.self)
    if properties.contains(text) { return true }
    return families.contains { family in
      guard text.hasPrefix(family) else { return false }
      let rest = text.utf8.dropFirst(family.utf8.count)
      return rest.isEmpty || rest.first == UInt8(ascii: "-")
    }
  }

  private static func isSafe(_ value: ArraySlice<UInt8>) -> Bool {
    var quote: UInt8 = 0
    var depth = 0
    var word = value.startIndex
    for index in value.indices {
      let byte = value[index]
      switch byte {
      case 0..<0x20, UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "{"),
        UInt8(ascii: "}"), UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: "`"),
        UInt8(ascii: ";"), UInt8(ascii: "["), UInt8(ascii: "]"):
        return false
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == 0 { quote = byte } else if quote == byte { quote = 0 }
      case UInt8(ascii: "(") where quote == 0:
        guard isFunction(value[word..<index]) else { return false }
        depth &+= 1
      case UInt8(ascii: ")") where quote == 0: depth &-= 1
      default: break
      }
      if depth < 0 || depth > 8 { return false }
      if !ASCIIText.isAlphanumeric(byte), byte != UInt8(ascii: "-"), byte < 0x80 {
        word = index &+ 1
      }
    }
    return quote == 0 && depth == 0
  }

  /// Returns whether a bracket may follow the word: it is a known function, or empty, as inside
  /// `calc(`.
  private static func isFunction(_ word: ArraySlice<UInt8>) -> Bool {
    guard !word.isEmpty else { return true }
    return functions.contains(
      String(decoding: word.map(ASCIIText.lowercased), as: UTF8.self))
  }
}
