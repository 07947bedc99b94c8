import Arcade
import FeatureData
import Filters
import MapModel
import Markup

/// The labels of a layer in QGIS, and the differences from the map.
struct LabelPlan {
  /// Nil if there are no labels.
  var node: XMLNode?
  /// Labels that are left out, each with the reason.
  var differences: [(item: String, instead: String)] = []

  /// - Parameters:
  ///   - column: returns the column of a field, as an expression; nil for a missing field.
  ///   - named: like `column`, but with the name of a code instead of the code.
  ///   - arcade: translates expressions of the map.
  init(
    _ classes: [LabelClass], geometry: Symbol.Geometry, fields: [Field],
    column: (String) -> String?, named: (String) -> String?, arcade: ArcadeTranslation
  ) {
    var rules: [(label: LabelClass, settings: XMLNode, filter: String?)] = []
    for label in classes {
      let shown = label.usesCodedNames ? named : column
      let expression: String
      switch label.qgisText(shown, arcade) {
      case .success(let text): expression = text
      case .failure(let cause):
        let older = label.fallback?.qgisText(shown)
        differences.append(
          (
            "labels by \(label.layerExpression?.name ?? label.text.fields.joined(separator: ", "))",
            "\(older == nil ? "they are left out" : "the older labelExpression is drawn") "
              + "(\(cause.reason))"
          ))
        guard let older else { continue }
        expression = older
      }
      var filter: String?
      if let clause = label.filter {
        filter = WhereClause.qgisText(of: clause, fields: fields, column: column)
        if filter == nil {
          differences.append(("labels where \(clause)", "they are left out"))
          continue
        }
      }
      rules.append((label, label.settings(expression, geometry), filter))
    }
    if let only = rules.first, rules.count == 1, only.filter == nil, only.label.scaleRange == .all {
      node = XMLNode("labeling", ["type": "simple"], [only.settings])
    } else if !rules.isEmpty {
      node = XMLNode(
        "labeling", ["type": "rule-based"],
        [
          XMLNode(
            "rules", ["key": "{labels}"],
            rules.enumerated().map { index, rule in
              var node = XMLNode("rule", ["key": "{label-\(index)}"], [rule.settings])
              if let filter = rule.filter { node.set("filter", filter) }
              let scales = rule.label.scaleRange
              if scales != .all {
                node.set("scalemindenom", QGISNumber.text(scales.maximum))
                node.set("scalemaxdenom", QGISNumber.text(scales.minimum))
              }
              return node
            })
        ])
    }
  }
}

extension LabelClass {
  /// The text of the labels, or the reason why QGIS can't show it.
  fileprivate func qgisText(
    _ column: (String) -> String?, _ arcade: ArcadeTranslation
  ) -> Result<String, ArcadeTranslation.Untranslated> {
    if let expression = text.expression { return arcade.translate(expression.source).map(\.text) }
    let fields = text.qgisText(column)
    return fields.map { .success($0) }
      ?? .failure(.init(reason: "the table lacks one of its fields"))
  }
}

extension LabelText {
  /// The text as an expression; nil if a field is missing, or if it is an Arcade expression.
  fileprivate func qgisText(_ column: (String) -> String?) -> String? {
    var texts: [String] = []
    for part in parts {
      switch part {
      case .text(let text): texts.append(QGISExpression.text(text))
      case .field(let name):
        guard let own = column(name) else { return nil }
        texts.append(parts.count == 1 ? own : "coalesce(\(own), '')")
      case .expression: return nil
      }
    }
    return QGISExpression.joined(texts)
  }
}

extension LabelClass {
  fileprivate func settings(_ expression: String, _ geometry: Symbol.Geometry) -> XMLNode {
    let letters = XMLNode(
      "text-style",
      [
        "fieldName": expression, "isExpression": "1", "fontFamily": "Sans Serif",
        "fontSize": QGISNumber.points(style.size), "fontSizeUnit": "Point",
        "fontWeight": style.isBold ? "75" : "50", "fontItalic": style.isItalic ? "1" : "0",
        "textColor": style.color.qgisText, "textOpacity": "1", "multilineHeight": "1",
      ], [halo])
    return XMLNode(
      "settings", ["calloutType": "simple"],
      [
        letters,
        XMLNode(
          "text-format", ["multilineAlign": "1", "wrapChar": "", "placeDirectionSymbol": "0"]),
        placement(for: geometry),
        XMLNode(
          "rendering",
          ["drawLabels": "1", "displayAll": "0", "obstacle": "1", "scaleVisibility": "0"]),
      ])
  }

  private var halo: XMLNode {
    let halo = style.halo
    return XMLNode(
      "text-buffer",
      [
        "bufferDraw": halo == nil ? "0" : "1", "bufferSize": QGISNumber.points(style.haloWidth),
        "bufferSizeUnits": "Point", "bufferColor": (halo ?? .white).qgisText,
        "bufferOpacity": "1", "bufferJoinStyle": "128", "bufferNoFill": "1",
      ])
  }

  /// Places labels of points at one of nine positions around them, of lines along them, and of
  /// polygons inside them.
  private func placement(for geometry: Symbol.Geometry) -> XMLNode {
    switch geometry {
    case .point:
      // 0 is above left, 4 is over the center, 8 is below right.
      let quadrant = (placement.vertical + 1) * 3 + placement.horizontal + 1
      return XMLNode(
        "placement",
        [
          "placement": "1", "quadOffset": String(quadrant), "offsetUnits": "Point",
          "xOffset": String(placement.horizontal * 4), "yOffset": String(placement.vertical * 4),
        ])
    case .line:
      return XMLNode("placement", ["placement": "2", "placementFlags": "10"])
    case .polygon:
      return XMLNode(
        "placement", ["placement": "1", "quadOffset": "4", "centroidInside": "1"])
    }
  }
}
