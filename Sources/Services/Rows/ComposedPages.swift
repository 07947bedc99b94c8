import Bytes

/// The pages of a table as they are written: each has the next rows by ascending IDs, whatever the
/// server sent together, and whenever it was received.
///
/// So a fetch that was cut, one that was brought up to date and a fresh one give the same files.
struct ComposedPages {
  private let layer: ServedLayer
  private let files: FetchFiles
  private let idField: String
  /// All rows, ascending.
  private let ids: [Int64]
  private let pages: [RowPage]
  /// The page that has each row.
  private var owners: [Int32]
  /// The pages whose bytes are needed now, by their index.
  private var open: [Int: OpenPage] = [:]
  private var made: [RowPage] = []

  /// The largest page with several rows, in bytes.
  static let largestPage = 64 << 20

  /// The bytes of a page, and where its rows are.
  private struct OpenPage {
    let bytes: [UInt8]
    let scan: PageScan
    /// The index of each row in the page, by its ID.
    let rows: [Int64: Int]
    let lastID: Int64
  }

  /// Divides a table.
  ///
  /// - Parameter pages: pages with each row once.
  /// - Throws: errors of reading and writing.
  static func make(
    _ pages: [RowPage], ids: [Int64], of layer: ServedLayer, idField: String, in files: FetchFiles
  ) throws -> [RowPage] {
    guard !ids.isEmpty else {
      return pages.prefix(1).map { $0.marked(edited: layer.lastEdit) }
    }
    var composed = ComposedPages(pages, ids: ids, of: layer, idField: idField, in: files)
    for start in stride(from: 0, to: ids.count, by: layer.pageSize) {
      try composed.add(start..<min(ids.count, start + layer.pageSize))
    }
    return composed.made
  }

  private init(
    _ pages: [RowPage], ids: [Int64], of layer: ServedLayer, idField: String, in files: FetchFiles
  ) {
    (self.pages, self.ids, self.layer, self.idField, self.files) = (
      pages, ids, layer, idField, files
    )
    owners = [Int32](repeating: -1, count: ids.count)
    for (index, page) in pages.enumerated() {
      for id in page.ids {
        if let row = ids.sortedIndex(of: id) { owners[row] = Int32(index) }
      }
    }
  }

  /// Adds a page with a run of rows, or several if it is too large.
  private mutating func add(_ run: Range<Int>) throws {
    let first = pages[Int(owners[run.lowerBound])]
    if first.isInOrder, first.ids.elementsEqual(ids[run]),
      first.file.entry.size <= Self.largestPage || run.count == 1
    {
      made.append(first.marked(edited: layer.lastEdit))
      return
    }
    for (index, page) in open where page.lastID < ids[run.lowerBound] { open[index] = nil }
    var used: Set<Int> = []
    for row in run { used.insert(Int(owners[row])) }
    for index in used.sorted() where open[index] == nil { open[index] = try read(pages[index]) }
    let bytes = compose(run, frame: frame(run))
    guard bytes.count <= Self.largestPage || run.count == 1 else {
      let halves = IDRuns.halves(of: run)
      try add(halves.0)
      try add(halves.1)
      return
    }
    let file = try files.keep(
      bytes, as: .rows(edited: layer.lastEdit, fields: layer.fieldsDigest), of: layer.address)
    var globalIDs = pages[0].globalIDs
    globalIDs.removeAll()
    for row in run {
      globalIDs[ids[row]] = pages[Int(owners[row])].globalIDs[ids[row]]
    }
    made.append(RowPage(file: file, ids: Array(ids[run]), globalIDs: globalIDs))
  }

  /// What is around and between the rows: that of the first page that has several.
  private func frame(_ run: Range<Int>) -> OpenPage? {
    let pages = run.lazy.compactMap { open[Int(owners[$0])] }
    return pages.first { $0.scan.features.count > 1 } ?? pages.first
  }

  private func compose(_ run: Range<Int>, frame: OpenPage?) -> [UInt8] {
    guard let frame, let first = frame.scan.features.first, let last = frame.scan.features.last
    else { return [] }
    let separator =
      frame.scan.features.count > 1
      ? Array(frame.bytes[first.upperBound..<frame.scan.features[1].lowerBound]) : [0x2C]
    var bytes = Array(frame.bytes[..<first.lowerBound])
    for row in run {
      if row > run.lowerBound { bytes += separator }
      guard let page = open[Int(owners[row])], let index = page.rows[ids[row]] else { continue }
      bytes += page.bytes[page.scan.features[index]]
    }
    bytes += frame.bytes[last.upperBound...]
    return bytes
  }

  private func read(_ page: RowPage) throws -> OpenPage {
    guard let bytes = try page.file.bytes(),
      let scan = PageScan(bytes.span, of: layer, idField: idField),
      scan.ids.count == scan.features.count
    else { throw BytesError.fileNotFound(path: page.file.path) }
    var rows: [Int64: Int] = [:]
    for (index, id) in scan.ids.enumerated() { rows[id] = index }
    return OpenPage(bytes: bytes, scan: scan, rows: rows, lastID: page.ids.last ?? 0)
  }
}
