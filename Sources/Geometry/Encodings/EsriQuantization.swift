package import OrderedJSON

/// The `transform` of a quantized response. Coordinates are grid steps. From the second vertex of
/// each part on, they are differences to the previous vertex.
package struct EsriQuantization: Sendable, Equatable {
  /// Map units per grid step to the east.
  package var scaleX: Double
  /// Map units per grid step to the north. Negative if rows count from the top.
  package var scaleY: Double
  /// The x of the grid's origin on the map.
  package var translateX: Double
  /// The y of the grid's origin on the map.
  package var translateY: Double

  /// Reads `{originPosition, scale: [x, y], translate: [x, y]}`.
  ///
  /// The origin is the upper left corner unless `originPosition` is `lowerLeft`. Scales with
  /// heights are rejected, because their encoding is not documented.
  package init(json: JSON) throws(GeometryError) {
    func pair(_ name: String) throws(GeometryError) -> (Double, Double) {
      guard let numbers = json[name]?.array, numbers.count == 2, let x = numbers[0].double,
        let y = numbers[1].double, x.isFinite, y.isFinite
      else { throw .badJSON(path: "transform.\(name)", expected: "two numbers") }
      return (x, y)
    }
    let scale = try pair("scale")
    let translate = try pair("translate")
    let origin = json["originPosition"]?.string ?? "upperLeft"
    guard origin == "upperLeft" || origin == "lowerLeft" else {
      throw .badJSON(path: "transform.originPosition", expected: "upperLeft or lowerLeft")
    }
    scaleX = scale.0
    scaleY = origin == "upperLeft" ? -scale.1 : scale.1
    translateX = translate.0
    translateY = translate.1
  }

  /// Converts grid steps to map positions.
  func decode(_ geometry: inout Geometry) {
    let stride = geometry.stride
    if geometry.kind == .multiPoint {
      decode(0..<geometry.vertexCount, of: &geometry.coordinates, stride: stride)
    } else if geometry.partEnds.isEmpty {
      for vertex in 0..<geometry.vertexCount {
        decode(vertex..<vertex + 1, of: &geometry.coordinates, stride: stride)
      }
    }
    for part in geometry.partEnds.indices {
      decode(geometry.vertices(ofPart: part), of: &geometry.coordinates, stride: stride)
    }
  }

  private func decode(_ vertices: Range<Int>, of coordinates: inout [Double], stride: Int) {
    var x = 0.0
    var y = 0.0
    for vertex in vertices {
      x += coordinates[vertex * stride]
      y += coordinates[vertex * stride + 1]
      coordinates[vertex * stride] = translateX + x * scaleX
      coordinates[vertex * stride + 1] = translateY + y * scaleY
    }
  }
}
