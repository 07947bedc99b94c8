import OrderedJSON

// Annotation is text: each row has a `TextString`, and its shape is the place that the text fills.
// `Status` tells placed texts, 0, from those that found no room, 1. Services tell no symbols of it,
// since each row has its own.

extension LayerDefinition {
  /// The type that services give to layers of annotation.
  package static let annotationType = "Annotation Layer"

  /// Whether the rows are annotation. Services divide it into sublayers of their own type.
  package var isAnnotation: Bool {
    [Self.annotationType, "Annotation SubLayer"].contains(source["type"]?.string)
  }

  /// Gives annotation a drawing: each text in the middle of its place, and no shapes.
  mutating func drawAnnotation(_ notices: inout MapNotices) {
    guard let text = fields.named("TextString")?.name else {
      notices.note(
        "drawingInfo",
        .drawnOtherwise("annotation", instead: "its outlines are, as it has no field TextString"))
      return
    }
    var label: JSONObject = [
      "labelExpressionInfo": ["expression": .string("$feature[\"\(text)\"]")],
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
      .drawnOtherwise(
        "annotation in its own font and angle",
        instead: "its text is written horizontally, in one size, in the middle of its place"))
  }
}
