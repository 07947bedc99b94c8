import FeatureData
import MapModel
import Packages
import Popups

/// A layer whose records were read, before any of its pages is written.
struct SurveyedLayer: Sendable {
  let layer: SiteLayer
  let disclosure: FieldDisclosure
  /// Whether people can open its records from the map.
  let isIdentifiable: Bool
  /// Its pop-up. Expressions can read other layers once all are surveyed.
  var popups: PopupLayer
  /// For each of the pop-up's relations, the index of the other layer.
  let relatedLayers: [Int]
  let survey: LayerSurvey
  let style: LayerStyle
  /// Its attachments. Those that can't be published are removed when they are copied.
  var attachments: AttachmentIndex
  /// For each of the pop-up's relations, the related records.
  var related: [RelatedRecords] = []
}

extension SurveyedLayer {
  /// The fields for filtering: the renderer's first, then the pop-up's.
  static func facets(
    of layer: SiteLayer, _ popups: PopupLayer, _ drawing: LayerDrawing,
    published: FieldDisclosure
  ) -> [FacetColumn] {
    var names = layer.kind == .table ? [] : drawing.renderer.fields
    var labels: [String: String] = [:]
    var zones: [String: TimeZoneRules] = [:]
    for case .fields(let table) in popups.plans {
      for row in table.rows {
        guard let name = row.column.map({ layer.fieldName($0) }) else { continue }
        labels[name] = row.label
        zones[name] = row.zone
        names.append(name)
      }
    }
    var facets: [FacetColumn] = []
    for name in names {
      guard let column = layer.schema.column(named: name) else { continue }
      let field = layer.schema.columns[column].field
      guard !facets.contains(where: { $0.name == field.name }),
        published.columns.contains(column), let kind = facetKind(layer, column, zone: zones[name])
      else { continue }
      facets.append(
        FacetColumn(
          field, label: labels[name] ?? field.label, kind: kind,
          column: layer.schema.firstFieldColumn + column,
          domain: layer.definition.domain(ofField: field.name),
          isBoolean: layer.schema.columns[column].storage == .boolean))
    }
    return facets
  }

  /// - Parameter zone: The time zone of a date in the pop-up.
  private static func facetKind(
    _ layer: SiteLayer, _ column: Int, zone: TimeZoneRules?
  ) -> FacetColumn.Kind? {
    let field = layer.schema.columns[column].field
    if case .codedValues = layer.definition.domain(ofField: field.name) { return .category }
    if layer.schema.columns[column].storage == .boolean || layer.schema.typeColumn == column {
      return .category
    }
    switch field.type.family {
    case .text: return .category
    case .integer, .real: return .number
    case .day: return .day(zone: nil)
    case .moment: return zone.map { .day(zone: $0) }
    case .xml, .offsetMoment, .timeOfDay, .rowNumber, .identity, .bytes, .shape:
      return nil
    }
  }
}
