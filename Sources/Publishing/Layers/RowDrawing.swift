import FeatureData
import MapModel
import SQLiteFile

/// What the rows of a layer are drawn by, collected while they are read.
struct RowDrawing: Sendable {
  private let classifier: RendererClassifier
  let variables: VariableClassifier
  /// By row: the renderer's class, or `LayerSurvey.notDrawn`.
  private(set) var classes: [UInt16] = []
  /// By row; empty where nothing follows numbers.
  private(set) var codes: [VariableCodes] = []
  private(set) var labels: [LabelColumn]

  init(_ renderer: Renderer, labels: [LabelColumn], schema: TableSchema) {
    classifier = RendererClassifier(
      renderer, fields: schema.fields, firstFieldColumn: schema.firstFieldColumn)
    variables = VariableClassifier(
      renderer.variables, fields: schema.fields, firstFieldColumn: schema.firstFieldColumn)
    self.labels = labels
  }

  /// Takes up the next row.
  mutating func add(layout: RecordLayout, record: Span<UInt8>) {
    let number = classifier.classIndex(layout: layout, record: record)
    classes.append(number < 0 ? LayerSurvey.notDrawn : UInt16(truncatingIfNeeded: number))
    if !variables.isEmpty { codes.append(variables.codes(layout: layout, record: record)) }
    for index in labels.indices { labels[index].add(layout: layout, record: record) }
  }
}
