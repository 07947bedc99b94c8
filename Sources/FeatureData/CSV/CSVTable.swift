import Bytes

/// A small CSV file as texts, such as a list that a person keeps in a spreadsheet.
package struct CSVTable: Sendable, Equatable {
  /// The names in the header.
  package let columns: [String]
  /// The rows, each with a text for every column. A missing cell is empty.
  package let rows: [[String]]

  /// Reads the whole file.
  ///
  /// - Throws: `FeatureDataError` with the row of a mistake.
  package init(path: String) throws {
    var options = CSVOptions()
    options.hasGeometry = false
    let source = try CSVSource(region: FileRegion(InputFile(path: path)), options: options)
    columns = source.layout.columns
    var rows: [[String]] = []
    var stripes = try source.makeStripes()
    while let stripe = try stripes.next() {
      rows += try FeatureDataError.moving(byRows: rows.count) {
        try Self.rows(of: stripe, in: source)
      }
    }
    self.rows = rows
  }

  private static func rows(of stripe: Stripe, in source: CSVSource) throws -> [[String]] {
    var reader = try CSVRowReader(source, stripe)
    let text = reader.text
    var rows: [[String]] = []
    while try reader.next(text.span) {
      rows.append(reader.cells.map { self.text(of: $0, text.span) })
    }
    return rows
  }

  private static func text(of token: ValueToken, _ text: Span<UInt8>) -> String {
    guard token.kind != .null else { return "" }
    let cell = CSVText.content(of: token, in: text)
    return cell.span.repairedString()
  }
}
