/// A Mustache template, parsed once and rendered often.
///
/// Supports the whole core of the Mustache specification: comments, delimiters, interpolation,
/// sections, inverted sections and partials. Of the optional parts, it supports inheritance
/// (`{{<parent}}`, `{{$block}}`) and dynamic names (`{{>*name}}`). Lambdas are not supported,
/// because a view is JSON.
package struct MustacheTemplate: Sendable {
  /// The name in error messages.
  package let name: String
  let program: MustacheProgram

  /// Parses a template.
  /// - Parameters:
  ///   - source: the template's bytes; text outside tags is output unchanged
  ///   - name: the name in error messages, such as a file name
  /// - Throws: `MarkupError` with the line of the wrong tag.
  package init(parsing source: [UInt8], name: String) throws(MarkupError) {
    self.name = name
    var compiler = try MustacheCompiler(source, template: name)
    program = compiler.compile()
  }
}
