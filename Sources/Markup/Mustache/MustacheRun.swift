import Bytes
import OrderedJSON

/// One rendering: the context, the arguments of parents, and the indent.
struct MustacheRun {
  /// The blocks that a parent tag gives to its template.
  private struct Arguments {
    var template: MustacheTemplate
    var operations: Range<Int>
  }

  private let templates: [String: MustacheTemplate]
  private var context: MustacheContext
  /// Arguments of the parents being rendered. Outer ones have precedence over inner ones.
  private var arguments: [Arguments] = []
  /// White space of all partials being rendered. Only the part from `indentStart` on is used.
  private var indents: [UInt8] = []
  private var indentStart = 0
  /// Whether the next line continues a line that is already indented.
  private var lineIsIndented = false
  private var depth = 0

  init(templates: [String: MustacheTemplate], view: JSON) {
    self.templates = templates
    context = MustacheContext(view)
  }

  /// Runs operations of a template. Calls itself for nested operations.
  mutating func run(
    _ template: MustacheTemplate, _ range: Range<Int>, into bytes: inout [UInt8]
  ) throws(MarkupError) {
    guard depth < MustacheRenderer.deepest else {
      throw .renderedTooDeep(template: template.name, limit: MustacheRenderer.deepest)
    }
    depth += 1
    defer { depth -= 1 }
    var index = range.lowerBound
    while index < range.upperBound {
      let operation = template.program.operations[index]
      let first = operation.first
      let body = index + 1..<max(index + 1, operation.end)
      switch operation.kind {
      case .literal:
        literal(
          template.program.text.span.extracting(first..<operation.second), operation.flag,
          into: &bytes)
      case .lineStart:
        startLine(into: &bytes)
      case .value:
        context.write(template.program.paths[first], escaped: operation.flag, into: &bytes)
      case .section:
        try section(at: template.program.paths[first], of: template, body: body, into: &bytes)
      case .inverted:
        if !(context.value(at: template.program.paths[first])?.isTrue ?? false) {
          try run(template, body, into: &bytes)
        }
      case .partial:
        try include(first, of: template, into: &bytes)
      case .parent:
        arguments.append(Arguments(template: template, operations: body))
        try include(first, of: template, into: &bytes)
        arguments.removeLast()
      case .block:
        try block(template.program.blocks[first], of: template, content: body, into: &bytes)
      }
      index = body.upperBound
    }
  }

  private mutating func section(
    at path: MustachePath, of template: MustacheTemplate, body: Range<Int>,
    into bytes: inout [UInt8]
  ) throws(MarkupError) {
    guard let value = context.value(at: path), value.isTrue else { return }
    guard case .array(let elements) = value else {
      context.push(value)
      try run(template, body, into: &bytes)
      context.pop()
      return
    }
    for element in elements {
      context.push(element)
      try run(template, body, into: &bytes)
      context.pop()
    }
  }

  /// Runs the template of a reference. If the tag is alone on its line, the template's lines get
  /// the white space before it and the current indent. Otherwise they continue in the middle of a
  /// line and get none.
  private mutating func include(
    _ reference: Int, of includer: MustacheTemplate, into bytes: inout [UInt8]
  ) throws(MarkupError) {
    let reference = includer.program.references[reference]
    guard let template = template(reference) else { return }
    let outside = (indents.count, indentStart)
    if let indent = reference.indent {
      indents.append(includer.program.text.span.extracting(indent))
    } else {
      indentStart = indents.count
    }
    try run(template, 0..<template.program.operations.count, into: &bytes)
    indents.removeSubrange(outside.0...)
    indentStart = outside.1
  }

  private func template(_ reference: MustacheReference) -> MustacheTemplate? {
    guard let dynamic = reference.dynamic else { return templates[reference.name] }
    guard case .string(let name) = context.value(at: dynamic) else { return nil }
    return templates[name]
  }

  /// Runs a block: its own content, or the replacement from the outermost parent.
  private mutating func block(
    _ block: MustacheBlock, of template: MustacheTemplate, content own: Range<Int>,
    into bytes: inout [UInt8]
  ) throws(MarkupError) {
    guard let (given, body, source) = argument(for: block.name) else {
      return try run(template, own, into: &bytes)
    }
    let outside = indents.count
    indents.append(template.program.text.span.extracting(block.indent))
    if indentStart < indents.count, !body.isEmpty {
      if given.startsLine, !block.standsAlone { lineIsIndented = true }
      if !given.startsLine, block.standsAlone { startLine(into: &bytes) }
    }
    try run(source, body, into: &bytes)
    lineIsIndented = false
    indents.removeSubrange(outside...)
  }

  private func argument(
    for name: String
  ) -> (block: MustacheBlock, body: Range<Int>, template: MustacheTemplate)? {
    for set in arguments {
      var index = set.operations.lowerBound
      while index < set.operations.upperBound {
        let operation = set.template.program.operations[index]
        let block = set.template.program.blocks[operation.first]
        let end = operation.end
        if block.name.hasSameUTF8(as: name) { return (block, index + 1..<end, set.template) }
        index = end
      }
    }
    return nil
  }
}

extension MustacheRun {
  private mutating func startLine(into bytes: inout [UInt8]) {
    if lineIsIndented {
      lineIsIndented = false
    } else {
      bytes += indents[indentStart...]
    }
  }

  private mutating func literal(
    _ text: Span<UInt8>, _ startsLine: Bool, into bytes: inout [UInt8]
  ) {
    guard indentStart < indents.count else { return bytes.append(text) }
    var position = 0
    var atLineStart = startsLine
    while position < text.count {
      if atLineStart { startLine(into: &bytes) }
      let end = text.firstIndex(of: 0x0A, from: position).map { $0 + 1 } ?? text.count
      bytes.append(text.extracting(position..<end))
      position = end
      atLineStart = true
    }
  }
}
