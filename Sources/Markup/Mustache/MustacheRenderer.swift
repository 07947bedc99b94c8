package import OrderedJSON

/// Renders templates that may include each other.
///
/// False values are: missing, `null`, `false`, zero, an empty list and an empty text. A list
/// renders its section once for each element. Numbers are written as in the view's JSON. Lists and
/// objects are not written.
package struct MustacheRenderer: Sendable {
  /// How deep partials, parents, blocks and sections may be nested.
  package static let deepest = 400

  private let templates: [String: MustacheTemplate]

  /// Creates a renderer of these templates, by the names in partial and parent tags.
  package init(templates: [String: MustacheTemplate]) {
    self.templates = templates
  }

  /// Renders a template with a view and appends the result to `bytes`.
  ///
  /// As the specification requires, a partial or parent without a template renders as an empty
  /// text.
  /// - Throws: `MarkupError.unknownTemplate`, or `renderedTooDeep` if templates include themselves;
  ///   `bytes` then holds the output so far.
  package func render(
    _ name: String, view: JSON, into bytes: inout [UInt8]
  ) throws(MarkupError) {
    guard let template = templates[name] else { throw .unknownTemplate(name: name) }
    var run = MustacheRun(templates: templates, view: view)
    try run.run(template, 0..<template.program.operations.count, into: &bytes)
  }
}
