package import OrderedJSON

/// Labels of some or all rows of a layer.
package struct LabelClass: Sendable, Equatable {
  /// The text of the labels.
  package var text: LabelText
  /// The text to use if `text` is an expression that can't run. Nil for no label.
  package var fallback: LabelText?
  /// The formats of fields (`fieldInfos`), as written. If a field occurs twice, the first one is
  /// used.
  package var formats: [FieldFormat]
  /// Whether coded values in a text from before Arcade are written by their names.
  package var usesCodedNames: Bool
  /// A where clause that selects the rows, or nil for all rows.
  package var filter: String?
  /// The scales at which labels are drawn.
  package var scaleRange: ScaleRange
  /// The position of point labels. Labels of other layers are inside the shape or in its middle.
  package var placement: LabelPlacement
  /// The style of the letters.
  package var style: LabelStyle
}

/// The style of label letters.
package struct LabelStyle: Sendable, Equatable {
  /// The color of the letters.
  package var color: Color
  /// The color of the halo around the letters, or nil.
  package var halo: Color?
  /// The width of the halo in pixels.
  package var haloWidth: Double
  /// The font's size in pixels.
  package var size: Double
  /// Whether letters are bold.
  package var isBold: Bool
  /// Whether letters are italic.
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
  /// Reads an esriTS symbol. Missing properties have ArcGIS's defaults.
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
  /// How values of a field are written.
  package struct FieldFormat: Sendable, Equatable {
    /// The field's name, spelled as in the map.
    package var field: String
    /// `{dateFormat, places, digitSeparator}`.
    package var format: JSON
  }

  /// Reads an element of `labelingInfo`. Nil, with a notice, if its text isn't supported.
  init?(_ members: Members, _ notices: inout MapNotices) {
    let info = members.members("labelExpressionInfo", &notices)
    let arcade = info?.string("expression", &notices).flatMap { $0.isEmpty ? nil : $0 }
    let value = info?.string("value", &notices)
    let older = members.string("labelExpression", &notices)
    // A single field, too: Arcade gives the code of a coded value and the ISO 8601 text of a date.
    let fromArcade = arcade.map { source in
      LabelText(parts: [
        .expression(DrawingExpression(source: source, path: members.path("labelExpressionInfo")))
      ])
    }
    let fromOlder =
      value.flatMap { LabelText(template: $0) ?? LabelText(expression: $0) }
      ?? older.flatMap { LabelText(expression: $0) }
    guard let known = fromArcade ?? fromOlder else {
      notices.note(
        members.path("labelExpression"),
        .notDrawn(older ?? value ?? "a label without text", instead: "no label"))
      return nil
    }
    text = known
    self.fallback = known.expression == nil ? nil : fromOlder
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
