import FeatureData

/// A page of rows that was received whole.
struct RowPage: Sendable {
  let file: ReceivedFile
  /// The object IDs of its rows, ascending.
  let ids: [Int64]
  /// The rows' GlobalIDs by object ID; empty unless the layer has attachments.
  let globalIDs: [Int64: GlobalID]

  init(file: ReceivedFile, scan: PageScan) {
    self.file = file
    ids = scan.ids.sorted()
    var globalIDs: [Int64: GlobalID] = [:]
    for (id, globalID) in zip(scan.ids, scan.globalIDs) { globalIDs[id] = globalID }
    self.globalIDs = globalIDs
  }
}
