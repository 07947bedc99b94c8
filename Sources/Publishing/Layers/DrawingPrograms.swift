import Arcade
import Bytes
import FeatureData
import MapModel
import SQLiteFile

/// The expressions that a layer is drawn by, compiled, and what becomes of them over its rows. A
/// value that fails counts as null, and is told once for all rows.
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
  /// The record columns that expressions do not see.
  private let hidden: Set<Int>
  private var workspace: ArcadeWorkspace
  private var programs: [Program] = []
  private var hasRow = false

  init(
    _ layer: SiteLayer, _ disclosure: FieldDisclosure, timeZone: TimeZoneRules, now: Int64
  ) {
    title = layer.title
    schema = ArcadeSchema(
      title: layer.title, definition: layer.definition, table: layer.schema)
    let shown = Set(disclosure.columns)
    hidden = Set(
      layer.schema.columns.indices.filter { !shown.contains($0) }
        .map { layer.schema.firstFieldColumn + $0 })
    workspace = ArcadeWorkspace(context: ArcadeContext(now: now, zone: timeZone))
  }

  var isEmpty: Bool { programs.isEmpty }

  /// Compiles an expression; nil, and told, when it cannot run.
  ///
  /// - Parameters:
  ///   - viewScale: the scale that is taken for the view's. A site has one symbol and one label for a
  ///     record at all scales, so that an expression is told one of them (`ScaleRange.middle`).
  mutating func add(
    _ expression: LayerExpression, viewScale: Double, _ findings: inout [SiteFinding]
  ) -> Int? {
    let program: ArcadeProgram
    do throws(ArcadeError) {
      program = try expression.program(features: schema)
    } catch {
      findings.append(
        SiteFinding(
          .expressionNotEvaluated, subject: title, expression.notEvaluated(error)))
      return nil
    }
    if program.usesViewScale {
      findings.append(
        SiteFinding(
          .drawnOtherwise, subject: title,
          "\(expression.words) asks for the scale of the view; it is told "
            + "1:\(NumberText.grouped(Int(viewScale))) at all scales."))
    }
    programs.append(Program(expression: expression, program: program, viewScale: viewScale))
    return programs.count - 1
  }

  /// Makes a row the one that expressions see.
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
      // A record that has been read before is never damaged.
      hasRow = false
    }
  }

  private mutating func value(_ number: Int) -> ArcadeValue {
    guard hasRow else { return .null }
    workspace.context.viewScale = programs[number].viewScale
    do throws(ArcadeError) {
      return try workspace.value(of: programs[number].program)
    } catch {
      programs[number].failures += 1
      programs[number].first = programs[number].first ?? error
      return .null
    }
  }

  /// The number that an expression gives for the row; nil for what is none.
  mutating func number(_ number: Int) -> Double? {
    switch value(number) {
    case .number(let value): value.isFinite ? value : nil
    case .boolean(let value): value ? 1 : 0
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .date(let date): Double(date.milliseconds)
    default: nil
    }
  }

  /// The text that an expression gives for the row; nil for nothing.
  mutating func text(_ number: Int) -> String? {
    let value = value(number)
    if value.isNull { return nil }
    return try? workspace.text(of: value)
  }

  /// The value that classes are told apart by: a number as such, all else as text in `bytes`.
  mutating func classValue(_ number: Int, bytes: inout [UInt8]) -> RecordValue {
    let value = value(number)
    if case .number(let number) = value { return .real(number) }
    guard !value.isNull, let text = try? workspace.text(of: value) else { return .null }
    bytes = Array(text.utf8)
    return .text(0..<bytes.count)
  }

  /// What is told of expressions that failed.
  var findings: [SiteFinding] {
    programs.compactMap { program in
      program.first.map { error in
        SiteFinding(
          .expressionFailed, subject: title,
          "\(program.expression.words) fails for records, which count as without a value; first: "
            + "\(error).", count: program.failures)
      }
    }
  }
}

extension RecordLayout {
  /// The record with some of its columns NULL.
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
