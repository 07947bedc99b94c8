import FeatureData
import GeoPackage
import MapModel
import Markup
import OrderedJSON
import Packages
import Popups

/// A layer of the site after its rows were read, with what the data files and pages need.
struct PublishedLayer: Sendable {
  let layer: SiteLayer
  let survey: LayerSurvey
  let style: LayerStyle
  let view: RecordView
  /// Whether people can open its records from the map.
  let isIdentifiable: Bool
  /// The time zone for dates.
  let timeZone: TimeZoneRules
  /// The columns of the schema that are published as raw values.
  let fields: [Int]
  /// The columns of the downloads.
  let columns: DownloadColumns
  /// The values that pop-ups compute for the records.
  var computed: ComputedFields
  /// The columns for filtering: fields, and the record that a record belongs to.
  var facets: [FacetColumn]
  var downloads: [JSON] = []
  /// How browsers write the files that they make.
  var exported: JSON = .null
  /// Whether CSV cells that begin like a formula are marked.
  var guardsFormulas = false
  /// What is in the records' texts.
  var html = HTMLAccount()
  /// The records' views in order, for pages that work without scripts; empty if there are none.
  var views: [JSON] = []

  var isDrawn: Bool { layer.kind != .table }
  var shardCount: Int { (survey.count + Shard.size - 1) / Shard.size }

  /// The entry in `data/meta.js`.
  var meta: JSON {
    let scales = style.drawing.scaleRange
    let slots = view.slots
    var members: JSONObject = [
      "id": .string(layer.id), "title": .string(layer.title), "kind": .string(layer.kind.rawValue),
      "count": .number(survey.count),
    ]
    if isDrawn {
      members.append("visible", .bool(layer.table.operational.visibility))
      members.append("minScale", .number(scales.minimum))
      members.append("maxScale", .number(scales.maximum))
      members.append("opacity", .number(style.drawing.opacity))
      members.append("legend", style.legend(layer, timeZone: timeZone))
      members.append("labels", labels)
    }
    members.append("fields", .array(fields.map(field) + computed.dictionary))
    members.append("facets", .array(facets.map(\.facet)))
    members.append("list", list)
    // Otherwise, all records have the same title, and their names in the list are their headings.
    members.append("hasTitles", .bool(layer.titleHasTokens))
    members.append("shape", view.shape)
    members.append(
      "rawFields", .array(slots.raw.map { .array([.string($0.name), .number($0.slot)]) }))
    members.append("exported", exported)
    members.append("shards", .number(shardCount))
    members.append("shardSize", .number(Shard.size))
    members.append("points", .bool(layer.kind == .point))
    members.append("shapes", .bool(layer.kind == .line || layer.kind == .polygon))
    members.append("columns", .bool(!facets.isEmpty))
    members.append("search", .bool(survey.count > 0))
    members.append("downloads", .array(downloads))
    if guardsFormulas { members.append("guardsFormulas", true) }
    members.append("identifiable", .bool(isIdentifiable))
    return .object(members)
  }

  // MARK: Fields

  /// Returns the entry of a field in the field list.
  private func field(_ index: Int) -> JSON {
    let column = layer.schema.columns[index]
    let field = column.field
    var domain: JSON = .null
    var range: JSON = .null
    switch layer.definition.domain(ofField: field.name) {
    case .codedValues(_, let values):
      domain = .array(values.map { .array([.string($0.code.scalarText), .string($0.name)]) })
    case .range(_, let minimum, let maximum):
      range = ["least": .number(minimum), "most": .number(maximum)]
    case .inherited, nil: break
    }
    return [
      "name": .string(field.name), "label": .string(label(of: field)),
      "type": .string(column.storage == .boolean ? "boolean" : field.type.word), "domain": domain,
      "range": range,
    ]
  }

  /// Returns a field's label: the pop-up's, or else its alias.
  private func label(of field: Field) -> String {
    view.slots.rows.first { $0.field?.isSameName(as: field.name) == true }?.label ?? field.label
  }

  // MARK: Lists

  /// The four texts of a record in a list.
  private var list: JSON {
    let slots = ListSlots(layer, view, survey, style)
    func number(_ slot: Int?) -> JSON { slot.map { .number($0) } ?? .null }
    return [
      "primary": number(slots.primary), "secondary": number(slots.secondary),
      "right": number(slots.right), "rightSecondary": number(slots.rightSecondary),
    ]
  }

  /// Returns whether any record has a label.
  var hasNames: Bool { survey.drawing.labels.contains { !$0.isBlank } }

  private var labels: JSON {
    hasNames ? .array(survey.drawing.labels.map(\.json)) : .null
  }
}

extension FieldType {
  /// The kind of values, as one word.
  fileprivate var word: String {
    if isNumeric && self != .objectID { return "number" }
    if isDate || self == .timeOnly { return "date" }
    return self == .objectID || isIdentity ? "id" : "text"
  }
}
