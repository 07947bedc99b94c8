import OrderedJSON

// Annotation is text. Each row has a `TextString`, and its shape is the area that the text fills.
// `Status` is 0 for texts on the map and 1 for texts that had no room. Services give annotation no
// symbols, because each row has its own.

extension LayerDefinition {
  /// The layer type that services use for annotation.
  package static let annotationType = "Annotation Layer"

  /// Whether the rows are annotation. Services divide it into sublayers of their own type.
  package var isAnnotation: Bool {
    [Self.annotationType, "Annotation SubLayer"].contains(source["type"]?.string)
  }

  /// Gives annotation a drawing: each text in the middle of its shape, without the shapes.
  mutating func drawAnnotation(_ notices: inout MapNotices) {
    guard let text = fields.named("TextString")?.name else {
      notices.note(
        "drawingInfo",
        .notDrawn("annotation", instead: "only its outlines, because it has no field TextString"))
      return
    }
    var label: JSONObject = [
      "labelExpression": .string("[\(text)]"),
      "symbol": [
        "type": "esriTS", "color": [0, 0, 0, 255], "haloColor": [255, 255, 255, 255],
        "haloSize": 1, "font": ["size": 9],
      ],
    ]
    if let status = fields.named("Status")?.name {
      label["where"] = .string("\(status) = 0 OR \(status) IS NULL")
    }
    let drawing: JSON = [
      "renderer": [
        "type": "simple", "symbol": ["type": "esriSFS", "style": "esriSFSNull", "outline": .null],
      ],
      "labelingInfo": [.object(label)],
    ]
    drawingInfo = drawing
    source["drawingInfo"] = drawing
    notices.note(
      "drawingInfo",
      .notDrawn(
        "annotation in its own font and angle",
        instead: "its text horizontally, in one size, in the middle of its shape"))
  }
}
