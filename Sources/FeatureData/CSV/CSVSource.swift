package import Bytes
import Geometry
package import OrderedJSON

/// Rows in a CSV file: RFC 4180 with the delimiters, line ends and encodings of real files.
package struct CSVSource: FeatureSource {
  package let path: String
  package let region: FileRegion
  package let options: CSVOptions
  package let layout: CSVLayout

  /// The number of bytes to read at once, and the minimum size of a stripe.
  package var stripeSize = 1 << 20

  /// The maximum length of the header line in bytes.
  static let headerLimit = 1 << 20
  /// The maximum length of a row in bytes.
  static let rowLimit = 256 << 20

  /// Opens a file and reads its header.
  package init(region: FileRegion, options: CSVOptions) throws {
    path = region.path
    self.region = region
    self.options = options
    var head: [UInt8] = []
    var text = try CSVTextStream(region, options.encoding)
    while head.count < Self.headerLimit,
      try text.read(upTo: Self.headerLimit - head.count, appendingTo: &head)
    {}
    layout = try CSVLayout(header: head.span, options: options, path: path)
  }

  package var files: [FileRegion] { [region] }

  package var byteCount: Int { region.count }

  package func makeStripes() throws -> any StripeReader {
    try CSVStripeReader(self)
  }

  package func declaration(documents: [JSON]) throws -> SourceDeclaration {
    var declaration = SourceDeclaration()
    if layout.xColumn != nil {
      declaration.spatialReference = options.spatialReference ?? layout.namedReference
    }
    return declaration
  }

  package func survey(_ stripe: Stripe) throws -> Survey {
    var survey = Survey()
    survey.columns = layout.columns.enumerated().map { index, name in
      ColumnSurvey(name: name, coordinate: layout.coordinateUse(index))
    }
    let inference = layout.inference
    var reader = try CSVRowReader(self, stripe)
    let text = reader.text
    var shape = Geometry(.point)
    while try reader.next(text.span) {
      survey.rowCount += 1
      for column in layout.columns.indices {
        survey.columns[column].count(inference.kinds(of: reader.cells[column], text.span))
      }
      if layout.xColumn != nil, reader.readPoint(text.span, into: &shape) {
        survey.geometryCounts[.point, default: 0] += 1
        survey.hasZ = survey.hasZ || shape.hasZ
        survey.hasM = survey.hasM || shape.hasM
        survey.envelope.formUnion(x: shape.coordinates[0], y: shape.coordinates[1])
      } else {
        survey.nullGeometryCount += 1
        guard reader.hasCoordinateText else { continue }
        survey.lostShapes.count(row: reader.row, sample: reader.coordinateText(text.span))
      }
    }
    return survey
  }

  package func rows(
    of stripe: Stripe, declaration: SourceDeclaration, builder: inout RowBuilder
  ) throws -> RowBatch {
    let pairs = fieldCells(builder.schema)
    // Coordinates that aren't fields count for their form, too.
    let others = layout.coordinateColumns.filter { cell in !pairs.contains { $0.cell == cell } }
    var otherColumns = others.map { ColumnSurvey(name: layout.columns[$0]) }
    let inference = layout.inference
    let form = builder.schema.geometry?.form ?? .plain
    var batch = RowBatch()
    var reader = try CSVRowReader(self, stripe)
    let text = reader.text
    batch.bytes.reserveCapacity(text.count)
    while try reader.next(text.span) {
      builder.beginRow()
      for (cell, column) in pairs {
        let token = reader.cells[cell]
        builder.set(column, to: token, kind: inference.kinds(of: token, text.span))
      }
      for (index, cell) in others.enumerated() {
        otherColumns[index].count(inference.kinds(of: reader.cells[cell], text.span))
      }
      if layout.xColumn != nil {
        readGeometry(&reader, form: form, text: text.span, builder: &builder, batch: &batch)
      }
      builder.finish(text.span, row: reader.row, into: &batch)
    }
    batch.survey = builder.survey
    batch.survey.columns += otherColumns
    return batch
  }

  private func readGeometry(
    _ reader: inout CSVRowReader, form: CellForm, text: Span<UInt8>,
    builder: inout RowBuilder, batch: inout RowBatch
  ) {
    builder.hasGeometry = reader.readPoint(text, form: form, into: &builder.geometry)
    guard !builder.hasGeometry, reader.hasCoordinateText else { return }
    let shown = reader.coordinateText(text)
    batch.notices.note(.geometryInvalid, column: "", row: reader.row, value: shown)
    builder.noteLostShape(row: reader.row, sample: shown)
  }

  /// Returns the index of the cell and of the column for each cell that is a column of the table.
  private func fieldCells(_ schema: TableSchema) -> [(cell: Int, column: Int)] {
    var pairs: [(Int, Int)] = []
    for (column, tableColumn) in schema.columns.enumerated() {
      guard let name = tableColumn.sourceName,
        let cell = layout.columns.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) })
      else { continue }
      pairs.append((cell, column))
    }
    return pairs
  }
}

/// One pass over a CSV file.
struct CSVStripeReader: StripeReader {
  private var text: CSVTextStream
  private var splitter: CSVSplitter
  private let path: String
  private let stripeSize: Int
  /// The number of bytes of the header that are still to be read.
  private var headerRest: Int
  private var index = 0
  private var isAtEnd = false
  let documents: [JSON] = []

  init(_ source: CSVSource) throws {
    path = source.path
    stripeSize = max(1, source.stripeSize)
    headerRest = source.layout.firstRowOffset
    splitter = CSVSplitter(
      delimiter: source.layout.delimiter, stripeSize: stripeSize, offset: headerRest)
    text = try CSVTextStream(source.region, source.options.encoding)
  }

  var bytesRead: Int { text.position }

  mutating func next() throws -> Stripe? {
    while !isAtEnd {
      var block: [UInt8] = []
      isAtEnd = try !text.read(upTo: stripeSize, appendingTo: &block)
      skipHeader(&block)
      guard splitter.bufferedCount <= CSVSource.rowLimit else {
        throw FeatureDataError.tooLarge(
          path: path, offset: splitter.offset, limit: CSVSource.rowLimit)
      }
      guard let (bytes, offset) = isAtEnd ? splitter.finish() : splitter.feed(block.span) else {
        continue
      }
      index += 1
      return Stripe(bytes: bytes, offset: offset, index: index - 1)
    }
    guard index == 0 else { return nil }
    // A header without rows still has columns. They are in the survey of an empty stripe.
    index = 1
    return Stripe(bytes: [], offset: splitter.offset, index: 0)
  }

  private mutating func skipHeader(_ block: inout [UInt8]) {
    guard headerRest > 0 else { return }
    let count = min(headerRest, block.count)
    block.removeFirst(count)
    headerRest -= count
  }
}
