import Arcade
import Bytes
import FeatureData
import GeoPackage
import Records
import ZIPArchive

/// The GeoPackage of a layer, `data/LAYER.gpkg`. It is made when all rows are known, because the
/// types of computed columns depend on all values.
///
/// As with other downloads, a large one is in an archive. Only if that would be larger than hosts
/// accept, there are several, each with a part of the rows.
struct GeoPackageDownload {
  private let name: String
  private let table: GeoPackageTable
  /// The columns of a row whose values are stored as text.
  private let mixed: Set<Int>
  private let rows: RowStore
  /// When the data was packed, in milliseconds since 1970 UTC.
  private let built: Int64
  private let largestPlain: Int
  private let largest: Int

  /// The number of rows that are read together.
  private static let batch = 1_000
  /// The number of bytes that are compressed together.
  private static let stripeSize = 1 << 20
  /// Most of the bytes are coordinates and the R-tree. Higher levels need half as much time again
  /// for a file that is a twentieth smaller.
  private static let level = 1

  /// - Parameter built: When the data was packed, in milliseconds since 1970 UTC.
  init(
    _ layer: SiteLayer, _ table: DownloadTable, _ computed: ComputedFields, rows: RowStore,
    built: Int64, _ request: SiteRequest
  ) {
    name = layer.id
    self.table = table.declared(computed)
    mixed = table.mixedColumns(computed)
    self.rows = rows
    self.built = built
    largest = request.largestDownload
    largestPlain = min(request.largestPlainDownload, largest)
  }

  /// Writes the files.
  func write(into output: inout SiteOutput) async throws -> [DownloadFile.Part] {
    let whole = try store(0..<rows.count, scratch: output.scratch)
    if whole.count <= largestPlain { return [try publish(whole, 1, isArchive: false, in: &output)] }
    let archives = try await archives(of: whole, scratch: output.scratch)
    var parts: [DownloadFile.Part] = []
    for (index, archive) in archives.enumerated() {
      parts.append(try publish(archive, index + 1, isArchive: true, in: &output))
    }
    return parts
  }

  /// Returns the archive of all rows, or as many archives as are needed to keep each small enough.
  private func archives(of whole: FileRegion, scratch: String) async throws -> [FileRegion] {
    var archives = [try await archive(of: whole, 1, scratch: scratch)]
    while archives.count < rows.count, archives.contains(where: { $0.count > largest }) {
      let sizes = archives.reduce(0) { $0 + $1.count }
      let count = min(rows.count, max(archives.count + 1, sizes / largest + 1))
      archives = []
      for part in 0..<count {
        let range = rows.count * part / count..<rows.count * (part + 1) / count
        archives.append(
          try await archive(of: store(range, scratch: scratch), part + 1, scratch: scratch))
      }
    }
    return archives
  }

  private func fileName(_ number: Int) -> String {
    name + (number > 1 ? "-\(number)" : "") + ".gpkg"
  }

  // MARK: Making files

  /// Returns a GeoPackage of some rows, in a nameless file.
  private func store(_ range: Range<Int>, scratch: String) throws -> FileRegion {
    var writer = GeoPackageWriter(
      output: try OutputFile(scratchIn: scratch), options: GeoPackageOptions(lastChange: built))
    try writer.begin(table)
    var bytes: [UInt8] = []
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.batch) {
      var ends = try rows.read(start..<min(start + Self.batch, range.upperBound), into: &bytes)
      if !mixed.isEmpty { try writeAsText(&bytes, &ends) }
      try writer.append(rows: bytes.span, ends: ends, envelopes: [])
    }
    _ = try writer.endTable()
    return FileRegion(try writer.finish().reopen())
  }

  /// Replaces numbers and truth values in columns that have values of several kinds.
  private func writeAsText(_ bytes: inout [UInt8], _ ends: inout [Int]) throws {
    var layout = RecordLayout()
    var written: [UInt8] = []
    var start = 0
    for row in ends.indices {
      let record = bytes.span.extracting(start..<ends[row])
      start = ends[row]
      try layout.parse(record)
      written += layout.rewritten(record) { column, encoder in
        guard mixed.contains(column) else { return false }
        switch layout.value(column, in: record) {
        case .real(let number): encoder.append(text: ArcadeNumber.text(number))
        case .integer(let flag): encoder.append(text: flag == 0 ? "false" : "true")
        case .null, .text, .blob: return false
        }
        return true
      }
      ends[row] = written.count
    }
    bytes = written
  }

  /// Returns an archive of a file, in a nameless file.
  private func archive(
    of file: FileRegion, _ number: Int, scratch: String
  ) async throws -> FileRegion {
    var archive = ArchiveWriter(try OutputFile(scratchIn: scratch))
    try archive.begin(fileName(number), method: .deflated, sizeLimit: nil)
    let count = (file.count + Self.stripeSize - 1) / Self.stripeSize
    try await OrderedWork.run(count: count, work: { try Self.stripe($0, of: file) }) { stripe in
      try archive.append(stripe)
    }
    try archive.end()
    return FileRegion(try archive.finished().reopen())
  }

  private static func stripe(_ index: Int, of file: FileRegion) throws -> DeflateStripe {
    let start = index * stripeSize
    let before = min(start, Deflate.windowSize)
    let bytes = try file.read(
      at: start - before, count: min(stripeSize, file.count - start) + before)
    return try DeflateStripe.compress(
      bytes.span.extracting(before...), previous: bytes.span.extracting(..<before), level: level,
      isLast: start + stripeSize >= file.count)
  }

  private func publish(
    _ file: FileRegion, _ number: Int, isArchive: Bool, in output: inout SiteOutput
  ) throws -> DownloadFile.Part {
    let path = "data/\(fileName(number))" + (isArchive ? ".zip" : "")
    var copy = try output.open(path)
    var chunk: [UInt8] = []
    for start in stride(from: 0, to: file.count, by: Self.stripeSize) {
      try file.read(at: start, count: min(Self.stripeSize, file.count - start), into: &chunk)
      try copy.append(chunk.span)
    }
    try output.close(copy)
    return DownloadFile.Part(path: path, size: file.count, isArchive: isArchive)
  }
}
