import Bytes

/// Makes the HTML of pop-ups safe to put into a page.
///
/// Pop-up texts are written by the authors of maps and filled with the data of anybody, so nothing
/// of them is trusted. What comes out holds only elements, attributes, schemes and style properties
/// of fixed lists, each written anew from what was read, never copied:
///
/// - every element is closed, and none can end an element of the page around it;
/// - what is no element of the list is shown as the text that it is: `<Null>`, `<blink>`;
/// - scripts and style sheets go with their content, comments as well;
/// - links open a new page that knows nothing of this one, unless they begin a mail or a call;
/// - pictures without an address are dropped, those without a description get an empty one;
/// - pictures on the web, which a page without a network cannot show, become links to them.
///
/// The output of an output is the same output. Never throws, never traps, in time that grows with
/// the input alone.
package enum HTMLSanitiser {
  /// What stands around the text.
  package enum Context: Sendable {
    /// A part of the page that may hold paragraphs, lists and tables. Not within a link.
    case flow
    /// A line of text, such as a heading: of the elements only those of words are kept.
    case phrasing
  }

  /// Appends the safe form of some HTML, whatever bytes it is made of.
  ///
  /// - Returns: how many pictures on the web are not shown.
  @discardableResult
  package static func sanitise(
    _ html: Span<UInt8>, in context: Context = .flow, into output: inout [UInt8]
  ) -> Int {
    var onlinePictures = 0
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
          if tag == .img, let picture = onlinePicture(reader) {
            onlinePictures += 1
            lead(to: picture, reader, context, &writer)
          } else {
            start(tag, reader, &writer)
          }
        } else {
          writer.end(tag)
        }
      }
    }
    writer.finish()
    output = writer.output
    return onlinePictures
  }

  /// The same of an array.
  package static func sanitised(_ html: [UInt8], in context: Context = .flow) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(html.count + html.count / 4)
    sanitise(html.span, in: context, into: &output)
    return output
  }

  /// The same of a string.
  package static func sanitised(_ html: String, in context: Context = .flow) -> String {
    String(decoding: sanitised(Array(html.utf8), in: context), as: UTF8.self)
  }

  /// What opens a link in a page that knows nothing of this one.
  private static let newPage: StaticString = " target=\"_blank\" rel=\"noopener noreferrer\""

  /// The elements of a line of text. Links are not among them: a title often is one itself.
  private static let phrasing = HTMLTagSet(
    .abbr, .b, .br, .code, .del, .em, .font, .i, .img, .mark, .span, .strong, .sub, .sup, .time, .u)

  private static func start(
    _ tag: HTMLTag, _ reader: HTMLTokenizer, _ writer: inout HTMLNesting
  ) {
    guard writer.prepare(for: tag) else { return }
    let start = writer.output.count
    writer.output.append(UInt8(ascii: "<"))
    writer.output.append(contentsOf: tag.name)
    let written = appendAttributes(of: tag, reader, to: &writer.output)
    if tag == .img || tag == .source, written & HTMLAttribute.src.bit == 0 {
      writer.output.removeLast(writer.output.count - start)
      return
    }
    if tag == .img, written & HTMLAttribute.alt.bit == 0 {
      writer.output.append(literal: " alt=\"\"")
    }
    writer.output.append(UInt8(ascii: ">"))
    if !HTMLTag.void.contains(tag) { writer.opened(tag, at: start) }
  }

  /// Appends the attributes that the element may have, each once.
  /// - Returns: the bits of those written.
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

extension HTMLSanitiser {
  /// The picture that an `img` shows, if it is one on the web.
  private static func onlinePicture(_ reader: HTMLTokenizer) -> OnlinePicture? {
    for attribute in reader.attributes
    where HTMLAttribute(reader.bytes, attribute.name) == .src {
      var address: [UInt8] = []
      let text = decoded(attribute, of: reader)
      guard HTMLAddress.append(text, isResource: true, to: &address) != nil else { continue }
      return OnlinePicture(address: String(decoding: address, as: UTF8.self))
    }
    return nil
  }

  /// Writes a link in a picture's place: its description, else the name of its file. Where no link
  /// may stand, the words alone.
  private static func lead(
    to picture: OnlinePicture, _ reader: HTMLTokenizer, _ context: Context,
    _ writer: inout HTMLNesting
  ) {
    let description = reader.attributes.first {
      HTMLAttribute(reader.bytes, $0.name) == .alt
    }
    var words: [UInt8] = []
    if let description {
      let text = decoded(description, of: reader)
      HTMLText.escape(text[ASCIIText.trimmed(text, text.indices)].span, into: &words)
    }
    if words.isEmpty { HTMLText.escape(picture.name, into: &words) }
    guard context == .flow, !writer.isInLink, writer.prepare(for: .a) else {
      return writer.text(words, words.indices)
    }
    let start = writer.output.count
    writer.output.append(literal: "<a href=\"")
    HTMLText.escape(picture.address, into: &writer.output)
    writer.output.append(UInt8(ascii: "\""))
    writer.output.append(literal: newPage)
    writer.output.append(UInt8(ascii: ">"))
    writer.opened(.a, at: start)
    writer.text(words, words.indices)
    writer.end(.a)
  }

  /// The value of an attribute, references resolved.
  private static func decoded(
    _ attribute: HTMLTokenizer.Attribute, of reader: HTMLTokenizer
  ) -> [UInt8] {
    var text: [UInt8] = []
    HTMLEntities.decode(reader.bytes, attribute.value, inAttribute: true, into: &text)
    return text
  }
}

extension HTMLAttribute.Rule {
  /// Appends a value (references resolved) in the form that may pass.
  /// - Returns: whether it may, and for a link where it leads.
  func append(
    _ text: [UInt8], to value: inout [UInt8]
  ) -> (isAllowed: Bool, kind: HTMLAddress.Kind?) {
    switch self {
    case .link, .resource:
      let kind = HTMLAddress.append(text, isResource: self == .resource, to: &value)
      return (kind != nil, kind)
    case .style: return (HTMLStyle.append(text, to: &value), nil)
    case .text, .flag: value = text
    case .keyword, .number, .length, .colour:
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
    case .colour:
      ASCIIText.isAlphanumeric(byte) || [0x20, 0x23, 0x25, 0x28, 0x29, 0x2C, 0x2E].contains(byte)
    default: false
    }
  }
}
