import FeatureData

/// A page that was received whole, and those of its rows that count.
struct RowPage: Sendable {
  let file: ReceivedFile
  /// The object IDs of the rows that count, ascending.
  let ids: [Int64]
  /// The rows' GlobalIDs by object ID; empty unless the layer has attachments.
  let globalIDs: [Int64: GlobalID]
  /// Whether the file has just these rows, in this order.
  let isInOrder: Bool

  init(file: ReceivedFile, scan: PageScan) {
    self.file = file
    ids = scan.ids.sorted()
    var globalIDs: [Int64: GlobalID] = [:]
    for (id, globalID) in zip(scan.ids, scan.globalIDs) { globalIDs[id] = globalID }
    self.globalIDs = globalIDs
    isInOrder = ids == scan.ids
  }

  /// A page whose file has just some rows, in this order.
  init(
    file: ReceivedFile, ids: [Int64], globalIDs: [Int64: GlobalID], isInOrder: Bool = true
  ) {
    (self.file, self.ids, self.globalIDs, self.isInOrder) = (file, ids, globalIDs, isInOrder)
  }

  /// The page with some of its rows; nil without any.
  func keeping(_ isKept: (Int64) -> Bool) -> RowPage? {
    let kept = ids.filter(isKept)
    guard !kept.isEmpty else { return nil }
    return RowPage(
      file: file, ids: kept, globalIDs: globalIDs, isInOrder: isInOrder && kept.count == ids.count)
  }

  /// The same page, whose rows the service still has after its last edit.
  func marked(edited: Int64?) -> RowPage {
    let file = ReceivedFile(
      entry: file.entry.marked(edited: edited), path: file.path, isOfFinished: file.isOfFinished)
    return RowPage(file: file, ids: ids, globalIDs: globalIDs, isInOrder: isInOrder)
  }
}
