import FeatureData
import MapModel
import OrderedJSON
import Packages
import Popups

/// The four texts of a record in a list, as slots of its shard.
struct ListSlots: Sendable {
  private let left: [Int]
  private let rights: [Int]

  /// What the record is called. Without titles of their own, records have it as their heading, too.
  var primary: Int? { left.first }
  var secondary: Int? { left.dropFirst().first }
  var right: Int? { rights.first }
  var rightSecondary: Int? { rights.dropFirst().first }

  init(_ layer: SiteLayer, _ view: RecordView, _ survey: LayerSurvey, _ style: LayerStyle) {
    let slots = view.slots
    func slot(ofField name: String) -> Int? {
      slots.rows.first { $0.field?.isSameName(as: name) == true }?.slot
        ?? slots.raw.first { $0.name.isSameName(as: name) }?.slot
    }
    let facetNames = Set(survey.facets.map(\.name))
    let blanks = survey.blanks
    let rows = slots.rows.filter { $0.field.map { !blanks.contains($0) } ?? true }
    let texts = rows.filter { $0.kind == .text }
    let distinctive = texts.filter { $0.field.map { !facetNames.contains($0) } ?? true } + texts
    var left: [Int] = []
    if let cell = slots.parentCells.first?.first { left.append(cell) }
    if layer.titleHasTokens { left.append(slots.common.title) }
    if let name = layer.definition.displayField.flatMap({ slot(ofField: $0) }) { left.append(name) }
    left += distinctive.map(\.slot)
    if left.isEmpty { left += rows.prefix(2).map(\.slot) }
    var unique: [Int] = []
    for slot in left where !unique.contains(slot) { unique.append(slot) }
    let numbers = rows.filter { $0.kind == .number }.map(\.slot)
    let drawn = style.drawing.renderer.fields.first.flatMap { slot(ofField: $0) }
    let codes = ([drawn].compactMap(\.self) + rows.filter { $0.kind == .code }.map(\.slot))
      .filter { !unique.prefix(2).contains($0) && $0 != numbers.first }
    let dates = rows.filter { $0.kind == .date }.map(\.slot)
    self.left = unique
    rights = Array((numbers.prefix(1) + codes.prefix(1) + dates.prefix(1)).prefix(2))
  }
}

extension SiteLayer {
  /// Whether the pop-up's title differs between records.
  var titleHasTokens: Bool {
    table.layer.popupInfo?["title"]?.string?.contains("{") == true
      || table.layer.popupInfo == nil && definition.displayField != nil
  }
}
