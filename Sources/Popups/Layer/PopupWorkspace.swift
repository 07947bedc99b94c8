import Bytes
import SQLiteFile

/// What making pop-ups needs besides the layer: buffers that are kept from one record to the next.
/// Every thread has its own.
package struct PopupWorkspace: Sendable {
  /// Where the text is made.
  var bytes: [UInt8] = []
  /// The record's columns.
  var layout = RecordLayout()
  /// The place of the record's type among the layer's types.
  var type: Int?
  /// The related records of each relation.
  var related: [RelatedRecords] = []
  /// Their places in each relation's orders.
  var places: [Range<Int>] = []
  /// The types of related records, by relation.
  var relatedTypes: [RowTypes?] = []
  /// A related record's columns.
  var relatedLayout = RecordLayout()
  /// The expressions' side.
  var runs = ExpressionRuns()
  /// What the account of failed expressions calls the record at hand; set it before each pop-up.
  package var row: Int64 = 0
  /// How many pictures on the web the pop-ups so far only lead to.
  package internal(set) var onlinePictures = 0
  /// The statistic worked out last: where a key stands in many records, they share it.
  var lastSummary: LastSummary?

  /// A statistic, and what it was made of.
  struct LastSummary: Sendable {
    let records: RelatedRecords.Identity
    let places: Range<Int>
    let column: Int
    let statistic: PopupStatistic
    let result: RelatedSummary.Result
  }

  /// An empty workspace.
  package init() {}

  /// Takes up a record of a layer.
  ///
  /// - Throws: `SQLiteFileError.damagedRecord`.
  mutating func begin(
    _ record: Span<UInt8>, of layer: borrowing PopupLayer, related: [RelatedRecords]
  ) throws(SQLiteFileError) {
    try layout.parse(record)
    type = layer.types?.type(of: record, layout)
    self.related = related
    places.removeAll(keepingCapacity: true)
    for (index, relation) in layer.relations.enumerated() {
      guard index < related.count else {
        places.append(0..<0)
        continue
      }
      let key = layout.value(relation.keyColumn, in: record)
      places.append(related[index].places(of: key, in: record))
    }
    relatedTypes = layer.relatedTypes
    runs.begin(layer.expressionPlan)
  }

  /// Appends a value of the record to `bytes`: formatted, or as data has it.
  mutating func append(_ value: PopupValue, isRaw: Bool, in record: Span<UInt8>) {
    switch value {
    case .field(let field):
      let stored = layout.value(field.column, in: record)
      if isRaw {
        field.appendRaw(stored, in: record, to: &bytes)
      } else {
        field.append(stored, in: record, type: type, to: &bytes)
      }
    case .related(let related): append(related, isRaw: isRaw)
    case .computed(let computed):
      let result = result(of: computed, in: record)
      if isRaw {
        computed.appendRaw(result, to: &bytes)
      } else {
        computed.append(result, to: &bytes)
      }
    case .nothing: return
    }
  }
}
