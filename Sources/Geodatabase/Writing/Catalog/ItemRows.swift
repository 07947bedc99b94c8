import FeatureData
import Geometry
import MapModel
import Records

/// Makes the rows of `GDB_Items` and `GDB_ItemRelationships`.
///
/// ```
/// 1 folder · 2 workspace · 3 historical marker · domains · datasets · relationship classes
///   · for a replica: its own item, then each of its datasets
/// ```
struct ItemRows {
  private(set) var items: [[SQLValue]] = []
  private(set) var relationships: [[SQLValue]] = []
  /// The boxes of the datasets' items in degrees, with the item numbers.
  private(set) var boxes: [(item: Int64, box: Envelope)] = []
  /// The numbers of the replica's first item and first relationship, or the next free numbers if
  /// there is no replica.
  private(set) var firstOfReplica = (item: Int64(0), relationship: Int64(0))
  private let plan: CatalogPlan

  /// An item without a number.
  private struct Item {
    var kind: String
    var name: String
    var id: String
    var path = ""
    var url: SQLValue = ""
    var properties: SQLValue = 1
    var physicalName: String?
    var subtypes: (SQLValue, SQLValue) = (nil, nil)
    var info: (SQLValue, SQLValue) = (nil, nil)
    var definition: SQLValue = nil
    var shape: SQLValue = nil
  }

  /// The item that contains all datasets.
  private static let folder = "folder"

  init(_ plan: CatalogPlan, _ datasets: [FinishedDataset]) {
    self.plan = plan
    addWorkspace()
    let firstDomain = items.count
    for domain in plan.domains { add(domain) }
    let first = items.count
    for (datasetIndex, dataset) in datasets.enumerated() {
      add(dataset, at: datasetIndex)
      relate("DatasetInFolder", from: Self.folder, to: id(ofDataset: datasetIndex))
      for (index, domain) in plan.domains.enumerated()
      where domain.datasets.contains(datasetIndex) {
        relate(
          "DomainInDataset", from: id(ofDataset: datasetIndex),
          to: text(1, ofItem: firstDomain + index))
      }
    }
    for relationship in plan.relationships { add(relationship) }
    firstOfReplica = (Int64(items.count) + 1, Int64(relationships.count) + 1)
    if let terms = plan.content.replica {
      add(terms, datasets: datasets.indices.map { first + $0 + 1 })
    }
  }

  private mutating func addWorkspace() {
    add(
      Item(
        kind: "Folder", name: "", id: plan.ids.id("item", Self.folder), path: "\\", url: nil))
    add(
      Item(
        kind: "Workspace", name: "Workspace", id: plan.ids.id("item", "workspace"), properties: 0,
        subtypes: (1, nil), definition: .text(WorkspaceXML.workspace)))
    add(
      Item(
        kind: "Historical Marker", name: "DEFAULT", id: plan.ids.id("item", "marker"),
        definition: .text(WorkspaceXML.historicalMarker(plan.content.created))))
  }

  private mutating func add(_ domain: CatalogPlan.NamedDomain) {
    var isRange = false
    if case .range = domain.domain { isRange = true }
    add(
      Item(
        kind: isRange ? "Range Domain" : "Coded Value Domain", name: domain.name,
        id: plan.ids.id("domain", domain.name), definition: .text(DomainXML.text(of: domain))))
  }

  private mutating func add(_ dataset: FinishedDataset, at datasetIndex: Int) {
    let table = plan.table(at: datasetIndex)
    let number = items.count + 1
    let xml = DatasetXML(plan: plan, dataset: dataset, item: number)
    var item = Item(
      kind: table.shape == nil ? "Table" : "Feature Class", name: "main.\(dataset.entry.name)",
      id: id(ofDataset: datasetIndex), path: "\\main.\(dataset.entry.name)",
      definition: .text(xml.text(at: datasetIndex)))
    if let shape = table.shape {
      let kind: Int64 =
        switch shape.type {
        case .point: 1
        case .multipoint: 2
        case .polyline: 3
        case .polygon, .envelope: 4
        }
      item.subtypes = (1, .integer(kind))
      item.info = (.text(shape.field), nil)
      let (blob, box) = ItemShape.make(of: dataset.account.bounds, in: shape.spatialReference)
      item.shape = .blob(blob)
      if let box { boxes.append((Int64(number), box)) }
    }
    add(item)
  }

  private mutating func add(_ relationship: CatalogPlan.PlannedRelationship) {
    let id = plan.ids.id("relationship", relationship.name)
    let cardinality: SQLValue = relationship.terms.cardinality == .oneToOne ? 1 : 2
    let definition = RelationshipXML.text(of: relationship, item: items.count + 1, plan)
    add(
      Item(
        kind: "Relationship Class", name: "main.\(relationship.name)", id: id,
        path: "\\main.\(relationship.name)", subtypes: (cardinality, 0),
        definition: .text(definition)))
    relate("DatasetInFolder", from: Self.folder, to: id)
    for datasetIndex in [relationship.origin, relationship.destination] {
      relate("DatasetsRelatedThrough", from: self.id(ofDataset: datasetIndex), to: id)
    }
  }

  private mutating func add(_ terms: ReplicaTerms, datasets: [Int]) {
    let xml = ReplicaXML(plan: plan, terms: terms, item: items.count + 1, datasets: datasets)
    add(
      Item(
        kind: "Sync Replica", name: terms.name, id: terms.id.text, path: terms.name,
        info: (.text(String(plan.content.serviceURL.prefix(255))), .text(terms.owner)),
        definition: .text(xml.text)))
    for datasetIndex in datasets.indices {
      let name = plan.entries[datasetIndex].name
      let id = plan.ids.id("sync", name)
      add(
        Item(
          kind: "Sync Dataset", name: name, id: id, path: "\(terms.name)\\\(name)",
          physicalName: "MAIN.\(name)", definition: .text(xml.text(ofDataset: datasetIndex))))
      relate("SyncDatasetInSyncReplica", from: terms.id.text, to: id)
      relate("DatasetOfSyncDataset", from: id, to: self.id(ofDataset: datasetIndex))
    }
  }

  private func id(ofDataset datasetIndex: Int) -> String {
    plan.ids.id("dataset", plan.entries[datasetIndex].name)
  }

  private func text(_ column: Int, ofItem index: Int) -> String {
    items[index][column].text ?? ""
  }

  private mutating func add(_ item: Item) {
    items.append([
      .integer(Int64(items.count) + 1), .text(item.id), .text(ItemKinds.id(of: item.kind)),
      .text(item.name), .text((item.physicalName ?? item.name).uppercased()), .text(item.path),
      item.url, item.properties, nil, item.subtypes.0, item.subtypes.1, item.info.0, item.info.1,
      item.definition, nil, nil, item.shape,
    ])
  }

  private mutating func relate(_ kind: String, from origin: String, to destination: String) {
    let origin = origin == Self.folder ? text(1, ofItem: 0) : origin
    relationships.append([
      .integer(Int64(relationships.count) + 1),
      .text(plan.ids.id(kind, "\(relationships.count)\n\(origin)\n\(destination)")),
      .text(ItemKinds.id(ofRelationship: kind)), .text(origin), .text(destination), 1, nil,
    ])
  }
}

/// The shape of a dataset's item: its extent in degrees.
enum ItemShape {
  /// Returns the blob and its box. The shape is empty if the extent is empty or can't be projected
  /// to degrees.
  static func make(
    of bounds: Envelope, in reference: SpatialReference?
  ) -> (blob: [UInt8], box: Envelope?) {
    let degrees = StoredReference.all(of: [.wgs84])[0]
    var blob: [UInt8] = []
    if !bounds.isEmpty, let reference,
      let transform = try? CoordinateTransform(from: reference, to: .wgs84),
      let box = try? transform.envelope(of: bounds), !box.isEmpty
    {
      var encoder = ShapeEncoder(.init(type: .polygon, spatialReference: .wgs84), degrees)
      if case .shape(let box, _) = encoder.encode(Geometry(box), to: &blob) {
        let grid = degrees.grid
        return (
          blob,
          Envelope(
            minX: grid.x.coordinate(box.minX), minY: grid.y.coordinate(box.minY),
            maxX: grid.x.coordinate(box.maxX), maxY: grid.y.coordinate(box.maxY))
        )
      }
    }
    var empty = StoredShape()
    (empty.kind, empty.srid, empty.flags) = (.polygon, UInt32(degrees.srid), 1)
    blob.removeAll()
    empty.encode(to: &blob)
    return (blob, nil)
  }
}
