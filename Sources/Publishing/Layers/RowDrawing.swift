import Arcade
import FeatureData
import MapModel
import Packages
import Popups
import Records

/// What determines how the rows of a layer are drawn, collected while they are read.
struct RowDrawing: Sendable {
  private let classifier: RendererClassifier
  let variables: VariableClassifier
  private var programs: DrawingPrograms
  /// The program that gives the class; nil if it comes from fields.
  private let classProgram: Int?
  /// The programs of the visual variables' expressions, in order.
  private let variablePrograms: [Int]
  /// For each row, the renderer's class or `LayerSurvey.notDrawn`.
  private(set) var classes: [UInt16] = []
  /// For each row, the codes of its visual variables; empty if there are no variables.
  private(set) var codes: [VariableCodes] = []
  private(set) var labels: [LabelColumn] = []

  /// What is needed to draw a layer's rows.
  struct Setting {
    let disclosure: FieldDisclosure
    let timeZone: TimeZoneRules
    /// Milliseconds since 1970 UTC.
    let now: Int64
    /// The map's spatial reference.
    let spatialReference: ShapeReference?
  }

  /// Compiles a layer's drawing. What cannot be drawn is reported and removed from `drawing`.
  init(
    _ drawing: inout LayerDrawing, of layer: SiteLayer, _ setting: Setting,
    findings: inout [Finding]
  ) {
    var programs = DrawingPrograms(
      layer, setting.disclosure,
      context: ArcadeContext(
        now: setting.now, zone: setting.timeZone, spatialReference: setting.spatialReference))
    let scale = drawing.scaleRange.middle
    if let expression = drawing.renderer.expression {
      classProgram = programs.add(
        LayerExpression(expression, .classes), viewScale: scale, &findings)
      if classProgram == nil { drawing.renderer = drawing.renderer.withoutClasses }
    } else {
      classProgram = nil
    }
    var variablePrograms: [Int] = []
    for expression in drawing.renderer.variables.expressions {
      let number = programs.add(
        LayerExpression(expression, .variable), viewScale: scale, &findings)
      if let number {
        variablePrograms.append(number)
      } else {
        drawing.renderer.variables = drawing.renderer.variables.without(expression)
      }
    }
    self.variablePrograms = variablePrograms
    classifier = RendererClassifier(
      drawing.renderer, fields: layer.schema.fields,
      firstFieldColumn: layer.schema.firstFieldColumn)
    variables = VariableClassifier(
      drawing.renderer.variables, fields: layer.schema.fields,
      firstFieldColumn: layer.schema.firstFieldColumn)
    for label in drawing.labels {
      let column = LabelColumn(
        label, of: layer, setting, viewScale: label.scaleRange.middle, &programs, &findings)
      if let column { labels.append(column) }
    }
    self.programs = programs
  }

  /// Adds the next row.
  mutating func add(layout: RecordLayout, record: Span<UInt8>) {
    if !programs.isEmpty { programs.begin(layout: layout, record: record) }
    let number = classIndex(layout: layout, record: record)
    classes.append(number < 0 ? LayerSurvey.notDrawn : UInt16(truncatingIfNeeded: number))
    if !variables.isEmpty {
      var given: [Double?] = []
      for program in variablePrograms { given.append(programs.number(program)) }
      codes.append(variables.codes(layout: layout, record: record, given: given))
    }
    for index in labels.indices { labels[index].add(layout: layout, record: record, &programs) }
  }

  private mutating func classIndex(layout: RecordLayout, record: Span<UInt8>) -> Int {
    guard let classProgram else {
      return classifier.classIndex(layout: layout, record: record)
    }
    var bytes: [UInt8] = []
    let value = programs.classValue(classProgram, bytes: &bytes)
    return classifier.classIndex(of: value, in: bytes.span)
  }

  /// The findings, complete after all rows were added.
  var findings: [Finding] { programs.findings }
}

extension ScaleRange {
  /// A scale in the middle of the range, by zoom levels. If the range is open, it extends from
  /// 1:100,000 (a city) to 1:1,000 (a street).
  var middle: Double {
    let most = 1e12
    let near = min(maximum > 0 ? maximum : minimum > 0 ? min(minimum, 1_000) : 1_000, most)
    let far = min(minimum > 0 ? minimum : max(near, 100_000), most)
    return (near * far).squareRoot().rounded()
  }
}
