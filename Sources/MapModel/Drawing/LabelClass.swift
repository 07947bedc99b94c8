package import OrderedJSON

/// Labels of some or all rows of a layer.
package struct LabelClass: Sendable, Equatable {
  /// What is written.
  package var text: LabelText
  /// What is written where `text` is an expression that cannot run; nil for nothing.
  package var older: LabelText?
  /// The formats of fields (`fieldInfos`), as written; of two for one field the first counts.
  package var formats: [FieldFormat]
  /// Whether coded values are written by name.
  package var usesCodedNames: Bool
  /// A where-clause that chooses the rows; nil for all.
  package var filter: String?
  /// The scales at which labels are drawn.
  package var scaleRange: ScaleRange
  /// Where labels of points stand; other layers' stand inside, or in the middle.
  package var placement: LabelPlacement
  /// How letters look.
  package var style: LabelStyle
}

/// How the letters of a label look.
package struct LabelStyle: Sendable, Equatable {
  /// The letters.
  package var color: Color
  /// The rim round the letters; nil for none.
  package var halo: Color?
  /// The rim's width in pixels.
  package var haloWidth: Double
  /// The font's size in pixels.
  package var size: Double
  /// Whether letters are bold.
  package var isBold: Bool
  /// Whether letters lean.
  package var isItalic: Bool

  /// The style for the pages' scripts: `color`, `alpha`, `halo`, `haloWidth`, `size`, `bold`,
  /// `italic`.
  package var json: JSONObject {
    [
      "color": .string(color.hexadecimal), "alpha": .number(color.opacity),
      "halo": halo.map { .string($0.hexadecimal) } ?? .null, "haloWidth": .number(haloWidth),
      "size": .number(size), "bold": .bool(isBold), "italic": .bool(isItalic),
    ]
  }
}

extension LabelStyle {
  /// Reads an esriTS symbol; what it leaves out is as ArcGIS has it.
  init(_ members: Members?, _ notices: inout MapNotices) {
    let font = members?.members("font", &notices)
    color = Color(esriJSON: members?.value("color")) ?? Color(red: 50, green: 50, blue: 50)
    let halo = Color(esriJSON: members?.value("haloColor"))
    let haloPoints = min(max(members?.double("haloSize", &notices) ?? 0, 0), 20)
    self.halo = haloPoints > 0 ? halo : nil
    haloWidth = self.halo == nil ? 0 : SymbolReader.rounded(haloPoints * SymbolReader.pixels)
    let points = font?.double("size", &notices) ?? 9
    size = SymbolReader.rounded(min(max(points, 4), 100) * SymbolReader.pixels)
    isBold = font?.string("weight", &notices)?.hasPrefix("bold") ?? false
    isItalic = ["italic", "oblique"].contains(font?.string("style", &notices) ?? "")
  }
}

extension LabelClass {
  /// How a field's values are written.
  package struct FieldFormat: Sendable, Equatable {
    /// The field's name, spelled as in the map.
    package var field: String
    /// `{dateFormat, places, digitSeparator}`.
    package var format: JSON
  }

  /// Reads an element of `labelingInfo`; nil, with a notice, when its text cannot be written.
  init?(_ members: Members, _ notices: inout MapNotices) {
    let info = members.members("labelExpressionInfo", &notices)
    let arcade = info?.string("expression", &notices).flatMap { $0.isEmpty ? nil : $0 }
    let value = info?.string("value", &notices)
    let older = members.string("labelExpression", &notices)
    let fromArcade = arcade.map { source in
      FieldExpression(arcade: source).map { LabelText(field: $0.field) }
        ?? LabelText(parts: [
          .expression(
            DrawingExpression(source: source, path: members.path("labelExpressionInfo")))
        ])
    }
    let fromOlder =
      value.flatMap { LabelText(template: $0) ?? LabelText(expression: $0) }
      ?? older.flatMap { LabelText(expression: $0) }
    guard let known = fromArcade ?? fromOlder else {
      notices.note(
        members.path("labelExpression"),
        .drawnOtherwise(older ?? value ?? "a label without text", instead: "no label is"))
      return nil
    }
    text = known
    self.older = known.expression == nil ? nil : fromOlder
    formats = members.elements("fieldInfos", &notices).compactMap { field in
      field.string("fieldName", &notices).flatMap { name in
        field.value("format").map { FieldFormat(field: name, format: $0) }
      }
    }
    usesCodedNames = members.bool("useCodedValues", &notices) ?? true
    filter = members.string("where", &notices).flatMap { $0.isEmpty ? nil : $0 }
    scaleRange = ScaleRange(members, &notices)
    placement = LabelPlacement(members.string("labelPlacement", &notices) ?? "")
    style = LabelStyle(members.members("symbol", &notices), &notices)
  }
}
