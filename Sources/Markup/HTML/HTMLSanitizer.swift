import Bytes

/// Makes the HTML of pop-ups safe for a page.
///
/// Map authors write pop-up texts, and anyone's data is inserted into them, so none of it is
/// trusted. The output contains only elements, attributes, schemes and style properties from fixed
/// lists. Each is written anew, never copied:
///
/// - every element is closed, and none can end an element of the surrounding page;
/// - anything that is not an element on the list is shown as text: `<Null>`, `<blink>`;
/// - scripts and style sheets are removed with their content, and so are comments;
/// - links open a new page without access to this one, unless they start a mail or a call;
/// - pictures without an address are dropped, and those without a description get an empty one;
/// - pictures, sounds and films on the web become links, because a page without a network can't show
///   them.
///
/// Sanitizing the output again does not change it. The sanitizer never throws and never traps. Its
/// time is proportional to the input.
package enum HTMLSanitizer {
  /// Where the text will be used.
  package enum Context: Sendable {
    /// A part of the page that may contain paragraphs, lists and tables. It must not be inside a
    /// link.
    case flow
    /// A line of text, such as a heading. Only inline elements are kept.
    case phrasing
  }

  /// Appends a safe form of some HTML, which may consist of any bytes.
  ///
  /// - Returns: what is in it that the page must know of.
  @discardableResult
  package static func sanitize(
    _ html: Span<UInt8>, in context: Context = .flow, into output: inout [UInt8]
  ) -> HTMLAccount {
    var account = HTMLAccount()
    var reader = HTMLTokenizer(HTMLCharacters.repaired(html))
    var writer = HTMLNesting(output: output)
    output = []
    while let token = reader.next() {
      switch token {
      case .dropped: break
      case .text: writer.text(reader.bytes, reader.range)
      case .start, .end:
        guard let tag = reader.tag else {
          writer.text(reader.bytes, reader.range)
          continue
        }
        if context == .phrasing, !phrasing.contains(tag) {
          if HTMLTag.breaking.contains(tag) { writer.blank() }
        } else if case .start = token {
          if tag == .img || HTMLTag.players.contains(tag), let medium = onlineMedium(reader) {
            account.onlineMedia += 1
            if tag == .source { writer.blank() }
            writeLink(to: medium, tag, in: reader, context: context, writer: &writer)
          } else if !HTMLTag.players.contains(tag) {
            account.styles += start(tag, of: reader, writer: &writer) ? 1 : 0
          }
        } else if !HTMLTag.players.contains(tag) {
          writer.end(tag)
        }
      }
    }
    writer.finish()
    output = writer.output
    return account
  }

  /// Returns the safe form of HTML in an array.
  package static func sanitized(_ html: [UInt8], in context: Context = .flow) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(html.count + html.count / 4)
    sanitize(html.span, in: context, into: &output)
    return output
  }

  /// Returns the safe form of HTML in a string.
  package static func sanitized(_ html: String, in context: Context = .flow) -> String {
    String(decoding: sanitized(Array(html.utf8), in: context), as: UTF8.self)
  }

  /// The attributes of a link that opens a page without access to this one.
  private static let newPage: StaticString = " target=\"_blank\" rel=\"noopener noreferrer\""

  /// The elements of a line of text. Links are not included, because a title is often inside a
  /// link.
  private static let phrasing = HTMLTagSet(
    .abbr, .b, .br, .code, .del, .em, .font, .i, .img, .mark, .span, .strong, .sub, .sup, .time, .u)

  /// Writes a start tag. Returns whether it has a style.
  private static func start(
    _ tag: HTMLTag, of reader: HTMLTokenizer, writer: inout HTMLNesting
  ) -> Bool {
    guard writer.prepare(for: tag) else { return false }
    let start = writer.output.count
    writer.output.append(UInt8(ascii: "<"))
    writer.output.append(contentsOf: tag.name)
    let written = appendAttributes(of: tag, reader, to: &writer.output)
    if tag == .img, written & HTMLAttribute.src.bit == 0 {
      writer.output.removeLast(writer.output.count - start)
      return false
    }
    if tag == .img, written & HTMLAttribute.alt.bit == 0 {
      writer.output.append(literal: " alt=\"\"")
    }
    writer.output.append(UInt8(ascii: ">"))
    if !HTMLTag.void.contains(tag) { writer.opened(tag, at: start) }
    return written & HTMLAttribute.style.bit != 0
  }

  /// Appends the attributes that the element may have, each once.
  /// - Returns: the bits of the attributes that were written.
  private static func appendAttributes(
    of tag: HTMLTag, _ reader: HTMLTokenizer, to output: inout [UInt8]
  ) -> UInt64 {
    var written: UInt64 = 0
    var opensPage = false
    for attribute in reader.attributes {
      guard let name = HTMLAttribute(reader.bytes, attribute.name),
        tag.attributes & name.bit != 0, written & name.bit == 0
      else { continue }
      let before = output.count
      output.append(UInt8(ascii: " "))
      output.append(contentsOf: name.name)
      if name.rule == .flag {
        written |= name.bit
        continue
      }
      output.append(literal: "=\"")
      var value: [UInt8] = []
      let (isAllowed, kind) = name.rule.append(decoded(attribute, of: reader), to: &value)
      guard isAllowed else {
        output.removeLast(output.count - before)
        continue
      }
      HTMLText.escape(value.span, into: &output)
      output.append(UInt8(ascii: "\""))
      written |= name.bit
      if name == .href, kind == .page { opensPage = true }
    }
    if opensPage { output.append(literal: newPage) }
    return written
  }
}

extension HTMLSanitizer {
  /// Returns the picture, sound or film of an element if it is on the web.
  private static func onlineMedium(_ reader: HTMLTokenizer) -> OnlineMedium? {
    for attribute in reader.attributes
    where HTMLAttribute(reader.bytes, attribute.name) == .src {
      var address: [UInt8] = []
      let text = decoded(attribute, of: reader)
      guard HTMLAddress.append(text, isResource: true, to: &address) != nil else { continue }
      return OnlineMedium(address: String(decoding: address, as: UTF8.self))
    }
    return nil
  }

  /// Writes a link for a medium: its description, or else the name of its file. If a link isn't
  /// allowed here, writes only the words.
  private static func writeLink(
    to medium: OnlineMedium, _ tag: HTMLTag, in reader: HTMLTokenizer, context: Context,
    writer: inout HTMLNesting
  ) {
    let description = reader.attributes.first {
      HTMLAttribute(reader.bytes, $0.name) == .alt
    }
    var words: [UInt8] = []
    if let description {
      let text = decoded(description, of: reader)
      HTMLText.escape(text[ASCIIText.trimmed(text, text.indices)].span, into: &words)
    }
    if words.isEmpty {
      HTMLText.escape(medium.name(orElse: tag == .img ? "Picture" : "Recording"), into: &words)
    }
    guard context == .flow, !writer.isInLink, writer.prepare(for: .a) else {
      return writer.text(words, words.indices)
    }
    let start = writer.output.count
    writer.output.append(literal: "<a href=\"")
    HTMLText.escape(medium.address, into: &writer.output)
    writer.output.append(UInt8(ascii: "\""))
    writer.output.append(literal: newPage)
    writer.output.append(UInt8(ascii: ">"))
    writer.opened(.a, at: start)
    writer.text(words, words.indices)
    writer.end(.a)
  }

  /// Returns the value of an attribute with its references resolved.
  private static func decoded(
    _ attribute: HTMLTokenizer.Attribute, of reader: HTMLTokenizer
  ) -> [UInt8] {
    var text: [UInt8] = []
    HTMLEntities.decode(reader.bytes, attribute.value, inAttribute: true, into: &text)
    return text
  }
}

extension HTMLAttribute.Rule {
  /// Appends a value in its allowed form. References are already resolved.
  /// - Returns: whether it is allowed, and the kind of address for a link.
  func append(
    _ text: [UInt8], to value: inout [UInt8]
  ) -> (isAllowed: Bool, kind: HTMLAddress.Kind?) {
    switch self {
    case .link, .resource:
      let kind = HTMLAddress.append(text, isResource: self == .resource, to: &value)
      return (kind != nil, kind)
    case .style: return (HTMLStyle.append(text, to: &value), nil)
    case .text, .flag: value = text
    case .keyword, .number, .length, .color:
      value = Array(text[ASCIIText.trimmed(text, text.indices)])
      guard !value.isEmpty, value.count <= 40 else { return (false, nil) }
      return (value.indices.allSatisfy { isAllowed(value[$0], at: $0, of: value.count) }, nil)
    }
    return (true, nil)
  }

  private func isAllowed(_ byte: UInt8, at index: Int, of count: Int) -> Bool {
    switch self {
    case .keyword: ASCIIText.isLetter(byte) || byte == UInt8(ascii: "-")
    case .number:
      count <= 4
        && (ASCIIText.isDigit(byte)
          || index == 0 && count > 1 && (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")))
    case .length:
      ASCIIText.isDigit(byte)
        || index > 0
          && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "p")
            || byte == UInt8(ascii: "x"))
    case .color:
      ASCIIText.isAlphanumeric(byte) || [0x20, 0x23, 0x25, 0x28, 0x29, 0x2C, 0x2E].contains(byte)
    case .link, .resource, .style, .text, .flag: false
    }
  }
}
