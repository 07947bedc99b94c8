import Arcade
import Bytes
import FeatureData
import MapModel
import Packages
import Records

/// The expressions that determine how a layer is drawn, compiled, with their failures. A failed
/// value counts as null. Failures are reported once for all rows.
struct DrawingPrograms: Sendable {
  private struct Program: Sendable {
    let expression: LayerExpression
    let program: ArcadeProgram
    let viewScale: Double
    var failures = 0
    var first: ArcadeError?
  }

  private let title: String
  private let schema: ArcadeSchema
  /// The record columns that expressions cannot see.
  private let hidden: Set<Int>
  private var workspace: ArcadeWorkspace
  private var programs: [Program] = []
  private var hasRow = false

  init(_ layer: SiteLayer, _ disclosure: FieldDisclosure, context: ArcadeContext) {
    title = layer.title
    schema = ArcadeSchema(
      title: layer.title, definition: layer.definition, table: layer.schema)
    let shown = Set(disclosure.columns)
    hidden = Set(
      layer.schema.columns.indices.filter { !shown.contains($0) }
        .map { layer.schema.firstFieldColumn + $0 })
    workspace = ArcadeWorkspace(context: context)
  }

  var isEmpty: Bool { programs.isEmpty }

  /// Compiles an expression. If it cannot run, adds a finding and returns nil.
  ///
  /// - Parameter viewScale: The value of `$view.scale`. It is fixed at the middle of the layer's
  ///   scale range (`ScaleRange.middle`), because each record has a single symbol and label.
  mutating func add(
    _ expression: LayerExpression, viewScale: Double, _ findings: inout [Finding]
  ) -> Int? {
    let program: ArcadeProgram
    do throws(ArcadeError) {
      program = try expression.program(features: schema)
    } catch {
      findings.append(
        Finding(
          .expressionNotEvaluated, subject: title, expression.notEvaluated(error)))
      return nil
    }
    if program.usesViewScale {
      findings.append(
        Finding(
          .layerDrawnDifferently, subject: title,
          "\(expression.subject) uses the scale of the view. Every record has a single symbol "
            + "and label, so the scale is fixed at 1:\(NumberText.grouped(Int(viewScale)))."))
    }
    programs.append(Program(expression: expression, program: program, viewScale: viewScale))
    return programs.count - 1
  }

  /// Makes a row the feature that expressions see.
  mutating func begin(layout: RecordLayout, record: Span<UInt8>) {
    do throws(ArcadeProblem) {
      if hidden.isEmpty {
        try workspace.setFeature(record, schema: schema)
      } else {
        let bytes = layout.emptied(record, hidden)
        try workspace.setFeature(bytes.span, schema: schema)
      }
      hasRow = true
    } catch {
      // The record was read before, so it is not damaged.
      hasRow = false
    }
  }

  private mutating func value(_ number: Int) -> ArcadeValue {
    guard hasRow else { return .null }
    workspace.run.context.viewScale = programs[number].viewScale
    do throws(ArcadeError) {
      return try workspace.value(of: programs[number].program)
    } catch {
      programs[number].failures += 1
      programs[number].first = programs[number].first ?? error
      return .null
    }
  }

  /// Returns the number that an expression gives for the row; nil if the result is not a number.
  mutating func number(_ number: Int) -> Double? {
    switch value(number) {
    case .number(let value): value.isFinite ? value : nil
    case .boolean(let value): value ? 1 : 0
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .date(let date): Double(date.milliseconds)
    default: nil
    }
  }

  /// Returns the text that an expression gives for the row; nil for null.
  mutating func text(_ number: Int) -> String? {
    let value = value(number)
    if value.isNull { return nil }
    return try? workspace.run.text(of: value)
  }

  /// Returns the value that determines the class: a number, or any other value as text in `bytes`.
  mutating func classValue(_ number: Int, bytes: inout [UInt8]) -> RecordValue {
    let value = value(number)
    if case .number(let number) = value { return .real(number) }
    guard !value.isNull, let text = try? workspace.run.text(of: value) else { return .null }
    bytes = Array(text.utf8)
    return .text(0..<bytes.count)
  }

  /// The findings about expressions that failed.
  var findings: [Finding] {
    programs.compactMap { program in
      program.first.map { error in
        Finding(
          .expressionFailed, subject: title,
          "\(program.expression.subject) fails for "
            + "\(NumberText.plural(program.failures, one: "record", many: "records")), which count "
            + "as null. First error: \(error).", count: program.failures)
      }
    }
  }
}

extension RecordLayout {
  /// Returns the record with some of its columns set to null.
  func emptied(_ record: Span<UInt8>, _ columns: Set<Int>) -> [UInt8] {
    var encoder = RecordEncoder()
    for column in 0..<count {
      if columns.contains(column) {
        encoder.appendNull()
      } else {
        encoder.append(value(column, in: record), of: record)
      }
    }
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    return bytes
  }
}
