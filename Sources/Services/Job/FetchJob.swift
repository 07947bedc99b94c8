import Bytes
import MapModel
import OrderedJSON
package import Packages

/// Fetches a map and all that its layers show into a folder that `build` reads.
///
/// Four steps: the map, the definitions of its layers, their rows and attachments, the folder. The
/// folder appears whole at the end. A run that was cut leaves what it received beside it.
package struct FetchJob: Sendable {
  private let request: FetchRequest
  private let transport: any Transport
  private let wait: @Sendable (Int) async throws -> Void
  private let progress: @Sendable (JobProgress) -> Void

  /// - Parameters:
  ///   - wait: waits for some seconds.
  ///   - progress: called often, with the state of the job.
  package init(
    _ request: FetchRequest, over transport: any Transport,
    wait: @escaping @Sendable (Int) async throws -> Void,
    progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
  ) {
    self.request = request
    self.transport = transport
    self.wait = wait
    self.progress = progress
  }

  /// Fetches everything into the output.
  ///
  /// - Throws: `ServicesError`, `BytesError` for the output, and errors of the map.
  package func run() async throws -> FetchReport {
    // Fails at once if the output is in the way.
    let output = try AtomicFolder(replacing: request.output, overwrite: request.overwrite)
    try checkOutput()
    let files = try FetchFiles(output: request.output)
    defer { files.removeIfEmpty() }
    if request.areaOfMap == nil { try files.begin(request.part) }
    let client = try await client(scratch: files.scratch)
    let catalogue = try await Catalogue.read(client, request.source, only: request.layers)
    let part = try await part(of: catalogue, client)
    try files.begin(part)
    let tables = try await each(part, of: catalogue, client, files) { table, layer in
      let fetched = try await table.run(layer)
      return (fetched, fetched.ids)
    }
    try FetchedFolder(catalogue: catalogue, tables: tables, part: part).write(to: output)
    try output.commit()
    files.remove()
    return FetchReport(
      title: catalogue.map.title,
      tables: tables.map { table in
        FetchReport.Table(
          title: catalogue.title(of: table.layer), rows: table.rows,
          attachments: table.attachments.count,
          attachmentBytes: table.attachments.reduce(0) { $0 + $1.listed.size },
          keptRows: table.keptRows,
          change: table.change.map { ($0.came, $0.went, $0.changed) })
      }, skipped: catalogue.map.skipped)
  }

  /// Counts what there is to fetch, and writes nothing.
  ///
  /// - Throws: `ServicesError`, and errors of the map.
  package func plan() async throws -> FetchReport {
    let scratch = try ScratchFiles(in: ScratchFolder.path)
    let client = try await client(scratch: scratch.path)
    let files = try FetchFiles(output: scratch.path + "/plan")
    let catalogue = try await Catalogue.read(client, request.source, only: request.layers)
    let part = try await part(of: catalogue, client)
    let tables = try await each(part, of: catalogue, client, files) { table, layer in
      let count = try await table.count(layer)
      return (
        FetchReport.Table(
          title: catalogue.title(of: layer), rows: count.ids.count, attachments: count.attachments,
          attachmentBytes: count.bytes), count.ids
      )
    }
    return FetchReport(title: catalogue.map.title, tables: tables, skipped: catalogue.map.skipped)
  }

  /// Does some work for each layer, and returns the results in the order of the map. The work
  /// returns the IDs of the layer's rows, which decide which related rows are wanted.
  private func each<Result>(
    _ part: FetchPart, of catalogue: Catalogue, _ client: ServiceClient, _ files: FetchFiles,
    _ work: (TableFetch, ServedLayer) async throws -> (Result, [Int64])
  ) async throws -> [Result] {
    var results = [Result?](repeating: nil, count: catalogue.layers.count)
    var choice = try PartChoice(part, catalogue)
    for index in choice.order {
      let layer = catalogue.layers[index]
      let part = try await choice.part(of: index, over: client)
      let table = table(client, files, part, title: catalogue.title(of: layer))
      let (result, ids) = try await work(table, layer)
      choice.note(ids, of: index)
      results[index] = result
    }
    return results.compactMap(\.self)
  }

  /// The part to fetch, with the area that the map names.
  private func part(of catalogue: Catalogue, _ client: ServiceClient) async throws -> FetchPart {
    var part = request.part
    guard let find = request.areaOfMap else { return part }
    part.area = try await find(
      WebMap(json: catalogue.map.document), LayerShapeReader(client: client, catalogue: catalogue))
    return part
  }

  /// A folder is replaced only if its journal shows that it was fetched.
  private func checkOutput() throws {
    guard request.overwrite, try LocalPath.isFolder(request.output),
      try !LocalPath.names(in: request.output).isEmpty,
      try FetchJournal(in: request.output) == nil
    else { return }
    throw ServicesError.folderInUse(path: request.output)
  }

  private func client(scratch: String) async throws -> ServiceClient {
    try await .signedIn(
      request.credential, for: request.source, portal: request.portal, over: transport,
      scratch: scratch, wait: wait)
  }

  private func table(
    _ client: ServiceClient, _ files: FetchFiles, _ part: RowPart, title: String
  ) -> TableFetch {
    let progress = progress
    return TableFetch(client: client, files: files, withPhotos: request.withPhotos, part: part) {
      done, total, isBytes in
      progress(
        JobProgress(
          phase: isBytes ? "Attachments of" : "Fetching", subject: title, done: done, total: total,
          unit: isBytes ? .bytes : .records))
    }
  }
}
