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
  private let rows: PublishedRows
  /// The GeoPackage in an earlier site, if rows are kept.
  fileprivate let earlier: EarlierStore?
  /// When the data was packed, in milliseconds since 1970 UTC.
  private let built: Int64
  private let largestPlain: Int
  private let largest: Int
  /// The number of bytes that are compressed together, apart from others.
  private let stripeSize: Int

  /// The number of rows that are read together.
  private static let batch = 1_000
  /// The end of the names.
  static let suffix = ".gpkg"
  /// The number of bytes that are read together.
  private static let chunkSize = 1 << 20
  /// Most of the bytes are coordinates and the R-tree. Higher levels need half as much time again
  /// for a file that is a twentieth smaller.
  private static let level = 1

  /// A finished file.
  fileprivate struct Finished: Sendable {
    let file: FileRegion
    let stripes: [DownloadStripe]
  }

  /// - Parameters:
  ///   - earlier: The GeoPackage in an earlier site, if rows are kept.
  ///   - built: When the data was packed, in milliseconds since 1970 UTC.
  init(
    _ layer: SiteLayer, _ table: DownloadTable, _ computed: ComputedFields, rows: PublishedRows,
    earlier: EarlierStore?, built: Int64, _ request: SiteRequest
  ) {
    name = layer.id
    self.table = table.declared(computed)
    mixed = table.mixedColumns(computed)
    self.rows = rows
    self.earlier = earlier
    self.built = built
    largest = request.largestDownload
    largestPlain = DownloadFile.largestPlain(request)
    stripeSize = max(1 << 14, min(1 << 20, largest / 16))
  }

  /// Keeps the files of an earlier site.
  fileprivate func keep(
    _ earlier: EarlierStore, in output: inout SiteOutput
  ) -> [DownloadFile.Part] {
    var parts: [DownloadFile.Part] = []
    for stripe in earlier.stripes where stripe.part == parts.count {
      let isArchive = stripe.content != nil
      let path = DownloadFile.path(
        name, Self.suffix, part: parts.count, isArchive: isArchive)
      let size = output.earlierFile(path)?.count ?? 0
      output.keep(path)
      parts.append(DownloadFile.Part(path: path, size: size, isArchive: isArchive))
    }
    return parts
  }

  /// Returns a plain file of all rows, an archive, or as many archives as are needed to keep each
  /// small enough.
  fileprivate func files(scratch: String) async throws -> [Finished] {
    let whole = try store(0..<rows.count, scratch: scratch)
    if whole.count <= largestPlain {
      return [
        Finished(
          file: whole, stripes: [DownloadStripe(part: 0, offset: 0, size: whole.count)])
      ]
    }
    var archives = [try await archive(of: whole, 0, scratch: scratch)]
    while archives.count < rows.count, archives.contains(where: { $0.file.count > largest }) {
      let sizes = archives.reduce(0) { $0 + $1.file.count }
      let count = min(rows.count, max(archives.count + 1, sizes / largest + 1))
      archives = []
      for part in 0..<count {
        let range = rows.count * part / count..<rows.count * (part + 1) / count
        archives.append(
          try await archive(of: store(range, scratch: scratch), part, scratch: scratch))
      }
    }
    return archives
  }

  // MARK: Making files

  /// Returns a GeoPackage of some rows, in a nameless file.
  private func store(_ range: Range<Int>, scratch: String) throws -> FileRegion {
    var writer = GeoPackageWriter(
      output: try OutputFile(scratchIn: scratch), options: GeoPackageOptions(lastChange: built))
    try writer.begin(table)
    try rows.forEach(range, batch: Self.batch) { bytes, ends in
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
    of file: FileRegion, _ part: Int, scratch: String
  ) async throws -> Finished {
    var archive = ArchiveWriter(try OutputFile(scratchIn: scratch))
    try archive.begin(
      DownloadFile.name(name, Self.suffix, part: part), method: .deflated, sizeLimit: nil)
    let count = (file.count + stripeSize - 1) / stripeSize
    var stripes: [DownloadStripe] = []
    try await OrderedWork.run(
      count: count, work: { try stripe($0, of: file, part: part) },
      collect: { stripe in
        stripes.append(DownloadStripe(stripe, part: part, offset: archive.count))
        try archive.append(stripe)
      })
    try archive.end()
    return Finished(
      file: FileRegion(try archive.finished().reopen()), stripes: stripes)
  }

  /// Returns a stripe of a file. If an earlier site has the same bytes, they are not compressed again.
  private func stripe(_ index: Int, of file: FileRegion, part: Int) throws -> DeflateStripe {
    let offset = index * stripeSize
    let isLast = offset + stripeSize >= file.count
    let bytes = try file.read(at: offset, count: min(stripeSize, file.count - offset))
    if let kept = try earlier?.stripe(index, bytes, at: offset, part: part, isLast: isLast) {
      return kept
    }
    let nothing: [UInt8] = []
    return try DeflateStripe.compress(
      bytes.span, previous: nothing.span, level: Self.level, isLast: isLast)
  }

  fileprivate func publish(
    _ file: FileRegion, _ part: Int, isArchive: Bool, in output: inout SiteOutput
  ) throws -> DownloadFile.Part {
    let path = DownloadFile.path(name, Self.suffix, part: part, isArchive: isArchive)
    var copy = try output.open(path)
    var chunk: [UInt8] = []
    for start in stride(from: 0, to: file.count, by: Self.chunkSize) {
      try file.read(at: start, count: min(Self.chunkSize, file.count - start), into: &chunk)
      try copy.append(chunk.span)
    }
    try output.close(copy)
    return DownloadFile.Part(path: path, size: file.count, isArchive: isArchive)
  }
}

/// A GeoPackage that is made while other files are written.
struct OpenGeoPackage: Sendable {
  private let download: GeoPackageDownload
  /// Nil if the GeoPackage of an earlier site is kept as it is.
  private let files: Task<[GeoPackageDownload.Finished], any Error>?

  /// Begins to make the files.
  ///
  /// - Parameter scratch: A folder for temporary files.
  init(_ download: GeoPackageDownload, scratch: String) {
    self.download = download
    let isKept = download.earlier.map { $0.rows == nil } ?? false
    files = isKept ? nil : Task { try await download.files(scratch: scratch) }
  }

  /// Waits for the files and adds them to the site.
  ///
  /// - Returns: The files, and where their stripes are.
  func close(
    in output: inout SiteOutput
  ) async throws -> (parts: [DownloadFile.Part], stripes: [DownloadStripe]) {
    guard let files = try await files?.value else {
      guard let earlier = download.earlier else { return ([], []) }
      return (download.keep(earlier, in: &output), earlier.stripes)
    }
    var parts: [DownloadFile.Part] = []
    for (index, finished) in files.enumerated() {
      let isArchive = finished.stripes.contains { $0.content != nil }
      parts.append(
        try download.publish(finished.file, index, isArchive: isArchive, in: &output))
    }
    return (parts, files.flatMap(\.stripes))
  }
}
