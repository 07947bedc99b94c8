import Bytes
import GeoPackage
import ZIPArchive

/// The GeoPackage of a layer in an earlier site, of which rows are kept.
struct EarlierStore: Sendable {
  /// Where the stripes of its files are. A plain file is one stripe.
  let stripes: [DownloadStripe]
  /// The files as they are in the site.
  private let files: [FileRegion]
  /// What is in them; nil if all of it is kept as it is.
  private let content: Content?

  private struct Content: Sendable {
    /// The files as they were before they were compressed.
    let plain: [FileRegion]
    let rows: RowStore
  }

  /// A GeoPackage that is kept as it is.
  init(same stripes: [DownloadStripe]) {
    self.stripes = stripes
    files = []
    content = nil
  }

  /// Reads the rows of all files.
  ///
  /// - Parameters:
  ///   - files: The files as they are in the site.
  ///   - table: The name of the table.
  ///   - scratch: A folder for temporary files.
  init(
    _ files: [FileRegion], _ stripes: [DownloadStripe], table: String, scratch: String
  ) async throws {
    self.stripes = stripes
    self.files = files
    var plain: [FileRegion] = []
    for (part, file) in files.enumerated() {
      let stripes = stripes.filter { $0.part == part }
      let isArchive = stripes.contains { $0.content != nil }
      plain.append(
        isArchive ? try await Self.inflated(stripes, of: file, scratch: scratch) : file)
    }
    var kept = try RowStoreWriter(scratchIn: scratch)
    for file in plain {
      var rows = try GeoPackageReader(region: file).rows(of: table)
      while try rows.next() { try rows.withRecord { record in try kept.append(record) } }
    }
    content = Content(plain: plain, rows: try kept.finish())
  }

  /// The rows; nil if all of them are kept as they are.
  var rows: RowStore? { content?.rows }

  // MARK: Stripes

  /// Returns a stripe of a file as it was compressed; nil if it has other bytes than these.
  ///
  /// - Parameters:
  ///   - index: The number of the stripe in the file.
  ///   - offset: Where the bytes are in the file.
  ///   - part: The number of the file.
  ///   - isLast: Whether the stripe ends the file.
  func stripe(
    _ index: Int, _ bytes: [UInt8], at offset: Int, part: Int, isLast: Bool
  ) throws(BytesError) -> DeflateStripe? {
    let stripes = stripes.filter { $0.part == part }
    guard let content, files.indices.contains(part), stripes.indices.contains(index),
      isLast == (index == stripes.count - 1), stripes[index].content?.count == bytes.count
    else { return nil }
    let before = content.plain[part].part(offset: offset, count: bytes.count)
    let old = try before.read(at: 0, count: before.count)
    guard old.span.isEqual(to: bytes.span) else { return nil }
    let compressed = try files[part].read(
      at: stripes[index].offset, count: stripes[index].size)
    return stripes[index].deflated(compressed, isLast: isLast)
  }

  /// Returns the bytes of compressed stripes in a nameless file.
  private static func inflated(
    _ stripes: [DownloadStripe], of file: FileRegion, scratch: String
  ) async throws -> FileRegion {
    var output = try OutputFile(scratchIn: scratch)
    try await OrderedWork.run(
      count: stripes.count,
      work: { index in
        let stripe = stripes[index]
        return try stripe.inflated(try file.read(at: stripe.offset, count: stripe.size))
      },
      collect: { try output.append($0.span) })
    return FileRegion(try output.reopen())
  }
}
