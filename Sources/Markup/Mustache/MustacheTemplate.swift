/// A Mustache template, read once and rendered often.
///
/// All of the core of the Mustache specification (comments, delimiters, interpolation, inverted
/// sections, partials, sections), and of its options inheritance (`{{<parent}}`, `{{$block}}`) and
/// dynamic names (`{{>*name}}`). Lambdas are not: a view is JSON.
package struct MustacheTemplate: Sendable {
  /// The name that errors carry.
  package let name: String
  let program: MustacheProgram

  /// Reads a template.
  /// - Parameters:
  ///   - source: the template's bytes; text outside tags goes out as it is, whatever it holds
  ///   - name: for errors; a file's name
  /// - Throws: `MarkupError` with the line of the tag that is wrong.
  package init(parsing source: [UInt8], name: String) throws(MarkupError) {
    self.name = name
    var compiler = try MustacheCompiler(source, template: name)
    program = compiler.compile()
  }
}
