import Geometry

/// The survey of a builder's rows, taken while they are made.
struct RowTally: Sendable {
  private var rowCount = 0
  private var columns: [Column]
  /// The counts by the raw value of the kind.
  private var geometryCounts: [Int]
  private var nullGeometryCount = 0
  private var lostShapes: LostShapes?
  private var hasZ = false
  private var hasM = false
  private var envelope = Envelope.empty
  private var outliers = CoordinateOutliers()

  private struct Column: Sendable {
    var kinds: ValueKinds = []
    var valueCount = 0

    @inline(__always) mutating func note(_ kind: ValueKinds) {
      kinds.formUnion(kind)
      valueCount &+= 1
    }
  }

  init(columnCount: Int) {
    columns = Array(repeating: Column(), count: columnCount)
    geometryCounts = Array(repeating: 0, count: GeometryKind.allCases.count + 1)
  }

  /// Records a value other than null.
  mutating func note(_ kind: ValueKinds, column: Int) {
    columns[column].note(kind)
  }

  /// Records a row with its geometry as it was read.
  mutating func note(_ geometry: Geometry, within box: Envelope) {
    count(geometry)
    envelope.formUnion(box)
  }

  /// Records a row whose coordinates can't be in their spatial reference.
  mutating func note(outlier geometry: Geometry, within box: Envelope) {
    count(geometry)
    outliers.note(box, row: rowCount)
  }

  private mutating func count(_ geometry: Geometry) {
    rowCount += 1
    geometryCounts[Int(geometry.kind.rawValue)] += 1
    hasZ = hasZ || geometry.hasZ
    hasM = hasM || geometry.hasM
  }

  /// Records a row without geometry.
  mutating func noteNoGeometry() {
    rowCount += 1
    nullGeometryCount += 1
  }

  /// Records that the geometry of a row can't be read.
  mutating func noteLost(row: Int, sample: @autoclosure () -> String) {
    lostShapes.count(row: row, sample: sample())
  }

  /// Returns the survey. It omits columns that the source lacks.
  func survey(of schema: [TableColumn]) -> Survey {
    var survey = Survey()
    survey.rowCount = rowCount
    survey.nullGeometryCount = nullGeometryCount
    survey.lostShapes = lostShapes
    survey.hasZ = hasZ
    survey.hasM = hasM
    survey.envelope = envelope
    survey.outliers = outliers
    for kind in GeometryKind.allCases where geometryCounts[Int(kind.rawValue)] > 0 {
      survey.geometryCounts[kind] = geometryCounts[Int(kind.rawValue)]
    }
    for (column, counted) in zip(schema, columns) {
      guard let name = column.sourceName else { continue }
      survey.columns.append(
        ColumnSurvey(name: name, kinds: counted.kinds, valueCount: counted.valueCount))
    }
    return survey
  }
}
