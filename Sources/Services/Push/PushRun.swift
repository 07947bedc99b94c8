import Bytes
import FeatureData
import MapModel
import OrderedJSON
import Packages

/// A push while it runs: what is still to be sent, and what became of the rest.
struct PushRun {
  let client: ServiceClient
  let ledger: PushLedger
  /// The files beside the edits.
  let files: FolderFiles
  /// Parents before children.
  let layers: [PushedLayer]
  let isDryRun: Bool
  let progress: @Sendable (JobProgress) -> Void
  var report = PushReport()

  /// What is to be sent, by layer and action.
  private var open: [Int: [EditAction: [OpenEdit]]] = [:]
  /// The records that the service didn't add, by layer.
  private(set) var missing: [Int: [RecordEdit]] = [:]
  /// The records that stay although the edits delete them, by layer.
  private(set) var kept: [Int: Set<GlobalID>] = [:]

  init(
    client: ServiceClient, ledger: PushLedger, files: FolderFiles, layers: [PushedLayer],
    isDryRun: Bool, progress: @escaping @Sendable (JobProgress) -> Void
  ) {
    self.client = client
    self.ledger = ledger
    self.files = files
    self.layers = layers
    self.isDryRun = isDryRun
    self.progress = progress
    report.layers = layers.map { PushReport.Layer(id: $0.number, name: $0.layer.name) }
  }

  /// Compares and sends everything.
  mutating func run() async throws {
    for index in layers.indices { try await compare(index) }
    for index in layers.indices { try await send(.add, index) }
    for index in layers.indices { try await send(.update, index) }
    for index in layers.indices.reversed() { try await send(.delete, index) }
    for index in layers.indices { try await sendAttachments(index) }
  }

  /// The deletions of a layer that are to be sent, or were.
  func deletions(of number: Int) -> Set<GlobalID> {
    Set((open[number]?[.delete] ?? []).map(\.edit.id))
  }

  /// The additions of a layer that are to be sent, or were.
  func additions(to number: Int) -> Set<GlobalID> {
    Set((open[number]?[.add] ?? []).map(\.edit.id))
  }

  // MARK: Comparing

  private mutating func compare(_ index: Int) async throws {
    let layer = layers[index]
    show("Comparing", layer, done: 0, of: layer.records.count)
    let found = try await layer.records(client).read(layer.records.map(\.id))
    for edit in layer.records {
      let standing = layer.comparison.standing(of: edit, found[edit.id])
      note(standing, of: edit, index)
      if case .conflict = standing { continue }
      for (field, reason) in edit.leftOut { leaveOut(field, of: edit.id, index, reason) }
    }
    show("Comparing", layer, done: layer.records.count, of: layer.records.count)
  }

  private mutating func note(_ standing: EditStanding, of edit: RecordEdit, _ index: Int) {
    let layer = layers[index]
    let wasDone = ledger.isDone(edit.action.noted, edit.id, of: layer.layer)
    switch standing {
    case .present: report.layers[index].present += 1
    case .open where wasDone:
      conflict([EditStanding.Difference(kind: .reversed)], of: edit, index)
    case .open(let next): open[layer.number, default: [:]][edit.action, default: []].append(next)
    case .conflict where wasDone:
      // The service had the edit, and people have gone on working with the record.
      report.layers[index].present += 1
    case .conflict(let differences): conflict(differences, of: edit, index)
    }
  }

  private mutating func conflict(
    _ differences: [EditStanding.Difference], of edit: RecordEdit, _ index: Int
  ) {
    if edit.action == .delete { kept[layers[index].number, default: []].insert(edit.id) }
    report.conflicts += differences.map { difference in
      PushReport.Conflict(
        layer: layers[index].layer.name, globalID: edit.id.text, kind: difference.kind,
        field: difference.field, base: difference.base, ours: difference.ours,
        theirs: difference.theirs)
    }
  }

  mutating func leaveOut(
    _ part: String, of id: GlobalID, _ index: Int, _ reason: String
  ) {
    report.leftOut.append(
      PushReport.LeftOut(
        layer: layers[index].layer.name, globalID: id.text, part: part, reason: reason))
  }

  // MARK: Sending

  private mutating func send(_ action: EditAction, _ index: Int) async throws {
    let layer = layers[index]
    var edits = open[layer.number]?[action] ?? []
    guard !edits.isEmpty else { return }
    switch action {
    case .add: edits = withoutOrphans(edits, index)
    case .update: break
    case .delete: edits = try await withoutParents(edits, index)
    }
    open[layer.number]?[action] = edits
    guard !isDryRun else { return count(edits.count, action, index) }
    var sender = RecordSender(client, ledger, layer: layer, action: action) { [self] done in
      show("Sending", layer, done: done, of: edits.count)
    }
    try await sender.send(edits)
    for edit in edits {
      switch sender.outcomes[edit.edit.id] {
      case .done: count(1, action, index)
      case .conflict(let differences):
        conflict(differences, of: edit.edit, index)
      case .refused(let code, let message):
        report.refusals.append(
          PushReport.Refusal(
            layer: layer.layer.name, globalID: edit.edit.id.text, attachment: nil, code: code,
            message: message))
        if action == .add { missing[layer.number, default: []].append(edit.edit) }
        if action == .delete { kept[layer.number, default: []].insert(edit.edit.id) }
      case nil: break
      }
    }
  }

  private mutating func count(_ number: Int, _ action: EditAction, _ index: Int) {
    switch action {
    case .add: report.layers[index].added += number
    case .update: report.layers[index].updated += number
    case .delete: report.layers[index].deleted += number
    }
  }

  /// Leaves out records whose parents the service didn't add.
  private mutating func withoutOrphans(_ edits: [OpenEdit], _ index: Int) -> [OpenEdit] {
    let layer = layers[index]
    return edits.filter { edit in
      let isOrphan = layer.layer.definition.relationships.contains { relation in
        guard relation.role == .destination, let parents = missing[relation.relatedTableID],
          let parent = layers.first(where: { $0.number == relation.relatedTableID }),
          let end = parent.end(.origin, of: relation.id),
          let value = edit.values.first(where: { $0.field.isNamed(relation.keyField) })
        else { return false }
        return parents.contains {
          ServedValue(field: value.field).isSame(value.ours, parent.key(end.keyField, of: $0))
        }
      }
      guard isOrphan else { return true }
      leaveOut("record", of: edit.edit.id, index, "the service didn't add its parent record")
      missing[layer.number, default: []].append(edit.edit)
      return false
    }
  }

  /// Leaves out deletions of records that still have children. A service can delete these too,
  /// although nobody has seen them.
  private mutating func withoutParents(
    _ edits: [OpenEdit], _ index: Int
  ) async throws -> [OpenEdit] {
    let layer = layers[index]
    var parents: Set<GlobalID> = []
    for relation in layer.layer.definition.relationships
    where relation.role == .origin && relation.cardinality != .manyToMany {
      // A dry run has sent no edits of children.
      let pending = isDryRun ? open[relation.relatedTableID] ?? [:] : [:]
      let children = ChildRecords(
        client: client, parent: layer, relation: relation,
        deleted: isDryRun ? deletions(of: relation.relatedTableID) : [],
        edited: (pending[.add] ?? []) + (pending[.update] ?? []))
      parents.formUnion(try await children.parents(among: edits.map(\.edit)))
    }
    for edit in edits where parents.contains(edit.edit.id) {
      conflict([EditStanding.Difference(kind: .hasChildren)], of: edit.edit, index)
    }
    return edits.filter { !parents.contains($0.edit.id) }
  }

  func show(_ phase: String, _ layer: PushedLayer, done: Int, of total: Int) {
    progress(
      JobProgress(
        phase: phase, subject: layer.layer.name, done: done, total: total, unit: .records))
  }
}

extension EditAction {
  /// How the ledger calls it.
  var noted: PushLedger.Action {
    switch self {
    case .add: .add
    case .update: .update
    case .delete: .delete
    }
  }
}
