import Bytes
import OrderedJSON
import Popups
import SQLiteFile

// A record's view, as the templates take it in Swift and in the browser:
//
//   id, layer, layerTitle, title, titleHTML?, subtitle, href, symbol
//   facts[]      {label, value}                              up to four tiles
//   elements[]   {fields | text | media | attachments | relationship | notEvaluated: {…}}; what
//                an expression returned has the first three, two of them null
//   parents[]    {title, layer, href, rows[{label, value}], missing?}
//   lastEdit?, longitude?, latitude?, coordinates?, provenance?
//
// What differs from record to record is a slot; the rest stands once in the layer's shape. What
// follows from a record's place in its shard (id, href, longitude, latitude, coordinates) is in
// neither: the browser adds it.

/// How the views of a layer's records are made.
struct RecordView: Sendable {
  /// A block of the pop-up, by its slots.
  private enum Part: Sendable {
    case fields(title: Int, description: Int, rows: [Row])
    case text(Int)
    case media(Int)
    case attachments(Int)
    case relationship(Relation)
    case expression(text: Int, fields: Int, media: Int)
    case notEvaluated
  }

  private struct Relation: Sendable {
    var number: Int
    var title: Int
    var description: Int
    var count: Int
    var countText: Int
    var rows: Int
  }

  private struct Row: Sendable {
    var value: Int
    var isNull: Int
    /// Text that may be an address has two more.
    var link: (href: Int, text: Int)?
  }

  private struct Parent: Sendable {
    var relation: Int
    var href: Int
    var missing: Int
    var cells: [Int]
  }

  /// Related records that a view lists at most; the rest stand on their own pages.
  static let mostRelated = 500

  let popups: PopupLayer
  /// By relation: the id of the other layer in the site.
  let relatedLayers: [String]
  let shape: JSON
  let slots: RecordSlots
  /// The first relation to one record.
  let parentRelation: Int?
  private let parts: [Part]
  private let parents: [Parent]
  /// The first relation to one record, and the slots of its cells, where only an element shows it.
  private let cardParent: (relation: Int, cells: [Int])?

  init(
    _ layer: SiteLayer, popups: PopupLayer, relatedLayers: [String], provenance: String,
    rawFields: [String]
  ) {
    self.popups = popups
    self.relatedLayers = relatedLayers
    var maker = ShapeMaker()
    let common = CommonSlots(&maker.shape)
    var parts: [Part] = []
    var elements: [JSON] = []
    for block in popups.outline {
      let (part, element) = Self.part(block, layer, popups, relatedLayers, &maker)
      parts.append(part)
      elements.append(element)
    }
    var parents: [Parent] = []
    var parentShapes: [JSON] = []
    for relation in popups.unshownParents {
      let (parent, shape) = Self.parent(relation, popups, relatedLayers, &maker)
      parents.append(parent)
      parentShapes.append(shape)
    }
    self.parts = parts
    self.parents = parents
    let first = popups.relations.firstIndex { $0.kind == .parent }
    cardParent = first.flatMap { relation in
      guard !popups.unshownParents.contains(relation) else { return nil }
      return (relation, popups.relations[relation].labels.map { _ in maker.shape.slot() })
    }
    parentRelation = first
    let raw = rawFields.map { (name: $0, slot: maker.shape.slot()) }
    slots = RecordSlots(
      common: common, rows: maker.rows, raw: raw,
      parentCells: (cardParent.map { [$0.cells] } ?? []) + parents.map(\.cells),
      countTexts: parts.compactMap { part in
        guard case .relationship(let relation) = part,
          popups.relations[relation.number].kind == .children
        else { return nil }
        return relation.countText
      }, count: maker.shape.count)
    shape = [
      "layer": .string(layer.id), "layerTitle": .string(layer.title),
      "title": ViewShape.place(common.title),
      "titleHTML": ViewShape.place(common.titleHTML),
      "subtitle": ViewShape.place(common.subtitle), "symbol": ViewShape.place(common.symbol),
      "facts": .array(
        slots.facts.map { ["label": .string($0.label), "value": ViewShape.place($0.slot)] }),
      "elements": .array(elements), "parents": .array(parentShapes),
      "lastEdit": ViewShape.place(common.lastEdit),
      "provenance": .string(provenance),
    ]
  }

  // MARK: The shape

  /// The slots given out, and the rows of fields among them.
  private struct ShapeMaker {
    var shape = ViewShape()
    var rows: [RecordSlots.FieldRow] = []
  }

  private static func part(
    _ block: PopupOutline, _ layer: SiteLayer, _ popups: PopupLayer, _ layers: [String],
    _ maker: inout ShapeMaker
  ) -> (Part, JSON) {
    switch block {
    case .fields(let lines):
      let (title, description) = (maker.shape.slot(), maker.shape.slot())
      var rows: [Row] = []
      var shapes: [JSON] = []
      for line in lines {
        var row = Row(value: maker.shape.slot(), isNull: maker.shape.slot())
        var shape: JSONObject = [
          "label": .string(line.label), "value": ViewShape.place(row.value),
          "isNull": ViewShape.place(row.isNull),
        ]
        if line.kind == .text || line.kind == .expression {
          let link = (href: maker.shape.slot(), text: maker.shape.slot())
          row.link = link
          shape.append("href", ViewShape.place(link.href))
          shape.append("linkText", ViewShape.place(link.text))
        }
        // Nothing stands there because nothing was computed, which is not "not recorded".
        if line.isNotEvaluated { shape.append("isComputed", true) }
        rows.append(row)
        shapes.append(.object(shape))
        maker.rows.append(
          RecordSlots.FieldRow(
            label: line.label, field: line.column.map { layer.fieldName($0) }, kind: line.kind,
            slot: row.value))
      }
      let element: JSON = [
        "fields": [
          "title": ViewShape.place(title), "description": ViewShape.place(description),
          "rows": .array(shapes),
        ]
      ]
      return (.fields(title: title, description: description, rows: rows), element)
    case .text:
      let slot = maker.shape.slot()
      return (.text(slot), ["text": ViewShape.place(slot)])
    case .media:
      let slot = maker.shape.slot()
      return (.media(slot), ["media": ViewShape.place(slot)])
    case .attachments:
      let slot = maker.shape.slot()
      return (.attachments(slot), ["attachments": ViewShape.place(slot)])
    case .relationship(let relation):
      let part = Relation(
        number: relation, title: maker.shape.slot(), description: maker.shape.slot(),
        count: maker.shape.slot(), countText: maker.shape.slot(), rows: maker.shape.slot())
      let labels =
        popups.relations.indices.contains(relation)
        ? popups.relations[relation].labels : []
      let element: JSON = [
        "relationship": [
          "title": ViewShape.place(part.title),
          "description": ViewShape.place(part.description),
          "layer": .string(layers.indices.contains(relation) ? layers[relation] : ""),
          "count": ViewShape.place(part.count), "columns": .array(labels.map { .string($0) }),
          "rows": ViewShape.place(part.rows),
        ]
      ]
      return (.relationship(part), element)
    case .expression:
      let (text, fields, media) = (maker.shape.slot(), maker.shape.slot(), maker.shape.slot())
      let element: JSON = [
        "text": ViewShape.place(text), "fields": ViewShape.place(fields),
        "media": ViewShape.place(media),
      ]
      return (.expression(text: text, fields: fields, media: media), element)
    case .notEvaluated(let title):
      return (.notEvaluated, ["notEvaluated": ["title": .string(title)]])
    }
  }

  private static func parent(
    _ relation: Int, _ popups: PopupLayer, _ layers: [String], _ maker: inout ShapeMaker
  ) -> (Parent, JSON) {
    let labels = popups.relations[relation].labels
    let parent = Parent(
      relation: relation, href: maker.shape.slot(), missing: maker.shape.slot(),
      cells: labels.map { _ in maker.shape.slot() })
    let rows: [JSON] = zip(labels, parent.cells).map {
      ["label": .string($0), "value": ViewShape.place($1)]
    }
    return (
      parent,
      [
        "title": .string(popups.relations[relation].title), "layer": .string(layers[relation]),
        "href": ViewShape.place(parent.href), "missing": ViewShape.place(parent.missing),
        "rows": .array(rows),
      ]
    )
  }

  // MARK: A record

  /// Puts a record's pop-up into its slots.
  func add(
    _ record: Span<UInt8>, related: [RelatedRecords], photos: JSON?,
    to table: inout SlotTable, _ work: inout ShardWork
  ) throws(SQLiteFileError) {
    let popup = try popups.popup(of: record, related: related, in: &work.workspace)
    let common = slots.common
    table[common.title].append(popup.title)
    table[common.titleHTML].append(popup.titleHTML)
    table[common.subtitle].append(popup.subtitle)
    table[common.lastEdit].append(popup.lastEdit)
    // Blocks that have nothing to show are left out of a pop-up, so the two lists are followed
    // together.
    var next = popup.elements.startIndex
    for part in parts {
      guard next < popup.elements.endIndex else { break }
      let element = popup.elements[next]
      if try add(element, as: part, record, related, photos, &table, &work) { next += 1 }
    }
    for parent in parents { try add(parent, record, related, &table, &work) }
    work.parentName = nil
    guard let parentRelation, related.indices.contains(parentRelation) else { return }
    let (_, rows) = try popups.relatedRows(
      parentRelation, of: record, in: related[parentRelation], limit: 1,
      workspace: &work.workspace)
    work.parentName = rows.first?.cells.first
    guard let cardParent, let row = rows.first else { return }
    for (slot, cell) in zip(cardParent.cells, row.cells) {
      table[slot].append(cell)
      work.search.append(cell)
    }
  }

  /// Puts a block into its slots; false when it is another block than `part`.
  private func add(
    _ element: PopupElement, as part: Part, _ record: Span<UInt8>, _ related: [RelatedRecords],
    _ photos: JSON?, _ table: inout SlotTable, _ work: inout ShardWork
  ) throws(SQLiteFileError) -> Bool {
    switch (element, part) {
    case (.fields(let title, let description, let rows), .fields(let t, let d, let places)):
      table[t].append(title)
      table[d].append(description)
      for (row, place) in zip(rows, places) {
        table[place.value].append(row.isNull ? nil : row.value)
        // Coded values are chosen by, not looked for.
        if row.kind == .text { work.search.append(row.value) }
        table[place.isNull].append(row.isNull)
        guard let link = place.link else { continue }
        table[link.href].append(row.link?.href)
        table[link.text].append(row.link?.text)
      }
    case (.text(let html), .text(let slot)):
      table[slot].append(["html": .string(html)] as JSON)
    case (.media(let title, let description, let items), .media(let slot)):
      table[slot].append(items.view(title, description))
    case (.expression(let content), .expression(let text, let fields, let media)):
      switch content {
      case .text(let html): table[text].append(["html": .string(html)] as JSON)
      case .fields(let title, let description, let rows):
        table[fields].append(
          [
            "title": .string(title), "description": .string(description),
            "rows": .array(rows.map(\.view)),
          ] as JSON)
      case .media(let title, let description, let items):
        table[media].append(items.view(title, description))
      default: break
      }
    case (.attachments(let title, let description), .attachments(let slot)):
      guard let photos, let count = photos.array?.count, count > 0 else { return true }
      table[slot].append(
        [
          "title": .string(title), "description": .string(description),
          "count": .number(count), "items": photos,
        ] as JSON)
    case (
      .relationship(let title, let description, let number, _, let order),
      .relationship(let relation)
    ) where number == relation.number:
      table[relation.title].append(title)
      table[relation.description].append(description)
      try addRows(relation, order, record, related, &table, &work)
    case (.notEvaluated, .notEvaluated): break
    default: return false
    }
    return true
  }

  private func addRows(
    _ relation: Relation, _ order: Int, _ record: Span<UInt8>, _ related: [RelatedRecords],
    _ table: inout SlotTable, _ work: inout ShardWork
  ) throws(SQLiteFileError) {
    let number = relation.number
    guard related.indices.contains(number) else { return }
    let (count, rows) = try popups.relatedRows(
      number, of: record, in: related[number], order: order, limit: Self.mostRelated,
      workspace: &work.workspace)
    // No number stands for none, so that a template's inverted section sees it.
    guard count > 0 else { return }
    table[relation.count].append(Int64(count))
    table[relation.countText].append(CountText.text(count, popups.relations[number].title))
    let layer = relatedLayers[number]
    table[relation.rows].append(written: { bytes in
      bytes.append(UInt8(ascii: "["))
      for (index, row) in rows.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(literal: "{\"href\":\"feature.html#")
        bytes += "\(layer)/\(row.number)\",\"cells\":[".utf8
        for (place, cell) in row.cells.enumerated() {
          if place > 0 { bytes.append(UInt8(ascii: ",")) }
          JSONWriter.append(cell, to: &bytes, forScript: true)
        }
        bytes.append(literal: "]}")
      }
      bytes.append(UInt8(ascii: "]"))
    })
  }

  private func add(
    _ parent: Parent, _ record: Span<UInt8>, _ related: [RelatedRecords],
    _ table: inout SlotTable, _ work: inout ShardWork
  ) throws(SQLiteFileError) {
    guard related.indices.contains(parent.relation) else { return }
    let (_, rows) = try popups.relatedRows(
      parent.relation, of: record, in: related[parent.relation], limit: 1,
      workspace: &work.workspace)
    guard let row = rows.first else {
      table[parent.missing].append(true)
      return
    }
    table[parent.missing].append(false)
    table[parent.href].append("feature.html#\(relatedLayers[parent.relation])/\(row.number)")
    for (slot, cell) in zip(parent.cells, row.cells) {
      table[slot].append(cell)
      work.search.append(cell)
    }
  }
}
