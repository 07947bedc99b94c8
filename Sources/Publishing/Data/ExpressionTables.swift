import Arcade
import Bytes
import FeatureData
import GeoPackage
import MapModel
import Packaging
import SQLiteFile

/// The rows and files of a layer, as the expressions of pop-ups read them.
struct ExpressionRows: Sendable {
  let rows: RowStore
  let photos: PhotoIndex

  init(rows: RowStore, photos: PhotoIndex) {
    self.rows = rows
    self.photos = photos
  }

  /// Reads all of a layer.
  init(_ layer: SiteLayer, in store: GeoPackageReader) throws {
    var writer = try RowStoreWriter(scratchIn: ScratchFolder.path)
    var cursor = try store.rows(of: layer.store.name)
    while try cursor.next() {
      let bytes = cursor.bytes
      try writer.append(bytes.span.extracting(cursor.record))
    }
    rows = try writer.finish()
    photos = try PhotoIndex(layer, in: store, namesParents: true)
  }
}

extension SitePlan {
  /// The layers and tables that expressions of pop-ups may ask for, numbered as `layers`. Fields
  /// that do not go out are no fields there either.
  ///
  /// - Parameter rows: the rows of each layer; nil while they are not known, when nothing runs.
  func expressionTables(_ rows: [ExpressionRows]? = nil) -> ArcadeTables {
    let relations = layers.indices.map { self.relations(of: $0, rows) }
    return ArcadeTables(
      layers.indices.map { index in
        let layer = layers[index].table.layer
        let own = rows?[index]
        return ArcadeTable(
          names: [layer.title, layer.definition.name],
          ids: [layer.id] + (layer.definition.id.map { ["\($0)"] } ?? []),
          schema: ArcadeSchema(
            title: layer.title, definition: layer.definition, table: layers[index].schema,
            visible: disclosures[index].columns),
          count: own?.rows.count ?? 0,
          read: { (row, record) throws(ArcadeProblem) in
            do throws(BytesError) {
              try own?.rows.read(row, into: &record)
            } catch {
              throw .damagedRecord("\(error)")
            }
          },
          related: { (name, record) throws(ArcadeProblem) in
            try relations[index].first { $0.isNamed(name) }?.rows(of: record)
          },
          attachments: { (record) throws(ArcadeProblem) in
            own?.photos.expressionAttachments(of: record, withIDs: !isPublic) ?? []
          })
      })
  }

  /// The relationships that a layer takes part in, from its side.
  private func relations(of index: Int, _ rows: [ExpressionRows]?) -> [ExpressionRelation] {
    map.relationships.flatMap { link in
      [Relationship.Role.origin, .destination].compactMap { role in
        let isOrigin = role == .origin
        let layer = layers[index]
        guard (isOrigin ? link.origin : link.destination) == layer.store.name,
          let other = layers.firstIndex(where: {
            $0.store.name == (isOrigin ? link.destination : link.origin)
          })
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
  /// The place of a field in the rows' records; nil for none.
  fileprivate func recordColumn(named name: String) -> Int? {
    schema.column(named: name).map { schema.firstFieldColumn + $0 }
  }
}

/// A relationship as `FeatureSetByRelationshipName` asks for it.
private struct ExpressionRelation: Sendable {
  /// What the service's layer and the package call it.
  let names: [String]
  let isManyToMany: Bool
  /// The record column of the key on this side; nil when the layer lacks it.
  let key: Int?
  let table: Int
  let related: RowsByKey

  func isNamed(_ name: String) -> Bool { names.contains { $0.isSameName(as: name) } }

  func rows(of record: [UInt8]) throws(ArcadeProblem) -> ArcadeTable.Related? {
    guard !isManyToMany else {
      throw .unsupported(
        function: "FeatureSetByRelationshipName",
        reason: "the relationship \(names.first ?? "") is one of many to many")
    }
    guard let key else { return nil }
    var layout = RecordLayout()
    do throws(SQLiteFileError) {
      try layout.parse(record.span)
    } catch {
      throw .damagedRecord("\(error)")
    }
    guard let rows = try related.rows(of: layout.value(key, in: record.span), in: record.span)
    else { return nil }
    return ArcadeTable.Related(table: table, rows: rows)
  }
}

extension PhotoIndex {
  /// The files of a record that are there.
  fileprivate func expressionAttachments(of record: [UInt8], withIDs: Bool) -> [ArcadeAttachment] {
    var layout = RecordLayout()
    return photos(of: record.span, &layout).map { photo in
      let attachment = photo.attachment
      return ArcadeAttachment(
        id: Int(photo.rowid), name: attachment.name, contentType: attachment.contentType,
        size: attachment.size, keywords: attachment.keywords ?? "",
        globalID: withIDs ? attachment.globalID : nil)
    }
  }
}
