import FeatureData
import Geometry
import MapModel
import OrderedJSON

/// The parts of the catalog that don't depend on rows: names, numbers and indexes.
struct CatalogPlan: Sendable {
  let content: GeodatabaseContent
  /// The datasets in file order: each table, followed by its attachment table.
  private(set) var entries: [CatalogEntry] = []
  /// The domains of the fields, each once.
  private(set) var domains: [NamedDomain] = []
  private(set) var relationships: [PlannedRelationship] = []
  /// For each dataset, the names of the fields with keys of other tables.
  private(set) var keyFields: [[String]] = []
  /// What the file stores differently.
  private(set) var notes: [GeodatabaseNote] = []
  let ids: ItemIDs
  /// The spatial reference of each table's shapes; nil for a table without shapes.
  private let references: [StoredReference?]

  /// A domain, and the type of its fields.
  struct NamedDomain: Sendable {
    var name: String
    var domain: Domain
    var type: FieldType
    /// The indexes of the datasets that use it.
    var datasets: [Int] = []
  }

  /// A relationship class between two datasets, by their indexes.
  struct PlannedRelationship: Sendable {
    var name: String
    var origin: Int
    var destination: Int
    var terms: GeodatabaseRelationship
    var isForAttachments = false
  }

  /// Lower numbers belong to the catalog's own tables.
  private static let firstRegistration = 7

  init(_ content: GeodatabaseContent) throws {
    self.content = content
    ids = ItemIDs(content)
    let shapes = content.tables.map(\.shape)
    let stored = StoredReference.all(of: shapes.compactMap { $0.map(\.spatialReference) })
    var next = stored.makeIterator()
    references = shapes.map { $0 == nil ? nil : next.next() }
    var taken: Set<String> = []
    for (index, table) in content.tables.enumerated() {
      try Self.check(table)
      addEntries(of: table, at: index, &taken)
    }
    addRelationships(&taken)
    nameIndexes(&taken)
    for dataset in entries.indices where !entries[dataset].isForAttachments {
      addDomains(of: dataset)
    }
  }

  /// Refuses a table that can't be created.
  private static func check(_ table: GeodatabaseTable) throws {
    var taken: Set<String> = ["gdb_archive_oid", "gdb_from_date", "gdb_to_date", "_rowid_"]
    let names =
      [table.objectIDField] + table.fields.map(\.name) + (table.shape.map { [$0.field] } ?? [])
    for name in names {
      guard !name.isEmpty, !name.utf8.contains(0), taken.insert(name.lowercased()).inserted else {
        throw GeodatabaseError.badFieldName(table: table.name, field: name)
      }
    }
    if let field = table.globalIDField, table.fields.index(named: field) == nil {
      throw GeodatabaseError.noSuchField(table: table.name, field: field)
    }
    if table.hasAttachments, table.globalIDField == nil {
      throw GeodatabaseError.noSuchField(table: table.name, field: "GlobalID")
    }
  }

  private mutating func addEntries(
    of table: GeodatabaseTable, at index: Int, _ taken: inout Set<String>
  ) {
    let name = SQLName.table(for: table.name, taken: taken)
    taken.formUnion(SQLName.names(of: name))
    if name != table.name { notes.append(.tableRenamed(from: table.name, to: name)) }
    let layers = entries.count { $0.layer > 0 }
    entries.append(
      CatalogEntry(
        table: index, name: name, registration: Self.firstRegistration + entries.count,
        layer: references[index] == nil ? 0 : Int64(layers) + 2, reference: references[index]))
    keyFields.append([])
    guard table.hasAttachments, let key = table.globalIDField else { return }
    let origin = entries.count - 1
    entries.append(
      CatalogEntry(
        table: index, name: name + "__ATTACH",
        registration: Self.firstRegistration + entries.count, layer: 0, isForAttachments: true))
    keyFields.append([AttachmentColumns.parent])
    relationships.append(
      PlannedRelationship(
        name: name + "__ATTACHREL", origin: origin, destination: origin + 1,
        terms: GeodatabaseRelationship(
          name: name + "__ATTACHREL", origin: name, destination: name + "__ATTACH",
          originKey: key, destinationKey: AttachmentColumns.parent, isComposite: true,
          forwardLabel: "attachment", backwardLabel: "object"),
        isForAttachments: true))
  }

  private mutating func addRelationships(_ taken: inout Set<String>) {
    for relationship in content.relationships {
      func datasetIndex(of name: String) -> Int? {
        entries.firstIndex { entry in
          !entry.isForAttachments && content.tables[entry.table].name.isSameName(as: name)
        }
      }
      guard relationship.cardinality != .manyToMany,
        let origin = datasetIndex(of: relationship.origin),
        let destination = datasetIndex(of: relationship.destination),
        isField(relationship.originKey, of: origin),
        isField(relationship.destinationKey, of: destination)
      else {
        notes.append(.relationshipLeftOut(name: relationship.name))
        continue
      }
      let wanted = relationship.name.isEmpty ? "Relationship" : relationship.name
      let name = SQLName.table(for: wanted, taken: taken)
      taken.insert(name.lowercased())
      relationships.append(
        PlannedRelationship(
          name: name, origin: origin, destination: destination, terms: relationship))
      let isKey =
        content.tables[entries[destination].table].fields
        .named(relationship.destinationKey)?.type.isKey ?? false
      if isKey,
        !keyFields[destination].contains(where: {
          $0.isSameName(as: relationship.destinationKey)
        })
      {
        keyFields[destination].append(relationship.destinationKey)
      }
    }
  }

  private func isField(_ name: String, of dataset: Int) -> Bool {
    let table = content.tables[entries[dataset].table]
    return table.fields.index(named: name) != nil || table.objectIDField.isSameName(as: name)
  }

  /// Names the indexes. A name must differ from all tables and other indexes.
  private mutating func nameIndexes(_ taken: inout Set<String>) {
    func unique(_ name: String) -> String {
      var unique = name
      var number = 1
      while !taken.insert(unique.lowercased()).inserted {
        unique = "\(name)_\(number)"
        number += 1
      }
      return unique
    }
    for dataset in entries.indices {
      let table = self.table(at: dataset)
      if let field = table.globalIDField {
        entries[dataset].globalIDIndex = unique("\(field)_Index")
      }
      entries[dataset].keyIndexes = keyFields[dataset].map { field in
        // Such names have at most 16 characters.
        unique(String("GDB_\(entries[dataset].registration + 2)_\(field)".prefix(16)))
      }
    }
  }

  private mutating func addDomains(of dataset: Int) {
    for field in table(at: dataset).fields {
      guard let domain = field.domain, let name = domain.name, domain != .inherited else {
        continue
      }
      if let known = domains.firstIndex(where: { $0.domain == domain }) {
        if !domains[known].datasets.contains(dataset) { domains[known].datasets.append(dataset) }
        continue
      }
      var unique = String(name.prefix(200))
      var number = 1
      while unique.isEmpty || domains.contains(where: { $0.name.isSameName(as: unique) }) {
        unique = "\(name.prefix(200))_\(number)"
        number += 1
      }
      domains.append(
        NamedDomain(name: unique, domain: domain, type: field.type, datasets: [dataset]))
    }
  }

  /// The name of a field's domain in the file; nil if it has none.
  func domainName(of field: Field) -> String? {
    guard let domain = field.domain else { return nil }
    return domains.first { $0.domain == domain }?.name
  }

  /// The table of a dataset. Attachment tables have a fixed form.
  func table(at dataset: Int) -> GeodatabaseTable {
    let table = content.tables[entries[dataset].table]
    return entries[dataset].isForAttachments ? AttachmentColumns.table(of: table) : table
  }
}

extension FieldType {
  /// Whether values are keys that can be indexed unchanged.
  fileprivate var isKey: Bool { isIdentity || isNumeric || self == .string }
}

/// The identities of items and their relationships. The same content gives the same identities.
struct ItemIDs: Sendable {
  private let seed: GlobalID

  init(_ content: GeodatabaseContent) {
    let names = content.tables.map(\.name).joined(separator: "\n")
    let name = content.service["name"]?.string ?? ""
    seed =
      content.replica?.id
      ?? GlobalID(
        namespace: GlobalID(high: 0x2E6A_51F0_4C7B_4D19, low: 0xA3B8_90D4_5517_C6E2),
        name: "\(content.serviceURL)\n\(name)\n\(names)")
  }

  /// The identity of a name among all names of a kind.
  func id(_ kind: String, _ name: String) -> String {
    GlobalID(namespace: seed, name: "\(kind)\n\(name)").text
  }
}
