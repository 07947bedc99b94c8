import Bytes
import Markup

/// A pop-up text with the values of its tokens.
package struct PopupText: Sendable {
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
  /// The indexes of the values that readers see. Values in tags, such as colors and addresses, are
  /// not shown.
  private let shownValues: [Int]
  /// Whether the template contains markup. Without markup, a plain text shows values unchanged.
  let isMarkup: Bool
  /// The result, if the text has no tokens.
  private(set) var fixed: String?
  /// What is in `fixed`.
  private var fixedHTML = HTMLAccount()

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
    let pieces = template.pieces
    shownValues = values.indices.filter { index in
      pieces.contains(.value(name: index, .content)) || pieces.contains(.value(name: index, .plain))
    }
    guard template.names.isEmpty else { return }
    var workspace = PopupWorkspace()
    fixed = shown(in: &workspace, [UInt8]().span)
    fixedHTML = workspace.html
  }

  /// Whether the text is always empty.
  var isEmpty: Bool { fixed?.isEmpty == true }

  /// Returns the text with its tokens replaced, in its form.
  func shown(in workspace: inout PopupWorkspace, _ record: Span<UInt8>) -> String {
    if let fixed {
      workspace.html += fixedHTML
      return fixed
    }
    fill(&workspace, record)
    defer { workspace.bytes.removeAll(keepingCapacity: true) }
    switch form {
    case .plain:
      guard isMarkup else { return workspace.bytes.span.repairedString() }
      return String(decoding: HTMLText.plain(of: workspace.bytes.span), as: UTF8.self)
    case .markup: return String(decoding: workspace.sanitized(in: .flow), as: UTF8.self)
    case .address: return workspace.bytes.span.repairedString()
    }
  }

  /// Adds the values that readers see as plain text, without the author's words around them.
  func appendValues(
    in workspace: inout PopupWorkspace, _ record: Span<UInt8>, to texts: inout [String]
  ) {
    for index in shownValues {
      workspace.bytes.removeAll(keepingCapacity: true)
      workspace.append(values[index], isRaw: false, in: record)
      if workspace.bytes.isEmpty { continue }
      texts.append(
        isMarkup
          ? String(decoding: HTMLText.plain(of: workspace.bytes.span), as: UTF8.self)
          : workspace.bytes.span.repairedString())
    }
    workspace.bytes.removeAll(keepingCapacity: true)
  }

  /// Writes the text with its tokens replaced to the workspace's `bytes`, trimmed.
  func fill(_ workspace: inout PopupWorkspace, _ record: Span<UInt8>) {
    workspace.bytes.removeAll(keepingCapacity: true)
    let source = template.bytes
    var link = 0..<0
    for piece in template.pieces {
      switch piece {
      case .literal(let range): workspace.bytes.append(source.span.extracting(range))
      case .linkStart(let range):
        let start = workspace.bytes.count
        workspace.bytes.append(source.span.extracting(range))
        link = start..<workspace.bytes.count
      case .linkEnd(let quote):
        if workspace.bytes.count == link.upperBound {
          workspace.bytes.removeLast(link.count)
        } else {
          workspace.bytes.append(quote)
        }
      case .value(let name, let context):
        let start = workspace.bytes.count
        // Bound the output, because a few bytes of template can repeat a lot of data.
        guard start < PopupLimits.filledText, name < values.count else { continue }
        let isRaw = context == .wholeLink || context == .linkPart || form == .address
        if case .computed(let computed) = values[name], !isRaw, isMarkup {
          let result = workspace.result(of: computed, in: record)
          if context == .content {
            computed.appendMarkup(result, to: &workspace.bytes)
          } else {
            computed.append(result, to: &workspace.bytes)
            workspace.bytes.reference(from: start)
          }
        } else {
          workspace.append(values[name], isRaw: isRaw, in: record)
        }
        if form == .address {
          workspace.bytes.encodeAddress(from: start)
        } else {
          workspace.bytes.adapt(from: start, to: context)
        }
      }
    }
    workspace.bytes.trim(from: 0)
  }
}
