import Bytes
import Markup

/// A text of a pop-up with what its tokens stand for.
struct PopupText: Sendable {
  /// What the filled text becomes.
  enum Form: Sendable {
    /// Plain text, markup removed.
    case plain
    /// Sanitised markup.
    case markup
    /// An address, with its punctuation.
    case address
  }

  let form: Form
  let template: PopupTemplate
  /// One for each of the template's names.
  let values: [PopupValue]
  /// Whether the template holds markup; without, a plain text shows values as they are.
  let isMarkup: Bool
  /// The result, where no token can change it.
  private(set) var fixed: String?
  /// How many pictures on the web `fixed` only leads to.
  private(set) var fixedOnlinePictures = 0

  /// No text.
  static let empty = literal("")

  /// A text that is shown as it is.
  static func literal(_ text: String) -> PopupText {
    var result = PopupText(form: .plain, "") { _ in .nothing }
    result.fixed = text
    return result
  }

  /// Compiles a text.
  ///
  /// - Parameter resolve: what a name stands for.
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
  /// A text with its tokens filled in, in its form.
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
    case .markup: return String(decoding: sanitised(in: .flow), as: UTF8.self)
    case .address: return bytes.span.repairedString()
    }
  }

  /// The safe form of the markup in `bytes`.
  mutating func sanitised(in context: HTMLSanitiser.Context) -> [UInt8] {
    var safe: [UInt8] = []
    safe.reserveCapacity(bytes.count + bytes.count / 4)
    onlinePictures &+= HTMLSanitiser.sanitise(bytes.span, in: context, into: &safe)
    return safe
  }

  /// Puts a text with its tokens filled in, without blanks at its ends, into `bytes`.
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
        // What a few bytes of template make of data has a bound too.
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
