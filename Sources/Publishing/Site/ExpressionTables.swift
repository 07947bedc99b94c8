import Arcade
import Bytes
import FeatureData
import GeoPackage
import Geometry
import MapModel
import Packages
import Records
import Synchronization

/// The rows and attachments of a layer, as the expressions of pop-ups read them.
struct ExpressionRows: Sendable {
  let rows: RowStore
  let attachments: AttachmentIndex
  let places: RowPlaces

  init(rows: RowStore, attachments: AttachmentIndex) {
    self.rows = rows
    self.attachments = attachments
    places = RowPlaces(of: rows)
  }

  /// Reads all rows of a layer.
  init(_ layer: SiteLayer, in store: GeoPackageReader) throws {
    var writer = try RowStoreWriter(scratchIn: ScratchFolder.path)
    try layer.forEachRow(in: store) { cursor in
      let bytes = cursor.bytes
      try writer.append(bytes.span.extracting(cursor.record))
    }
    rows = try writer.finish()
    attachments = try AttachmentIndex(layer, in: store, namesParents: true)
    places = RowPlaces(of: rows)
  }
}

/// Where the shapes of rows are, for expressions that look for what is near. Indexed when first
/// needed.
final class RowPlaces: Sendable {
  private let rows: RowStore
  private let index = Mutex<BoxIndex?>(nil)

  init(of rows: RowStore) { self.rows = rows }

  /// Returns the rows whose boxes meet a box, in their order.
  func rows(meeting box: Envelope) throws -> [Int] {
    let index = try index.withLock { (index) throws in
      let known = try index ?? indexed()
      index = known
      return known
    }
    var found: [Int] = []
    try index.each(meeting: box) { found.append(Int($0)) }
    return found.sorted()
  }

  private func indexed() throws -> BoxIndex {
    var builder = BoxIndex.Builder()
    var layout = RecordLayout()
    var record: [UInt8] = []
    var shape = Geometry()
    for row in 0..<rows.count {
      try rows.read(row, into: &record)
      try layout.parse(record.span)
      var box = Envelope.empty
      if case .blob(let range) = layout.value(1, in: record.span) {
        let bytes = record.span
        _ = try GeoPackageBlob.decode(bytes.extracting(range), into: &shape)
        box = shape.envelope()
      }
      try builder.append(box)
    }
    return try builder.finish()
  }
}

/// The tables whose rows or attachments expressions have read.
final class TableReads: Sendable {
  /// A bit for each table. The last one stands for all further tables too.
  private let bits = Atomic<UInt64>(0)

  /// The tables as bits, the first one lowest.
  var tables: UInt64 { bits.load(ordering: .relaxed) }

  /// Returns the bit of a table.
  static func bit(_ table: Int) -> UInt64 { 1 << UInt64(min(table, 63)) }

  func add(_ table: Int) {
    let bit = Self.bit(table)
    // Expressions read millions of rows, but only a few tables.
    guard bits.load(ordering: .relaxed) & bit == 0 else { return }
    bits.bitwiseOr(bit, ordering: .relaxed)
  }
}

extension SitePlan {
  /// Returns the layers and tables that pop-up expressions may read, in the order of `layers`.
  /// Expressions cannot see fields that are not published.
  ///
  /// - Parameters:
  ///   - rows: The rows of each layer; nil while they are unknown and no expression runs.
  ///   - reads: Receives the tables that are read.
  func expressionTables(
    _ rows: [ExpressionRows]? = nil, reads: TableReads? = nil
  ) -> ArcadeTables {
    let relations = layers.indices.map { self.relations(of: $0, rows) }
    return ArcadeTables(
      layers.indices.map { index in
        var table = expressionTable(index, rows?[index], relations[index], reads)
        if layers[index].schema.geometry != nil, let places = rows?[index].places {
          table.meeting = { (box) throws(ArcadeProblem) in
            reads?.add(index)
            return try ArcadeProblem.ofRecord { try places.rows(meeting: box) }
          }
        }
        return table
      })
  }

  private func expressionTable(
    _ index: Int, _ content: ExpressionRows?, _ relations: [ExpressionRelation],
    _ reads: TableReads?
  ) -> ArcadeTable {
    let layer = layers[index].table.layer
    // Of several layers of one service layer, the one with all records has the service's name.
    let isMain = mainLayer(ofTable: layers[index].store.name) == index
    let number = isMain ? layer.definition.id.map { ["\($0)"] } ?? [] : []
    return ArcadeTable(
      names: [layer.title] + (isMain ? [layer.definition.name] : []), ids: [layer.id] + number,
      schema: ArcadeSchema(
        title: layer.title, definition: layer.definition, table: layers[index].schema,
        visible: disclosures[index].columns),
      count: content?.rows.count ?? 0,
      read: { (row, record) throws(ArcadeProblem) in
        reads?.add(index)
        try ArcadeProblem.ofRecord { try content?.rows.read(row, into: &record) }
      },
      related: { (name, record) throws(ArcadeProblem) in
        guard let relation = relations.first(where: { $0.isNamed(name) }) else { return nil }
        reads?.add(relation.table)
        return try relation.rows(of: record)
      },
      attachments: { (record) throws(ArcadeProblem) in
        reads?.add(index)
        return content?.attachments.expressionAttachments(of: record, withIDs: !isPublic) ?? []
      })
  }

  /// Returns the relationships of a layer, seen from its side.
  private func relations(of index: Int, _ rows: [ExpressionRows]?) -> [ExpressionRelation] {
    map.relationships.flatMap { link in
      [Relationship.Role.origin, .destination].compactMap { role in
        let isOrigin = role == .origin
        let layer = layers[index]
        guard (isOrigin ? link.origin : link.destination) == layer.store.name,
          let other = mainLayer(ofTable: isOrigin ? link.destination : link.origin)
        else { return nil }
        let declared = layer.definition.relationships.first { $0.id == link.id && $0.role == role }
        return ExpressionRelation(
          names: [declared?.name, link.name].compactMap(\.self),
          isManyToMany: link.cardinality == .manyToMany,
          key: layer.recordColumn(named: isOrigin ? link.originField : link.destinationField),
          table: other,
          related: RowsByKey(
            rows?[other].rows,
            layers[other].recordColumn(
              named: isOrigin ? link.destinationField : link.originField)))
      }
    }
  }
}

extension SiteLayer {
  /// Returns the column of a field in the rows' records; nil if there is no such field.
  fileprivate func recordColumn(named name: String) -> Int? {
    schema.column(named: name).map { schema.firstFieldColumn + $0 }
  }
}

/// A relationship as `FeatureSetByRelationshipName` uses it.
private struct ExpressionRelation: Sendable {
  /// The relationship's names in the service's layer and in the package.
  let names: [String]
  let isManyToMany: Bool
  /// The record column of the key on this side; nil if the layer does not have it.
  let key: Int?
  let table: Int
  let related: RowsByKey

  func isNamed(_ name: String) -> Bool { names.contains { $0.isSameName(as: name) } }

  func rows(of record: [UInt8]) throws(ArcadeProblem) -> ArcadeTable.Related? {
    guard !isManyToMany else {
      throw .unsupported(
        function: "FeatureSetByRelationshipName",
        reason: "the relationship \(names.first ?? "") is many-to-many")
    }
    guard let key else { return nil }
    var layout = RecordLayout()
    try ArcadeProblem.ofRecord { try layout.parse(record.span) }
    guard let rows = try related.rows(of: layout.value(key, in: record.span), in: record.span)
    else { return nil }
    return ArcadeTable.Related(table: table, rows: rows)
  }
}

extension AttachmentIndex {
  /// Returns the attachments of a record that are in the package.
  fileprivate func expressionAttachments(of record: [UInt8], withIDs: Bool) -> [ArcadeAttachment] {
    var layout = RecordLayout()
    return items(of: record.span, &layout).map { item in
      let attachment = item.attachment
      return ArcadeAttachment(
        id: Int(item.rowid), name: attachment.name, contentType: attachment.contentType,
        size: attachment.size, keywords: attachment.keywords ?? "",
        globalID: withIDs ? attachment.globalID : nil)
    }
  }
}
