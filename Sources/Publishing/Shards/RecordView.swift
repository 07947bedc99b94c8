import Bytes
import Markup
import OrderedJSON
import Popups
import Records

// A record's view, as the templates use it in Swift and in the browser:
//
//   id, layer, layerTitle, title, titleHTML?, subtitle, href, symbol
//   facts[]      {label, value}                              up to four tiles
//   elements[]   {fields | text | media | attachments | relationship | notEvaluated: {…}}; the
//                result of an expression has the first three, two of them null
//   parents[]    {title, layer, href, rows[{label, value}], missing?}
//   lastEdit?, longitude?, latitude?, coordinates?, provenance?
//
// Values that differ from record to record are in slots. Everything else is in the layer's shape.
// The browser adds what follows from a record's position in its shard: id, href, longitude,
// latitude, coordinates.

/// Makes the views of a layer's records.
struct RecordView: Sendable {
  /// A block of the pop-up with its slots.
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
    /// The count as people read it.
    var shownCount: Int
    var rows: Int
    /// How many of all records the rows are, if not all.
    var rest: Int
  }

  private struct Row: Sendable {
    var value: Int
    var isNull: Int
    /// The slots of a link, for text that may be an address.
    var link: (href: Int, text: Int)?
  }

  private struct Parent: Sendable {
    var relation: Int
    var href: Int
    var missing: Int
    var cells: [Int]
  }

  /// The maximum number of related records in a view. The others are on their own pages.
  static let maximumRelated = 500

  let popups: PopupLayer
  /// For each relation, the id of the other layer in the site.
  let relatedLayers: [String]
  let shape: JSON
  let slots: RecordSlots
  /// The first relation to one record.
  let parentRelation: Int?
  /// The words that expressions write around the values of all records. No search finds them.
  private let commonWords: [[UInt8]]
  private let parts: [Part]
  private let parents: [Parent]
  /// The first relation to one record and the slots of its cells, if only an element shows it.
  private let cardParent: (relation: Int, cells: [Int])?

  /// - Parameter rawFields: The names of the raw values.
  init(
    _ layer: SiteLayer, popups: PopupLayer, relatedLayers: [String], provenance: String,
    rawFields: [String]
  ) {
    self.popups = popups
    self.relatedLayers = relatedLayers
    var maker = ShapeMaker(layer: layer, popups: popups, layers: relatedLayers)
    let common = CommonSlots(&maker.shape)
    var parts: [Part] = []
    var elements: [JSON] = []
    for block in popups.plans {
      let (part, element) = maker.part(of: block)
      parts.append(part)
      elements.append(element)
    }
    var parents: [Parent] = []
    var parentShapes: [JSON] = []
    for relation in popups.unshownParents {
      let (parent, shape) = maker.parent(relation)
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
    commonWords = SearchLine.words(of: popups.joinedTexts)
    let raw = rawFields.map { (name: $0, slot: maker.shape.slot()) }
    slots = RecordSlots(
      common: common, rows: maker.rows, raw: raw,
      parentCells: (cardParent.map { [$0.cells] } ?? []) + parents.map(\.cells),
      count: maker.shape.count)
    shape = [
      "layer": .string(layer.id), "layerTitle": .string(layer.title),
      "title": ViewShape.slotMark(common.title),
      "titleHTML": ViewShape.slotMark(common.titleHTML),
      "subtitle": ViewShape.slotMark(common.subtitle), "symbol": ViewShape.slotMark(common.symbol),
      "facts": .array(
        slots.facts.map { ["label": .string($0.label), "value": ViewShape.slotMark($0.slot)] }),
      "elements": .array(elements), "parents": .array(parentShapes),
      "lastEdit": ViewShape.slotMark(common.lastEdit),
      "provenance": .string(provenance),
    ]
  }

  // MARK: The shape

  /// Gives each part of the pop-up its slots and its place in the shape, and collects the rows of
  /// fields among the slots.
  private struct ShapeMaker {
    let layer: SiteLayer
    let popups: PopupLayer
    /// For each relation, the id of the other layer in the site.
    let layers: [String]
    var shape = ViewShape()
    var rows: [RecordSlots.FieldRow] = []

    mutating func part(of block: PopupPlan) -> (Part, JSON) {
      switch block {
      case .fields(let table): return fields(table)
      case .text:
        let slot = shape.slot()
        return (.text(slot), ["text": ViewShape.slotMark(slot)])
      case .media:
        let slot = shape.slot()
        return (.media(slot), ["media": ViewShape.slotMark(slot)])
      case .attachments:
        let slot = shape.slot()
        return (.attachments(slot), ["attachments": ViewShape.slotMark(slot)])
      case .relationship(let list): return relationship(list.relation, first: list.displayCount)
      case .expression(let expression): return self.expression(expression)
      }
    }

    private mutating func fields(_ table: PopupTable<CompiledPopup>) -> (Part, JSON) {
      let (title, description) = (shape.slot(), shape.slot())
      var lines: [Row] = []
      var shapes: [JSON] = []
      for line in table.rows {
        let (row, rowShape) = self.row(line)
        lines.append(row)
        shapes.append(rowShape)
      }
      let element: JSON = [
        "fields": [
          "title": ViewShape.slotMark(title), "description": ViewShape.slotMark(description),
          "rows": .array(shapes),
        ]
      ]
      return (.fields(title: title, description: description, rows: lines), element)
    }

    private mutating func row(_ line: CompiledPopup.Row) -> (Row, JSON) {
      var row = Row(value: shape.slot(), isNull: shape.slot())
      var object: JSONObject = [
        "label": .string(line.label), "value": ViewShape.slotMark(row.value),
        "isNull": ViewShape.slotMark(row.isNull),
      ]
      if line.kind == .text || line.kind == .expression {
        let link = (href: shape.slot(), text: shape.slot())
        row.link = link
        object.append("href", ViewShape.slotMark(link.href))
        object.append("linkText", ViewShape.slotMark(link.text))
      }
      // The value is missing because it was not computed, so "Not recorded" would be wrong.
      if popups.isNotEvaluated(line) { object.append("isComputed", true) }
      rows.append(
        RecordSlots.FieldRow(
          label: line.label, field: line.column.map { layer.fieldName($0) }, kind: line.kind,
          slot: row.value))
      return (row, .object(object))
    }

    /// - Parameter first: the number of records that the map's author shows at first.
    private mutating func relationship(_ relation: Int, first: Int?) -> (Part, JSON) {
      let part = Relation(
        number: relation, title: shape.slot(), description: shape.slot(),
        count: shape.slot(), shownCount: shape.slot(),
        rows: shape.slot(), rest: shape.slot())
      let labels =
        popups.relations.indices.contains(relation) ? popups.relations[relation].labels : []
      let element: JSON = [
        "relationship": [
          "title": ViewShape.slotMark(part.title),
          "description": ViewShape.slotMark(part.description),
          "layer": .string(layers.indices.contains(relation) ? layers[relation] : ""),
          "count": ViewShape.slotMark(part.count),
          "shownCount": ViewShape.slotMark(part.shownCount),
          "rest": ViewShape.slotMark(part.rest), "first": first.map { .number($0) } ?? .null,
          "columns": .array(labels.map { .string($0) }),
          "rows": ViewShape.slotMark(part.rows),
        ]
      ]
      return (.relationship(part), element)
    }

    private mutating func expression(_ expression: CompiledPopup.Expression) -> (Part, JSON) {
      switch expression {
      case .runs:
        let (text, fields, media) = (shape.slot(), shape.slot(), shape.slot())
        let element: JSON = [
          "text": ViewShape.slotMark(text), "fields": ViewShape.slotMark(fields),
          "media": ViewShape.slotMark(media),
        ]
        return (.expression(text: text, fields: fields, media: media), element)
      case .notEvaluated(_, let title):
        return (.notEvaluated, ["notEvaluated": ["title": .string(title)]])
      }
    }

    mutating func parent(_ relation: Int) -> (Parent, JSON) {
      let labels = popups.relations[relation].labels
      let parent = Parent(
        relation: relation, href: shape.slot(), missing: shape.slot(),
        cells: labels.map { _ in shape.slot() })
      let rows: [JSON] = zip(labels, parent.cells).map {
        ["label": .string($0), "value": ViewShape.slotMark($1)]
      }
      return (
        parent,
        [
          "title": .string(popups.relations[relation].title), "layer": .string(layers[relation]),
          "href": ViewShape.slotMark(parent.href), "missing": ViewShape.slotMark(parent.missing),
          "rows": .array(rows),
        ]
      )
    }
  }

  // MARK: A record

  /// Writes a record's pop-up to its slots.
  func add(
    _ record: Span<UInt8>, related: [RelatedRecords], photos: JSON?,
    to table: inout SlotTable, _ work: inout ShardWork
  ) throws(RecordError) {
    let popup = try popups.popup(of: record, related: related, in: &work.workspace)
    let common = slots.common
    table[common.title].append(popup.title)
    table[common.titleHTML].append(popup.titleHTML)
    table[common.subtitle].append(popup.subtitle)
    table[common.lastEdit].append(popup.lastEdit)
    // A pop-up leaves out blocks that have nothing to show, so both lists are read together.
    var next = popup.elements.startIndex
    for part in parts {
      guard next < popup.elements.endIndex else { break }
      let element = popup.elements[next]
      let isAdded = try add(
        element, as: part, record: record, related: related, photos: photos, to: &table,
        work: &work)
      if isAdded { next += 1 }
    }
    for parent in parents {
      try add(parent, of: record, related: related, to: &table, work: &work)
    }
    try addCardParent(of: record, related: related, to: &table, work: &work)
    for text in popups.textValues(of: record, in: &work.workspace) {
      work.search.appendNewWords(text, except: commonWords)
    }
  }

  /// Notes the name of the record that a record belongs to, and writes its cells for the list.
  private func addCardParent(
    of record: Span<UInt8>, related: [RelatedRecords], to table: inout SlotTable,
    work: inout ShardWork
  ) throws(RecordError) {
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

  /// Writes a block to its slots. Returns false if the block is not `part`.
  private func add(
    _ element: PopupElement, as part: Part, record: Span<UInt8>, related: [RelatedRecords],
    photos: JSON?, to table: inout SlotTable, work: inout ShardWork
  ) throws(RecordError) -> Bool {
    switch (element, part) {
    case (.fields(let content), .fields(let title, let description, let slots)):
      table[title].append(content.title)
      table[description].append(content.description)
      for (row, slot) in zip(content.rows, slots) {
        table[slot.value].append(row.isNull ? nil : row.value)
        // Coded values have filters, so they are not in the search text.
        if row.kind == .text { work.search.append(row.value) }
        table[slot.isNull].append(row.isNull)
        guard let link = slot.link else { continue }
        table[link.href].append(row.link?.href)
        table[link.text].append(row.link?.text)
      }
    case (.text(let html), .text(let slot)):
      table[slot].append(["html": .string(html)] as JSON)
    case (.media(let gallery), .media(let slot)):
      table[slot].append(gallery.view)
    case (.expression(.block(let content)), .expression(let text, let fields, let media)):
      switch content {
      case .text(let html):
        table[text].append(["html": .string(html)] as JSON)
        work.search.appendNewWords(HTMLText.plain(of: html), except: commonWords)
      case .fields(let content):
        for row in content.rows where row.kind == .text { work.search.append(row.value) }
        table[fields].append(
          [
            "title": .string(content.title), "description": .string(content.description),
            "rows": .array(content.rows.map(\.view)),
          ] as JSON)
      case .media(let gallery): table[media].append(gallery.view)
      // An expression makes nothing else.
      case .attachments, .relationship, .expression: break
      }
    case (.attachments(let heading), .attachments(let slot)):
      guard let photos, let count = photos.array?.count, count > 0 else { return true }
      table[slot].append(
        [
          "title": .string(heading.title), "description": .string(heading.description),
          "count": .number(count), "items": photos,
        ] as JSON)
    case (.relationship(let list), .relationship(let relation))
    where list.relation == relation.number:
      table[relation.title].append(list.title)
      table[relation.description].append(list.description)
      try addRows(
        relation, order: list.order, record: record, related: related, to: &table, work: &work)
    case (.expression(.notEvaluated), .notEvaluated): break
    default: return false
    }
    return true
  }

  private func addRows(
    _ relation: Relation, order: Int, record: Span<UInt8>, related: [RelatedRecords],
    to table: inout SlotTable, work: inout ShardWork
  ) throws(RecordError) {
    let number = relation.number
    guard related.indices.contains(number) else { return }
    let (count, rows) = try popups.relatedRows(
      number, of: record, in: related[number], order: order, limit: Self.maximumRelated,
      workspace: &work.workspace)
    // Leave the count null if there are none, so that a template's inverted section applies.
    guard count > 0 else { return }
    table[relation.count].append(Int64(count))
    table[relation.shownCount].append(NumberText.grouped(count))
    if rows.count < count {
      table[relation.rest].append(
        "\(NumberText.grouped(rows.count)) of \(NumberText.grouped(count))")
    }
    let layer = relatedLayers[number]
    table[relation.rows].append(written: { bytes in
      bytes.append(UInt8(ascii: "["))
      for (index, row) in rows.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(literal: "{\"href\":\"feature.html#")
        bytes += "\(layer)/\(row.number)\",\"cells\":[".utf8
        for (column, cell) in row.cells.enumerated() {
          if column > 0 { bytes.append(UInt8(ascii: ",")) }
          JSONWriter.append(cell, to: &bytes, forScript: true)
        }
        bytes.append(literal: "]}")
      }
      bytes.append(UInt8(ascii: "]"))
    })
  }

  private func add(
    _ parent: Parent, of record: Span<UInt8>, related: [RelatedRecords],
    to table: inout SlotTable, work: inout ShardWork
  ) throws(RecordError) {
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
