package import OrderedJSON

/// Labels of some or all rows of a layer.
package struct LabelClass: Sendable, Equatable {
  /// The field whose value is written, spelled as in the map.
  package var field: String
  /// Whether coded values are written by name.
  package var usesCodedNames: Bool
  /// A where-clause that chooses the rows; nil for all.
  package var filter: String?
  /// The scales at which labels are drawn.
  package var scaleRange: ScaleRange
  /// Where labels stand, as written (`esriServerPolygonPlacementAlwaysHorizontal`); empty when the
  /// map does not say.
  package var placement: String
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
  /// Reads an element of `labelingInfo`; nil, with a notice, when its text is no single field.
  init?(_ members: Members, _ notices: inout MapNotices) {
    let info = members.members("labelExpressionInfo", &notices)
    let arcade = info?.string("expression", &notices).flatMap { $0.isEmpty ? nil : $0 }
    let older =
      info?.string("value", &notices) ?? members.string("labelExpression", &notices)
    let fromArcade = arcade.flatMap { FieldExpression(arcade: $0) }
    let fromOlder = older.flatMap { FieldExpression(legacy: $0) }
    if arcade != nil, fromArcade == nil {
      notices.note(
        members.path("labelExpressionInfo"),
        .drawnOtherwise(
          "a label by expression",
          instead: fromOlder.map { "the field \($0.field) is" } ?? "no label is"))
    } else if arcade == nil, fromOlder == nil {
      notices.note(
        members.path("labelExpression"),
        .drawnOtherwise("a label of several parts", instead: "no label is"))
    }
    guard let known = fromArcade ?? fromOlder else { return nil }
    field = known.field
    usesCodedNames = members.bool("useCodedValues", &notices) ?? true
    filter = members.string("where", &notices).flatMap { $0.isEmpty ? nil : $0 }
    scaleRange = ScaleRange(members, &notices)
    placement = members.string("labelPlacement", &notices) ?? ""
    style = LabelStyle(members.members("symbol", &notices), &notices)
  }
}
