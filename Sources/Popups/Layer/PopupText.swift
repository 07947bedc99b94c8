import Bytes
import Markup

/// A pop-up text with the values of its tokens.
struct PopupText: Sendable {
  /// The form of the filled text.
  enum Form: Sendable {
    /// Plain text, markup removed.
    case plain
    /// Sanitized markup.
    case markup
    /// An address, with its punctuation.
    case address
  }

  let form: Form
  let template: PopupTemplate
  /// One value for each of the template's names.
  let values: [PopupValue]
  /// Whether the template contains markup. Without markup, a plain text shows values unchanged.
  let isMarkup: Bool
  /// The result, if the text has no tokens.
  private(set) var fixed: String?
  /// The number of online pictures that `fixed` only links to.
  private(set) var fixedOnlinePictures = 0

  /// An empty text.
  static let empty = literal("")

  /// Returns a text that is shown unchanged.
  static func literal(_ text: String) -> PopupText {
    var result = PopupText(form: .plain, "") { _ in .unresolved }
    result.fixed = text
    return result
  }

  /// Compiles a text.
  ///
  /// - Parameter resolve: Returns the value that a name refers to.
  init(form: Form, _ text: String, resolve: (String) -> PopupValue) {
    self.form = form
    isMarkup = form == .markup || form == .plain && PopupTemplate.isMarkup(text)
    template = PopupTemplate(text, isMarkup: isMarkup)
    values = template.names.map(resolve)
    guard template.names.isEmpty else { return }
    var workspace = PopupWorkspace()
    fixed = workspace.string(of: self, in: [UInt8]().span)
    fixedOnlinePictures = workspace.onlinePictures
  }

  /// Whether the text is always empty.
  var isEmpty: Bool { fixed?.isEmpty == true }
}

extension PopupWorkspace {
  /// Returns a text with its tokens replaced, in its form.
  mutating func string(of text: PopupText, in record: Span<UInt8>) -> String {
    if let fixed = text.fixed {
      onlinePictures &+= text.fixedOnlinePictures
      return fixed
    }
    fill(text, in: record)
    defer { bytes.removeAll(keepingCapacity: true) }
    switch text.form {
    case .plain:
      guard text.isMarkup else { return bytes.span.repairedString() }
      return String(decoding: HTMLText.plain(of: bytes.span), as: UTF8.self)
    case .markup: return String(decoding: sanitized(in: .flow), as: UTF8.self)
    case .address: return bytes.span.repairedString()
    }
  }

  /// Returns the safe form of the markup in `bytes`.
  mutating func sanitized(in context: HTMLSanitizer.Context) -> [UInt8] {
    var safe: [UInt8] = []
    safe.reserveCapacity(bytes.count + bytes.count / 4)
    onlinePictures &+= HTMLSanitizer.sanitize(bytes.span, in: context, into: &safe)
    return safe
  }

  /// Writes a text with its tokens replaced to `bytes`, trimmed.
  mutating func fill(_ text: PopupText, in record: Span<UInt8>) {
    bytes.removeAll(keepingCapacity: true)
    let source = text.template.bytes
    var link = 0..<0
    for piece in text.template.pieces {
      switch piece {
      case .literal(let range): bytes.append(source.span.extracting(range))
      case .linkStart(let range):
        let start = bytes.count
        bytes.append(source.span.extracting(range))
        link = start..<bytes.count
      case .linkEnd(let quote):
        if bytes.count == link.upperBound {
          bytes.removeLast(link.count)
        } else {
          bytes.append(quote)
        }
      case .value(let name, let context):
        let start = bytes.count
        // Bound the output, because a few bytes of template can repeat a lot of data.
        guard start < PopupLimits.filledText, name < text.values.count else { continue }
        let isRaw = context == .wholeLink || context == .linkPart || text.form == .address
        if case .computed(let computed) = text.values[name], !isRaw, text.isMarkup {
          let result = result(of: computed, in: record)
          if context == .content {
            computed.appendMarkup(result, to: &bytes)
          } else {
            computed.append(result, to: &bytes)
            bytes.reference(from: start)
          }
        } else {
          append(text.values[name], isRaw: isRaw, in: record)
        }
        if text.form == .address {
          bytes.encodeAddress(from: start)
        } else {
          bytes.adapt(from: start, to: context)
        }
      }
    }
    bytes.trim(from: 0)
  }
}
