import FeatureData

/// Phase 4: new attachments (rule 7 in Sources/Merging/Rules.md). Parent, name and content identify
/// an attachment.
struct MergeAttaching {
  let inputs: MergeInputs
  private(set) var rows: FoldedRows
  private(set) var account: MergeAccount

  /// Drops and renames new attachments.
  init(_ linking: consuming MergeLinking) throws {
    inputs = linking.inputs
    rows = linking.rows
    account = linking.account
    try resolveAttachments()
  }

  /// Drops new attachments that already exist, and renames those whose name is taken.
  private mutating func resolveAttachments() throws {
    for (tableIndex, table) in inputs.schema.tables.enumerated() where table.isAttachments {
      guard let name = table.fieldIndex(named: "name"),
        let digest = table.contentFields?.first ?? table.fieldIndex(of: .content),
        let linkIndex = inputs.schema.links.firstIndex(where: { $0.destination == tableIndex })
      else { continue }
      try resolveAttachments(of: tableIndex, linkIndex: linkIndex, name: name, digest: digest)
    }
  }

  private mutating func resolveAttachments(
    of table: Int, linkIndex: Int, name: Int, digest: Int
  ) throws {
    let parentField = inputs.schema.links[linkIndex].destinationField
    var attachments: [JoinKey: [Attachment]] = [:]
    let added = rows[table].filter { $0.value.isAdded && $0.value.row != nil }.keys.sorted()
    for id in added {
      guard let row = rows[table][id]?.row,
        let parent = inputs.schema.key(row[parentField], of: inputs.schema.links[linkIndex])
      else {
        continue
      }
      var existing = attachments[parent] ?? []
      if attachments[parent] == nil {
        existing = try self.attachments(
          of: parent, linkIndex: linkIndex, name: name, digest: digest)
      }
      let attachment = Attachment(name: row[name], digest: row[digest])
      let key = RecordKey(table: table, globalID: id)
      if !attachment.digest.isEmpty, existing.contains(where: { $0.isSame(as: attachment) }) {
        dropDuplicate(key, attachment)
        attachments[parent] = existing
        continue
      }
      let free = Attachment.freeName(attachment.name, among: existing.map(\.name))
      if free != attachment.name { rename(key, field: name, to: free) }
      attachments[parent] =
        existing
        + [Attachment(name: free, digest: attachment.digest, originalName: attachment.name)]
    }
  }

  /// Returns the attachments that a row of the result has, without those that packages added.
  private mutating func attachments(
    of parent: JoinKey, linkIndex: Int, name: Int, digest: Int
  ) throws -> [Attachment] {
    let table = inputs.schema.links[linkIndex].destination
    if case .globalID(let id) = parent {
      let key = RecordKey(table: inputs.schema.links[linkIndex].origin, globalID: id)
      _ = try rows.row(key)
      try rows.loadChildren(of: key, by: inputs.schema.links[linkIndex])
    }
    var attachments: [Attachment] = []
    for id in rows.index.children(of: linkIndex, key: parent) {
      guard let folded = rows[table][id], !folded.isAdded, let row = folded.row else { continue }
      var attachment = Attachment(name: row[name], digest: row[digest])
      // Other programs store no digest.
      if attachment.digest.isEmpty, let stored = folded.stored {
        attachment.digest = try inputs.current.contentDigest(table, rowid: stored.rowid) ?? .null
      }
      attachments.append(attachment)
    }
    return attachments
  }

  private mutating func dropDuplicate(_ key: RecordKey, _ attachment: Attachment) {
    guard var folded = rows[key] else { return }
    folded.last = folded.row
    folded.row = nil
    rows[key] = folded
    for packageIndex in folded.editors {
      account.note(.duplicate, for: key, packageIndex: packageIndex)
    }
    account.issues.append(
      MergeIssue(
        .photoDuplicate, table: key.table, id: key.globalID, value: attachment.name,
        package: folded.editors.last ?? 0,
        "The attachment \(attachment.name.text ?? "") already exists, so it was not added again."))
  }

  private mutating func rename(_ key: RecordKey, field: Int, to name: FieldValue) {
    guard let folded = rows[key], let old = folded.row?[field] else { return }
    rows[key]?.row?.values[field] = name
    account.issues.append(
      MergeIssue(
        .photoRenamed, table: key.table, id: key.globalID,
        field: inputs.schema.tables[key.table].fields[field].name, value: old,
        package: folded.editors.last ?? 0,
        "Another attachment is named \(old.text ?? ""). This one was renamed to "
          + "\(name.text ?? "")."))
  }
}

/// What distinguishes an attachment from others of the same row.
private struct Attachment {
  var name: FieldValue
  var digest: FieldValue
  /// The name in the package, before it was renamed.
  var originalName: FieldValue?

  /// Returns whether both have the same name and content. Digests are hexadecimal digits in any
  /// case. If a table has no digest column, the bytes are compared instead.
  func isSame(as other: Attachment) -> Bool {
    guard (originalName ?? name) == other.name else { return false }
    return digest == other.digest
      || digest.text.map { $0.lowercased() == other.digest.text?.lowercased() } ?? false
  }

  /// Returns a name that is not taken: `oak.jpg`, `oak (2).jpg`, …
  static func freeName(_ name: FieldValue, among others: [FieldValue]) -> FieldValue {
    guard case .text(let bytes) = name, others.contains(name) else { return name }
    let dot = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? bytes.count
    var number = 2
    while true {
      let free = FieldValue.text(bytes[..<dot] + Array(" (\(number))".utf8) + bytes[dot...])
      if !others.contains(free) { return free }
      number += 1
    }
  }
}
