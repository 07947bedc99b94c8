package import OrderedJSON

/// Renders templates that may include each other.
///
/// What is true: everything but a missing or `null` value, `false`, zero, an empty list and an
/// empty text. A list runs its section for each element. Numbers are written as the view's JSON has
/// them, lists and objects not at all.
package struct MustacheRenderer: Sendable {
  /// How deep partials, parents, blocks and sections may go in each other.
  package static let deepest = 400

  private let templates: [String: MustacheTemplate]

  /// A renderer of those templates, by the names that partial and parent tags use.
  package init(templates: [String: MustacheTemplate]) {
    self.templates = templates
  }

  /// Adds what the template makes of the view to `bytes`.
  ///
  /// A partial or parent that no template is named after renders as nothing, by specification.
  /// - Throws: `MarkupError.unknownTemplate`, or `renderedTooDeep` where partials go in a circle;
  ///   `bytes` then holds what came before.
  package func render(
    _ name: String, view: JSON, into bytes: inout [UInt8]
  ) throws(MarkupError) {
    guard let template = templates[name] else { throw .unknownTemplate(name: name) }
    var run = MustacheRun(templates: templates, view: view)
    try run.run(template, 0..<template.program.operations.count, into: &bytes)
  }
}
