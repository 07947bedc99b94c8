import FeatureData
import Geometry
import MapModel
import OrderedJSON

/// What the catalogue will say that does not depend on rows: names, numbers, which indexes there
/// are.
struct CataloguePlan: Sendable {
  let content: GeodatabaseContent
  /// The datasets in the order of the file: each table, and its attachments behind it.
  private(set) var places: [DatasetPlace] = []
  /// The domains of the fields, each once.
  private(set) var domains: [NamedDomain] = []
  private(set) var relationships: [PlannedRelationship] = []
  /// The names of the fields that hold keys of other tables, by place.
  private(set) var keyFields: [[String]] = []
  /// What the file has otherwise than it was told.
  private(set) var notes: [GeodatabaseNote] = []
  let ids: ItemIDs
  /// What each table's shapes are in; nil for a table.
  private let references: [StoredReference?]

  /// A domain, and the type of the fields that have it.
  struct NamedDomain: Sendable {
    var name: String
    var domain: Domain
    var type: FieldType
    /// The places of the datasets that use it.
    var datasets: [Int] = []
  }

  /// A relationship class between two datasets, by their places.
  struct PlannedRelationship: Sendable {
    var name: String
    var origin: Int
    var destination: Int
    var terms: GeodatabaseRelationship
    var isOfAttachments = false
  }

  /// Numbers below this one are those of the catalogue's own tables.
  private static let firstRegistration = 7

  init(_ content: GeodatabaseContent) throws(GeodatabaseError) {
    self.content = content
    ids = ItemIDs(content)
    let shapes = content.tables.map(\.shape)
    let stored = StoredReference.all(of: shapes.compactMap { $0.map(\.spatialReference) })
    var next = stored.makeIterator()
    references = shapes.map { $0 == nil ? nil : next.next() }
    var taken: Set<String> = []
    for (index, table) in content.tables.enumerated() {
      try Self.check(table)
      addPlaces(of: table, at: index, &taken)
    }
    addRelationships(&taken)
    nameIndexes(&taken)
    for place in places.indices where !places[place].isOfAttachments { addDomains(of: place) }
  }

  /// Refuses what no table can be made of.
  private static func check(_ table: GeodatabaseTable) throws(GeodatabaseError) {
    var taken: Set<String> = ["gdb_archive_oid", "gdb_from_date", "gdb_to_date", "_rowid_"]
    let names =
      [table.objectIDField] + table.fields.map(\.name) + (table.shape.map { [$0.field] } ?? [])
    for name in names {
      guard !name.isEmpty, !name.utf8.contains(0), taken.insert(name.lowercased()).inserted else {
        throw .badFieldName(table: table.name, field: name)
      }
    }
    if let field = table.globalIDField, table.fields.index(named: field) == nil {
      throw .noSuchField(table: table.name, field: field)
    }
    if table.hasAttachments, table.globalIDField == nil {
      throw .noSuchField(table: table.name, field: "GlobalID")
    }
  }

  private mutating func addPlaces(
    of table: GeodatabaseTable, at index: Int, _ taken: inout Set<String>
  ) {
    let name = SQLName.table(for: table.name, taken: taken)
    taken.formUnion(SQLName.names(of: name))
    if name != table.name { notes.append(.tableRenamed(from: table.name, to: name)) }
    let layers = places.count { $0.layer > 0 }
    places.append(
      DatasetPlace(
        table: index, name: name, registration: Self.firstRegistration + places.count,
        layer: references[index] == nil ? 0 : Int64(layers) + 2, reference: references[index]))
    keyFields.append([])
    guard table.hasAttachments, let key = table.globalIDField else { return }
    let origin = places.count - 1
    places.append(
      DatasetPlace(
        table: index, name: name + "__ATTACH",
        registration: Self.firstRegistration + places.count, layer: 0, isOfAttachments: true))
    keyFields.append([AttachmentColumns.parent])
    relationships.append(
      PlannedRelationship(
        name: name + "__ATTACHREL", origin: origin, destination: origin + 1,
        terms: GeodatabaseRelationship(
          name: name + "__ATTACHREL", origin: name, destination: name + "__ATTACH",
          originKey: key, destinationKey: AttachmentColumns.parent, isComposite: true,
          forwardLabel: "attachment", backwardLabel: "object"),
        isOfAttachments: true))
  }

  private mutating func addRelationships(_ taken: inout Set<String>) {
    for relationship in content.relationships {
      func place(_ name: String) -> Int? {
        places.firstIndex { place in
          !place.isOfAttachments && content.tables[place.table].name.isSameName(as: name)
        }
      }
      guard relationship.cardinality != .manyToMany, let origin = place(relationship.origin),
        let destination = place(relationship.destination),
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
        content.tables[places[destination].table].fields
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

  private func isField(_ name: String, of place: Int) -> Bool {
    let table = content.tables[places[place].table]
    return table.fields.index(named: name) != nil || table.objectIDField.isSameName(as: name)
  }

  /// Names of indexes are those of no table and no other index.
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
    for place in places.indices {
      let table = self.table(at: place)
      if let field = table.globalIDField { places[place].globalIDIndex = unique("\(field)_Index") }
      places[place].keyIndexes = keyFields[place].map { field in
        // Such names have at most 16 characters.
        unique(String("GDB_\(places[place].registration + 2)_\(field)".prefix(16)))
      }
    }
  }

  private mutating func addDomains(of place: Int) {
    for field in table(at: place).fields {
      guard let domain = field.domain, let name = domain.name, domain != .inherited else {
        continue
      }
      if let known = domains.firstIndex(where: { $0.domain == domain }) {
        if !domains[known].datasets.contains(place) { domains[known].datasets.append(place) }
        continue
      }
      var unique = String(name.prefix(200))
      var number = 1
      while unique.isEmpty || domains.contains(where: { $0.name.isSameName(as: unique) }) {
        unique = "\(name.prefix(200))_\(number)"
        number += 1
      }
      domains.append(
        NamedDomain(name: unique, domain: domain, type: field.type, datasets: [place]))
    }
  }

  /// The name in the file of a field's domain; nil without one.
  func domainName(of field: Field) -> String? {
    guard let domain = field.domain else { return nil }
    return domains.first { $0.domain == domain }?.name
  }

  /// The table at a place; that of attachments has a form of its own.
  func table(at place: Int) -> GeodatabaseTable {
    let table = content.tables[places[place].table]
    return places[place].isOfAttachments ? AttachmentColumns.table(of: table) : table
  }
}

extension FieldType {
  /// Whether values are keys that an index is built over as they are.
  fileprivate var isKey: Bool { isIdentity || isNumeric || self == .string }
}

/// The identities of items and of relationships between them: the same content gives the same ones.
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

  /// The identity of what is named so among all of a kind.
  func id(_ kind: String, _ name: String) -> String {
    GlobalID(namespace: seed, name: "\(kind)\n\(name)").text
  }
}
