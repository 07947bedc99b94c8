import Bytes
import MapModel
import OrderedJSON
package import Packages

/// Sends the edits of a merge to a feature service.
///
/// Four steps: the edits and the layers that they are for, a comparison of each edit with the record
/// that the service has now, the records, and their attachments.
package struct PushJob: Sendable {
  private let request: PushRequest
  private let transport: any Transport
  private let wait: @Sendable (Int) async throws -> Void
  private let progress: @Sendable (JobProgress) -> Void

  /// - Parameters:
  ///   - wait: waits for some seconds.
  ///   - progress: called often, with the state of the job.
  package init(
    _ request: PushRequest, over transport: any Transport,
    wait: @escaping @Sendable (Int) async throws -> Void,
    progress: @escaping @Sendable (JobProgress) -> Void = { _ in }
  ) {
    self.request = request
    self.transport = transport
    self.wait = wait
    self.progress = progress
  }

  /// Compares and sends all edits.
  ///
  /// - Throws: `ServicesError`, `PushError`, and errors of the edits and the ledger. The ledger then has what was
  ///   done before.
  package func run() async throws -> PushReport {
    let edits = try EditsFile(at: request.edits)
    let ledger = try PushLedger(
      in: request.ledger ?? Self.ledgerPath(of: edits.path), edits: edits.digest,
      isDryRun: request.isDryRun)
    let client = try await ServiceClient.signedIn(
      request.credential, for: .service(request.target), portal: request.portal, over: transport,
      scratch: ledger.scratch, wait: wait)
    let binding = try await PushBinding.make(client, edits.layers, to: request.target)
    for attachment in binding.layers.flatMap(\.attachments) {
      _ = try attachment.content?.open(in: edits.files)
    }
    var run = PushRun(
      client: client, ledger: ledger, files: edits.files, layers: binding.layers,
      isDryRun: request.isDryRun, progress: progress)
    run.report.elsewhere = binding.elsewhere
    try await run.run()
    return run.report
  }

  /// The usual folder for a ledger: `edits.push` beside `edits.json`.
  private static func ledgerPath(of edits: String) -> String {
    (edits.hasSuffix(".json") ? String(edits.dropLast(5)) : edits) + ".push"
  }
}

/// Which layer of a service edits are for.
struct PushBinding: Sendable {
  /// Parents before children.
  let layers: [PushedLayer]
  /// The layers of other services.
  let elsewhere: [String]

  /// Finds the layers of edits.
  ///
  /// - Throws: `ServicesError`, and `PushError` if the service can't take such edits.
  static func make(
    _ client: ServiceClient, _ filed: [FiledLayer], to target: ServiceAddress
  ) async throws -> PushBinding {
    let edited = filed.filter { !$0.records.isEmpty || !$0.attachments.isEmpty }
    let root = edited.isEmpty ? .null : try await client.document(.json(target.root))
    var layers: [PushedLayer] = []
    var elsewhere: [String] = []
    for filed in edited {
      guard let number = try number(of: filed, in: root, target),
        target.layerID == nil || target.layerID == number
      else {
        elsewhere.append(filed.address?.description ?? filed.id.string ?? "\(filed.id.int ?? 0)")
        continue
      }
      guard !layers.contains(where: { $0.number == number }) else {
        throw PushError.editsUnusable(
          path: "layer \(number)", expected: "each layer of the service once")
      }
      let address = target.layer(number)
      let layer = try ServedLayer(
        await client.document(.json(address.description)), at: address)
      layers.append(try PushedLayer(filed, to: layer))
    }
    guard !layers.isEmpty || elsewhere.isEmpty else {
      throw PushError.editsElsewhere(target: target.description, layers: elsewhere)
    }
    return PushBinding(layers: PushedLayer.parentsFirst(layers), elsewhere: elsewhere)
  }

  /// The number of a layer in the service; nil if it is in another service.
  private static func number(
    of filed: FiledLayer, in root: JSON, _ target: ServiceAddress
  ) throws -> Int? {
    if let address = filed.address {
      return address.isSameService(as: target) ? address.layerID : nil
    }
    if let number = filed.id.int { return number }
    let name = filed.id.string ?? ""
    let parts = (root["layers"]?.array ?? []) + (root["tables"]?.array ?? [])
    let found = parts.first { $0["name"]?.string?.isSameName(as: name) == true }
    guard let number = found?["id"]?.int else {
      throw ServicesError.noSuchLayer(name: name, layers: parts.compactMap { $0["name"]?.string })
    }
    return number
  }
}
